import { AgentError } from '../../shared/errors.ts';
import { closeCode, type MessageOf } from '../../shared/protocol.ts';
import { isTooLarge } from '../connection/close-fate.ts';
import type { Connection } from '../connection/connection.ts';
import type { Credentials } from '../connection/credentials.ts';
import { hint } from '../connection/hint.ts';
import { Heartbeat } from '../connection/heartbeat.ts';
import type { Persist } from '../connection/kept-session.ts';
import type { KeptMessage } from '../connection/outbox.ts';
import { fetchTicket, type TicketPorts, type TicketSource } from '../connection/tickets.ts';
import { watchView, type View } from '../connection/view-watch.ts';
import { withoutLargest } from '../connection/without-largest.ts';
import { claimSession, takeUp, type Ledger, type SessionClaim, type TakenUp } from '../ledger/take-up.ts';
import { refusalWords } from '../strings/en-entry.ts';
import type { Clock } from '../tab/clock.ts';
import type { Locks } from '../tab/hold-lock.ts';
import type { EnteredTab, TabStorage } from '../tab/tab.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { LateTools, type LateToolsPorts } from './late-tools.ts';
import { Restorer } from './restorer.ts';
import { SessionKeeper, type SessionKeeperPorts } from './session-keeper.ts';
import type { Pending } from './turns.ts';

/** What it takes from its surroundings. */
export interface ContinuityParts {
  readonly clock: Clock;
  readonly page: EventTarget;
  readonly view: View;
  readonly locks: () => Locks | undefined;
  readonly storage: (persist: Persist) => TabStorage | undefined;
  readonly fetch: TicketPorts['fetch'];
  readonly baseUrl: () => string;
  readonly url: () => string;
}

export interface ContinuityPorts
  extends Omit<SessionKeeperPorts, 'clock' | 'storage' | 'owner'>, Omit<LateToolsPorts, 'clock'> {
  readonly parts: ContinuityParts;
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly tab: EnteredTab;
  readonly persist: () => Persist;
  readonly tickets: () => TicketSource;
  /** What is said again on every new socket. */
  readonly kept: () => readonly KeptMessage[];
  readonly keep: (results: readonly MessageOf<KeptMessage, 'tool.result'>[]) => void;
  /** Whether a conversation of another page is to be taken up. */
  readonly isRestoring: () => boolean;
  /** None can be; perhaps a message that was said before there was one. */
  readonly onNothingKept: (pending: Pending | undefined) => void;
}

const storageForbidden = 'The browser forbids storage here: a conversation ends with the page that it is in.';

/**
 * All that makes a conversation go on: over a cut, a reload, another tab. Loaded with the first welcome, or before
 * the first hello where that depends on it.
 */
export class Continuity {
  readonly keeper: SessionKeeper;
  readonly lateTools: LateTools;
  readonly draft: DraftKeeper;
  readonly #ports: ContinuityPorts;
  readonly #heartbeat: Heartbeat;
  #unwatch = (): void => {};
  #takingUp: Promise<TakenUp> | undefined;
  #takenUp: TakenUp | undefined;
  #claim: { readonly session: string; readonly lock: SessionClaim } | undefined;
  #mustSteal = false;

