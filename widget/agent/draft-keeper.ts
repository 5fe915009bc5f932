import * as z from 'zod/mini';
import { decode } from '../../shared/protocol.ts';
import type { TabStorage } from '../tab/tab.ts';

export interface DraftKeeperPorts {
  /** Undefined where nothing is to be kept. */
  readonly storage: () => TabStorage | undefined;
  /** Whose text it is; undefined while the element is in no page. */
  readonly recordName: () => string | undefined;
}

const draft = z.strictObject({ text: z.string(), isForeign: z.boolean() });

/** What the person was writing. `isForeign`: some of it may be a stranger's. */
export type Draft = z.infer<typeof draft>;

/** Keeps the text that is not sent yet as long as the tab lives, for this page and the next. */
export class DraftKeeper {
  readonly #ports: DraftKeeperPorts;

  constructor(ports: DraftKeeperPorts) {
    this.#ports = ports;
  }

  /** Undefined where there is none, or none that can be read. */
  readonly read = (): Draft | undefined => {
    try {
      return decode(draft, this.#ports.storage()?.getItem(this.#key()) ?? '');
    } catch {
      return undefined;
    }
  };

  /** An empty text is none. Storage that is full or forbidden keeps nothing. */
  readonly write = ({ text, isForeign }: Draft): void => {
    try {
      const storage = this.#ports.storage();
      if (text === '') storage?.removeItem(this.#key());
      else storage?.setItem(this.#key(), JSON.stringify({ text, isForeign }));
    } catch {
      // The text stands in the composer; only a reload loses it.
    }
  };

  #key(): string {
    const name = this.#ports.recordName();
    if (name === undefined) throw new TypeError('There is no page to keep it for.');
    return `${name} draft`;
  }
}
