import { newId } from '../../shared/ids.ts';
import { cleanTaint } from '../../shared/taint.ts';
import { reduce, type ConversationEvent } from '../conversation/conversation.ts';
import type { NoteItem } from '../conversation/items.ts';
import type { AgentOptions } from './options.ts';
import type { AgentSnapshot } from './snapshot.ts';
import { statusOf, type AgentStatus } from './status.ts';

/** Holds what is shown, and tells of each change. */
export class SnapshotKeeper {
  readonly #options: AgentOptions;
  readonly #isWorking: () => boolean;
  #snapshot: AgentSnapshot = {
    connection: { phase: 'idle' },
    items: [],
    asks: [],
    working: false,
    restoring: false,
    taint: cleanTaint,
  };
  #status: AgentStatus = 'idle';

  constructor(options: AgentOptions, isWorking: () => boolean) {
    this.#options = options;
    this.#isWorking = isWorking;
  }

  get current(): AgentSnapshot {
    return this.#snapshot;
  }

  apply(event: ConversationEvent): void {
    this.change({ items: reduce(this.#snapshot.items, event) });
  }

  /** Tells the person something that nobody said. What stands there already is not said twice. */
  note(text: string, tone: NoteItem['tone'] = 'info'): void {
    const last = this.#snapshot.items.at(-1);
    if (last?.kind === 'note' && last.text === text) return;
    this.apply({ type: 'noted', note: { id: newId(), tone, text } });
  }

  change(part: Partial<Omit<AgentSnapshot, 'working'>>): void {
    this.#snapshot = { ...this.#snapshot, ...part, working: this.#isWorking() };
    const status = statusOf(this.#snapshot);
    if (status !== this.#status) {
      this.#status = status;
      this.#options.emit('ha-status', { status });
    }
    this.#options.onChange(this.#snapshot);
  }
}
