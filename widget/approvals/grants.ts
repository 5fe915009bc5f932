import { newId } from '../../shared/ids.ts';
import { isObject } from '../../shared/json.ts';
import type { TabStorage } from '../tab/tab.ts';
import type { Scope } from './ask.ts';
import type { Grant, GrantList } from './grant.ts';
import { KeptList } from './kept-list.ts';

/** Where a grant holds. A yes that was given elsewhere says nothing here. */
export interface GrantPlace {
  /** The page's own. */
  readonly origin: string;
  /** The pages around it; empty for a page of its own. */
  readonly frame: string;
  /** The origin of the agent server. */
  readonly server: string;
}

/** What a grant is about: a tool as it was when the person said yes. */
export interface GrantedTool {
  readonly tool: string;
  readonly title: string | undefined;
  /** Names the definition. Another definition is another tool. */
  readonly definition: string;
}

export interface GrantsOptions {
  readonly storage: () => TabStorage | undefined;
  readonly place: () => GrantPlace;
  readonly session: () => string;
  readonly now: () => number;
  readonly onChange: () => void;
}

const keptMs = 30 * 24 * 3_600_000;
const most = 200;

type KeptGrant = Grant & GrantPlace & { readonly definition: string; readonly expiresAt: number };
type SessionGrant = Grant & { readonly session: string; readonly definition: string };

/** The yeses of the person's that are remembered: for a session in memory, for longer in this browser. */
export class Grants implements GrantList {
  readonly #options: GrantsOptions;
  readonly #kept: KeptList<KeptGrant>;
  #ofSessions: readonly SessionGrant[] = [];

  constructor(options: GrantsOptions) {
    this.#options = options;
    this.#kept = new KeptList({
      ...{ name: 'headless-agent.grants', storage: options.storage, parse: parseGrant, most },
    });
  }

  /** The yes that holds for this very tool, if there is one. */
  find({ tool, definition }: GrantedTool): Exclude<Scope, 'once'> | undefined {
    return this.#valid().find((grant) => grant.tool === tool && grant.definition === definition)?.scope;
  }

  give({ tool, title, definition }: GrantedTool, scope: Exclude<Scope, 'once'>): void {
    const { now, place, session, onChange } = this.#options;
    const about = { id: newId(), tool, title, definition, grantedAt: now() };
    if (scope === 'session') {
      const grant = { ...about, scope, expiresAt: undefined, session: session() };
      this.#ofSessions = [...this.#ofSessions.filter((known) => known.session === session()), grant];
    } else {
      const grant = { ...about, ...place(), scope, expiresAt: now() + keptMs };
      this.#kept.write([...this.#current().filter((known) => !isSame(known, grant)), grant]);
    }
    onChange();
  }

  readonly list = (): readonly Grant[] => this.#valid().toReversed();

  readonly revoke = (id: string): void => {
    this.#ofSessions = this.#ofSessions.filter((grant) => grant.id !== id);
    this.#kept.write(this.#current().filter((grant) => grant.id !== id));
    this.#options.onChange();
  };

  /** Those that hold here and now, oldest first. */
  #valid(): readonly (SessionGrant | KeptGrant)[] {
    const { place, session } = this.#options;
    const here = place();
    const kept = this.#current().filter((grant) => isIn(grant, here));
    const ofSession = this.#ofSessions.filter((grant) => grant.session === session());
    return [...kept, ...ofSession].toSorted((one, other) => one.grantedAt - other.grantedAt);
  }

  /** Those that have not expired, wherever they hold. A clock that was set back makes none younger. */
  #current(): readonly KeptGrant[] {
    const now = this.#options.now();
    return this.#kept.read().filter(({ grantedAt, expiresAt }) => now < expiresAt && expiresAt <= grantedAt + keptMs);
  }
}

function isIn(grant: GrantPlace, { origin, frame, server }: GrantPlace): boolean {
  return grant.origin === origin && grant.frame === frame && grant.server === server;
}

function isSame(one: KeptGrant, other: KeptGrant): boolean {
  return isIn(one, other) && one.tool === other.tool;
}

function parseGrant(value: unknown): KeptGrant | undefined {
  if (!isObject(value)) return undefined;
  const { id, tool, title, definition, grantedAt, expiresAt, origin, frame, server } = value;
  const texts = [id, tool, definition, origin, frame, server];
  if (!texts.every(isText) || !(title === undefined || isText(title))) return undefined;
  if (typeof grantedAt !== 'number' || typeof expiresAt !== 'number') return undefined;
  const [one = '', two = '', three = '', four = '', five = '', six = ''] = texts.filter(isText);
  const place = { origin: four, frame: five, server: six };
  return { id: one, tool: two, definition: three, title, scope: 'always', grantedAt, expiresAt, ...place };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
