import { watchPolicy } from './policy-watch.ts';

// Imported before Lit, whose own policy is made while it loads: what blocks it is heard only by who listens already.
if (typeof document !== 'undefined') watchPolicy(document);
