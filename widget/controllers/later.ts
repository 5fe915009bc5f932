// What most pages need only once they are connected: loaded with the first welcome, or before the first hello where a
// conversation is to go on.
export { createCalls } from '../agent/create-calls.ts';
export { Continuity } from '../agent/continuity.ts';
export { builtins } from '../tools/index.ts';
export { defineCard } from '../views/define-card.ts';
