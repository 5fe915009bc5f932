import type { ErrorCode } from '../../shared/errors.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import type { AskReason, Scope } from './ask.ts';
import { lapses } from './lapses.ts';

/** All that counts for a decision about one call. */
export interface Situation {
  readonly tool: Pick<ToolDefinition, 'ask' | 'grant' | 'readOnly' | 'reads' | 'sink' | 'gesture'>;
  /** A site's own tool: what it reads is not known. */
  readonly siteTool: boolean;
  /** The server's ceiling. */
  readonly server: 'ask' | 'deny' | undefined;
  /** The site's attributes. */
  readonly site: { readonly asks: boolean; readonly allows: boolean; readonly denies: boolean };
  /** What the site's own function says of this very call. */
  readonly policy: 'ask' | 'deny' | undefined;
  /** `foreign`: a page of another origin is around this one. `accepted`: and the site says that this may be. */
  readonly frame: 'none' | 'foreign' | 'accepted';
  /** How often the tool was called of late; `declined` when the person has said no three times in the turn. */
  readonly rate: 'usual' | 'high' | 'exceeded' | 'declined';
  readonly untrusted: boolean;
  readonly sensitive: boolean;
  /** The model did not write the call as it should have. */
  readonly repaired: boolean;
  /** A yes of the person's that still holds. */
  readonly grant: Exclude<Scope, 'once'> | undefined;
  /** The longest yes that the site lets people give. */
  readonly remember: Scope;
  /** Whether the person has just clicked or typed. */
  readonly hasGesture: boolean;
}

/** What may happen to a call, and why. */
export type Verdict =
  | { readonly outcome: 'allow'; readonly by: 'policy' | 'grant' }
  | {
      readonly outcome: 'ask';
      readonly kind: 'consent' | 'gesture';
      readonly danger: boolean;
      readonly why: readonly AskReason[];
      readonly scopes: readonly Scope[];
    }
  | { readonly outcome: 'deny'; readonly code: ErrorCode; readonly reason: string };

const denials = {
  server: ['policy_denied', 'The server does not allow this tool.'],
  site: ['policy_denied', 'This site does not allow this tool.'],
  policy: ['policy_denied', 'The site did not allow this call.'],
  framed: [
    'policy_blocked',
    'The assistant is embedded in a foreign page, where nobody can safely be asked about this.',
  ],
  exceeded: ['rate_limited', 'This tool was called too often. Wait a minute before calling it again.'],
  declined: ['policy_denied', 'The person has said no several times: nothing more runs in this turn. Say so in words.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

const scopes = ['once', 'session', 'always'] as const satisfies readonly Scope[];

/**
 * Whether a call may run. The most restrictive voice wins. A yes from before, the site's or the person's, answers for
 * the tool's own wish to ask and for nobody else's.
 */
export function decide(situation: Situation): Verdict {
  const { tool, grant, hasGesture } = situation;
  const denial = findDenial(situation);
  if (denial) {
    const [code, reason] = denials[denial];
    return { outcome: 'deny', code, reason };
  }
  const why = findReasons(situation);
  if (why.length > 0) {
    return { outcome: 'ask', kind: 'consent', danger: isDangerous(situation), why, scopes: scopesOf(situation, why) };
  }
  if (tool.gesture && !hasGesture) {
    return { outcome: 'ask', kind: 'gesture', danger: false, why: [], scopes: ['once'] };
  }
  return { outcome: 'allow', by: tool.ask && !isAllowed(situation) && grant ? 'grant' : 'policy' };
}

/** Something of the person's could leave in what a stranger may have ordered. */
function isDangerous({ tool, untrusted, sensitive }: Situation): boolean {
  return tool.sink === 'egress' && untrusted && sensitive;
}

function findDenial(situation: Situation): keyof typeof denials | undefined {
  const { server, site, policy, frame, rate } = situation;
  if (server === 'deny') return 'server';
  if (site.denies) return 'site';
  if (policy === 'deny') return 'policy';
  if (frame === 'foreign' && isDangerous(situation)) return 'framed';
  return rate === 'exceeded' || rate === 'declined' ? rate : undefined;
}

function findReasons(situation: Situation): readonly AskReason[] {
  const { tool, server, site, policy, frame, rate } = situation;
  const lapsed = lapses(tool, situation);
  const isGranted = lapsed.length === 0 && (isAllowed(situation) || situation.grant !== undefined);
  const reasons: readonly (readonly [AskReason, boolean])[] = [
    ['policy', policy === 'ask'],
    ['framed', frame === 'accepted' && isDangerous(situation)],
    ['rate', rate === 'high'],
    ['untrusted', lapsed.includes('untrusted')],
    ['sensitive', lapsed.includes('sensitive')],
    ['repaired', isDoubtful(situation)],
    ['server', server === 'ask'],
    ['site', site.asks],
    ['tool', tool.ask && !isGranted],
  ];
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

function isAllowed({ tool, site }: Situation): boolean {
  return site.allows && tool.grant === 'always';
}

/** Somebody looks at a mended call before it acts, or tells of the person. */
function isDoubtful({ repaired, tool, siteTool }: Situation): boolean {
  if (!repaired) return false;
  return siteTool || !tool.readOnly || (tool.reads !== 'nothing' && tool.reads !== 'device');
}

/** A longer yes is offered only where it would have answered the question. */
function scopesOf({ tool, remember }: Situation, why: readonly AskReason[]): readonly Scope[] {
  if (why.some((reason) => reason !== 'tool')) return ['once'];
  const longest = Math.min(scopes.indexOf(tool.grant), scopes.indexOf(remember));
  return scopes.slice(0, longest + 1);
}
