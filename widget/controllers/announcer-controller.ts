import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Announcer, type Line, type Urgency } from '../a11y/announcer.ts';
import type { AgentSnapshot } from '../agent/snapshot.ts';
import { announcements } from './announcements.ts';

interface Spoken {
  readonly snapshot: () => AgentSnapshot;
  readonly label: () => string;
  readonly titles: () => ReadonlyMap<string, string>;
}

/** Says what changed since the element was last drawn. What was there at first is not news. */
export class AnnouncerController implements ReactiveController {
  readonly #announcer = new Announcer();
  readonly #host: ReactiveControllerHost;
  readonly #spoken: Spoken;
  #last: AgentSnapshot | undefined;

  constructor(host: ReactiveControllerHost, spoken: Spoken) {
    this.#host = host;
    this.#spoken = spoken;
    host.addController(this);
  }

  get lines(): Readonly<Record<Urgency, readonly Line[]>> {
    return this.#announcer.lines;
  }

  /** Says what is no news of the conversation. */
  say(text: string): void {
    this.#announcer.say(text, 'polite');
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const snapshot = this.#spoken.snapshot();
    const names = { label: this.#spoken.label(), titles: this.#spoken.titles() };
    for (const { text, urgency } of announcements(this.#last ?? snapshot, snapshot, names)) {
      this.#announcer.say(text, urgency);
    }
    this.#last = snapshot;
  }
}
