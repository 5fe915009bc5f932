import type { Taint } from '../../shared/taint.ts';
import type { Ask } from '../approvals/ask.ts';
import type { ConnectionState } from '../connection/state.ts';
import type { Item } from '../conversation/items.ts';

/** Everything the element shows. Immutable: a change makes a new one. */
export interface AgentSnapshot {
  readonly connection: ConnectionState;
  readonly items: readonly Item[];
  /** Open questions, oldest first; each belongs to the call item of the same id. */
  readonly asks: readonly Ask[];
  /** True from the moment a message leaves until its turn has ended. */
  readonly working: boolean;
  /** True while a conversation of another page is expected back: what then appears is not news. */
  readonly restoring: boolean;
  /** What the conversation has read, as far as the server or this page know. Within a session it only rises. */
  readonly taint: Taint;
}
