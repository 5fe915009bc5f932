import { enApprovals } from './en-approvals.ts';

/** The table in use, of what is needed only once something is asked. Views name this one, never a language. */
export const approvalWords = enApprovals;
