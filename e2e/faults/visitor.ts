import { deferred } from '../../shared/deferred.ts';
import type { AgentSnapshot } from '../../widget/agent/snapshot.ts';
import type { Chance } from './chance.ts';
import { Browser } from './browser.ts';
import type { StoredItems } from './page-life.ts';
import { Page, trustedClick, type PageOptions } from './page.ts';
import { messageOf } from './plan.ts';
import type { Recorder } from './recorder.ts';
import { endingOf, isThere, type Ending } from './transcript.ts';

export interface VisitorOptions {
  readonly name: string;
  readonly port: number;
  readonly origin: string;
  readonly recorder: Recorder;
  readonly chance: Chance;
  /** How long a message may take to come to an end, in milliseconds. */
  readonly patienceMs: number;
  /** Patience begins then, or at once unless given: in the middle of the worst nobody can tell late from lost. */
  readonly calm?: Promise<unknown>;
  readonly nextPage: () => number;
  readonly onOpen: (visitor: Visitor) => void;
  /**
   * Nobody can tell for sure what became of this message's calls: the tab lost its page, which could not say that it
   * went, or nothing arrived for about as long as a tool may take.
   */
  readonly onDoubt?: (label: string) => void;
  /** Whether they answer what they are asked, after a moment; true unless given. */
  readonly decides?: boolean;
  readonly page?: Pick<PageOptions, 'pace' | 'meddle' | 'persist'>;
  /** After how long the network is back once it is lost; undefined leaves it to the page to try again. */
  readonly networkBackMs?: () => number;
}

/** Less than a server gives to a tool, or to a page that is gone. */
const longAwayMs = 20_000;

/** How a message ended; `silent`: it is there and nothing says how it ended; `missing`: it is not even there. */
export type Fate = Ending | { readonly kind: 'silent' | 'missing'; readonly trail: string };

/** A person with one tab: says things, answers what they are asked, and may reload at any moment. */
export class Visitor {
  readonly #options: VisitorOptions;
  readonly #browser = new Browser();
  readonly #tab: StoredItems = new Map();
  readonly #listeners = new Set<() => void>();
  #page: Page;
  #copy: Page | undefined;
  #trail: readonly string[] = [];
  #turns = 0;
  #wasOpen = false;
  #label = '';
  #reloads = 0;
  #duplicates = 0;
  /** Since when no server is there. */
  #awaySince: number | undefined;

  constructor(options: VisitorOptions) {
    this.#options = options;
    this.#page = this.#openPage(this.#tab);
  }

  get page(): Page {
    return this.#page;
  }

  get snapshot(): AgentSnapshot {
    return this.#page.agent.snapshot;
  }

  get reloads(): number {
    return this.#reloads;
  }

  /** What happened to this visitor last, for whoever has to find out why. */
  get trail(): string {
    const { items, ...rest } = this.snapshot;
    return `${this.#trail.join(', ')}; in the end ${JSON.stringify(rest)} with ${items.length} rows`;
  }

  /** Copies of the tab that were opened beside it. */
  get duplicates(): number {
    return this.#duplicates;
  }

  /** Opens the page anew in the same tab, in the middle of whatever it does. */
  reload(how: 'leave' | 'crash' = 'leave'): void {
    this.#note(how);
    this.#page[how]();
    this.#reloads += 1;
    if (how === 'crash') this.doubt(how);
    this.#page = this.#openPage(this.#tab);
    this.#wake();
  }