  constructor(ports: ContinuityPorts) {
    const { connection, parts, persist } = ports;
    const { clock } = parts;
    this.#ports = ports;
    this.keeper = new SessionKeeper({
      ...ports,
      clock,
      storage: () => parts.storage(persist()),
      owner: () => (persist() === 'tab' ? (this.ledger?.identity ?? ports.tab).tab : undefined),
    });
    this.lateTools = new LateTools({ ...ports, clock });
    this.draft = new DraftKeeper({
      storage: () => (persist() === 'none' ? undefined : parts.storage('tab')),
      recordName: ports.recordName,
    });
    this.#heartbeat = new Heartbeat({
      clock,
      ask: () => connection.send({ type: 'ack' }),
      giveUp: () => connection.giveUp(),
    });
  }

  /** What the tab remembers of its calls; undefined until it has been taken up. */
  get ledger(): Ledger | undefined {
    return this.#takenUp?.ledger;
  }

  start(): void {
    const { connection, parts, persist } = this.#ports;
    if (persist() !== 'none' && !parts.storage(persist())) hint(storageForbidden);
    connection.follow(this.#heartbeat);
    const unwatch = watchView(parts.view, parts.clock, {
      onShown: () => connection.renew(),
      onLongHidden: () => connection.pause(),
    });
    const onLeave = (): void => this.keeper.save();
    parts.page.addEventListener('pagehide', onLeave);
    this.#unwatch = () => {
      unwatch();
      parts.page.removeEventListener('pagehide', onLeave);
    };
  }

  stop(): void {
    this.#unwatch();
    this.#heartbeat.closed();
    this.#claim?.lock.release();
    this.#claim = undefined;
  }

  /** Takes up, once, what the tab remembers. */
  async takeUp(): Promise<Ledger> {
    const { parts, tab } = this.#ports;
    const { clock, page, view, locks, url } = parts;
    this.#takingUp ??= takeUp(tab, { clock, page, view, locks: locks(), url });
    this.#takenUp = await this.#takingUp;
    return this.#takenUp.ledger;
  }

  /**
   * What has to be there before the next hello; undefined when all is.
   *
   * @param code what the socket before was closed with.
   */
  prepare(code: number | undefined): Promise<void> | undefined {
    this.keeper.renewToken();
    const { isRestoring, kept, keep } = this.#ports;
    // Sent once more as it is, it would end the next socket, too.
    if (isTooLarge(code)) keep(withoutLargest(kept()));
    const isReady = this.#knowsTab && !isRestoring() && !this.#needsTicket(code);
    return isReady ? undefined : this.#prepare(code);
  }

  /** A session is this page's. A page that goes before its first call must be able to say that there was none. */
  hold(session: string): void {
    void this.#claimSession(session, true);
    // Where nothing can be written, the first effect hears of it.
    this.takeUp().catch(() => {});
  }

  /** The next try takes the session from the tab that has it. */
  takeBack(): void {
    this.#mustSteal = true;
    this.keeper.takeBack();
  }

  restorer(): Restorer {
    return new Restorer();
  }

  get #knowsTab(): boolean {
    return this.#takenUp !== undefined || !this.#ports.tab.isReturning;
  }

  #needsTicket(code: number | undefined): boolean {
    const { url, get } = this.#ports.tickets();
    return Boolean(url || get) && (!this.#ports.credentials.held || code === closeCode.ticketRefused);
  }

  /** @throws AgentError `taken_over` while another tab has the session; `ticket_refused`. */
  async #prepare(code: number | undefined): Promise<void> {
    const { credentials, tickets, parts, isRestoring } = this.#ports;
    if (!this.#knowsTab) await this.takeUp();
    if (isRestoring()) await this.#resume();
    if (!this.#needsTicket(code)) return;
    credentials.ticket = await fetchTicket(tickets(), { baseUrl: parts.baseUrl(), fetch: parts.fetch });
  }

  async #resume(): Promise<void> {
    const { credentials, persist, onNothingKept } = this.#ports;
    if (!credentials.held) {
      if (this.#takenUp?.isCopy && persist() === 'tab') this.keeper.drop();
      this.keeper.takeUp();
    }
    const { held } = credentials;
    if (!held) return onNothingKept(this.keeper.takePending());
    if (await this.#claimSession(held.session, this.#mustSteal)) return;
    this.keeper.release();
    throw new AgentError('taken_over', refusalWords('taken_over'));
  }

  /** False while another tab has it. Only what is kept on the device is shared by tabs. */
  async #claimSession(session: string, steal: boolean): Promise<boolean> {
    const { parts, persist, connection } = this.#ports;
    if (persist() !== 'device' || this.#claim?.session === session) return true;
    this.#claim?.lock.release();
    this.#claim = undefined;
    this.#mustSteal = false;
    const onTaken = (): void => {
      this.#claim = undefined;
      connection.refuse(refusalWords('taken_over'), closeCode.takenOver);
    };
    const lock = await claimSession(session, { locks: parts.locks(), clock: parts.clock, steal, onTaken });
    if (lock.state === 'held') this.#claim = { session, lock };
    return lock.state === 'held';
  }
}