  /** "Duplicate tab": a copy of a page that is connected, and of all that the tab stores, is there for a while. */
  duplicate(ms: number): void {
    if (this.#copy?.isOver === false || this.snapshot.connection.phase !== 'open') return;
    this.#note('duplicate');
    const copy = this.#openPage(new Map(this.#tab));
    this.#copy = copy;
    this.#duplicates += 1;
    copy.after(ms, () => copy.leave());
  }

  /**
   * Takes a copy away that is not there yet. Once its tab has lost its page, nobody can tell the two apart: the copy may
   * go on with the conversation, and the tab begin another one.
   */
  dropYoungCopy(): void {
    if (this.#copy?.isEquipped === false) this.#copy.leave();
  }

  /** Something happened after which nobody can tell for sure what became of calls. */
  doubt(why: string): void {
    this.#note(why);
    this.#options.onDoubt?.(this.#label);
  }

  leave(): void {
    this.#copy?.leave();
    this.#page.leave();
  }

  /**
   * Says the next thing and waits for its end.
   *
   * @param plan what the model will do, as `planOf` reads it; by chance unless given.
   */
  async sayNext(plan?: string): Promise<{ readonly label: string; readonly fate: Fate }> {
    const label = `${this.#options.name}t${(this.#turns += 1)}${plan ? `=${plan}` : ''}`;
    this.#label = label;
    const { patienceMs } = this.#options;
    const wasSaid = await this.#until(() => this.#say(label), patienceMs);
    if (!wasSaid) return { label, fate: { kind: 'missing', trail: this.trail } };
    const ending = await this.#until(() => endingOf(this.snapshot, label), patienceMs);
    if (ending) return { label, fate: ending };
    return { label, fate: { kind: isThere(this.snapshot, label) ? 'silent' : 'missing', trail: this.trail } };
  }

  #say(label: string): true | undefined {
    if (isThere(this.snapshot, label)) return true;
    const { working, restoring } = this.snapshot;
    if (working || restoring || !this.#wasOpen || !this.#page.isEquipped) return undefined;
    if (!this.#page.agent.say(messageOf(label))) return undefined;
    this.#note(`said ${label}`);
    return true;
  }

  /** Answers a question of the page that is there. */
  decide(call: string, decision: 'once' | 'denied'): void {
    this.#page.agent.decide(call, decision, trustedClick());
  }

  /** Waits until something is so in what the page shows. False when time is up. */
  async sees(look: (snapshot: AgentSnapshot) => boolean, ms = this.#options.patienceMs): Promise<boolean> {
    return (await this.#until(() => look(this.snapshot) || undefined, ms)) ?? false;
  }

  /** The first answer of `look`, which is asked again whenever something changes; undefined when time is up. */
  async #until<T>(look: () => T | undefined, ms: number): Promise<T | undefined> {
    const found = deferred<T | undefined>();
    const ask = (): void => {
      const answer = look();
      if (answer !== undefined) found.resolve(answer);
    };
    let timer: NodeJS.Timeout | undefined;
    const begin = (): void => void (timer = setTimeout(() => found.resolve(undefined), ms));
    const { calm } = this.#options;
    if (calm) void calm.then(() => this.#listeners.has(ask) && begin());
    else begin();
    this.#listeners.add(ask);
    ask();
    try {
      return await found.promise;
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(ask);
    }
  }

  #openPage(tab: StoredItems): Page {
    const { name, port, origin, recorder, chance, nextPage } = this.#options;
    const page: Page = new Page({
      ...{ number: nextPage(), server: new URL(`ws://127.0.0.1:${port}/agent?${name}`), origin },
      ...{ browser: this.#browser, tab, recorder, random: chance.next },
      ...this.#options.page,
      onChange: (snapshot) => this.#onChange(page, snapshot),
      onEquipped: () => this.#wake(),
    });
    return page;
  }

  #onChange(page: Page, { connection, asks }: AgentSnapshot): void {
    if (page !== this.#page) return;
    this.#note(
      connection.phase === 'open'
        ? `${connection.welcome.resumed ? 'resumed' : 'began'} ${connection.welcome.session.slice(0, 4)}`
        : connection.phase,
    );
    const { chance, networkBackMs, onOpen } = this.#options;
    if (connection.phase === 'open') {
      this.#wasOpen = true;
      this.#beBack();
      onOpen(this);
    } else this.#awaySince ??= performance.now();
    if (connection.phase === 'lost' && networkBackMs) page.after(networkBackMs(), () => page.goOnline());
    if (this.#options.decides !== false) {
      for (const { call } of asks) page.after(chance.between(5, 250), () => this.#decide(page, call));
    }
    this.#wake();
  }

  #beBack(): void {
    const away = performance.now() - (this.#awaySince ?? Infinity);
    this.#awaySince = undefined;
    if (away > longAwayMs) this.doubt('long away');
  }

  #decide(page: Page, call: string): void {
    const decision = this.#options.chance.happens(0.1) ? 'denied' : 'once';
    page.agent.decide(call, decision, trustedClick());
  }

  #note(what: string): void {
    const last = this.#trail.at(-1) ?? '';
    if (last.endsWith(` ${what}`)) return;
    this.#trail = [...this.#trail.slice(-40), `${Math.round(performance.now())} ${what}`];
  }

  #wake(): void {
    for (const ask of this.#listeners) ask();
  }
}
