/** What both sides hold to without asking each other. No server changes them. */
export const fixedLimits = {
  /** Levels of a frame's JSON. */
  maxDepth: 64,
  maxMessageChars: 16_000,
  maxFrameBytes: 1_048_576,
  maxPageTools: 32,
  /** All page tools together, as JSON. */
  maxPageToolBytes: 16_384,
  /** Calls that a page's ledger holds at most. */
  maxLedgerCalls: 200,
  /** How long a tool may run that waits behind a prompt of the browser's own. */
  browserPromptMs: 60_000,
} as const;

/** Numbers that concern the page, too. A server may be given others, and tells the page those that it has to keep to. */
export const pageLimits = {
  /** How long a tool may run once nobody has to decide anything. */
  toolMs: 30_000,
  /** How long a person may take over an approval. */
  approvalMs: 300_000,
  /** How long a session waits for its socket to come back. */
  graceMs: 30_000,
  /** How long a new socket may take to say hello. */
  helloMs: 5_000,
  maxArgsBytes: 65_536,
  maxArgsDepth: 32,
  /** A larger result is answered as `too_large`. */
  maxResultBytes: 32_768,
} as const satisfies Record<string, number>;

/** All the numbers that bound the product and that a server may change, with their units in their names. */
export const limits = {
  ...pageLimits,
  /** Model requests in one turn. */
  maxRounds: 8,
  /** Tool calls in one turn; further ones are answered without running. */
  maxCalls: 16,
  /** About what the turns that are over may take of a request to the model; older ones are left out. */
  maxHistoryTokens: 100_000,
  /** How long a browser may take to answer after it was told that time is up. */
  cancelGraceMs: 2_000,
  /** How long a closed conversation stays in memory. */
  sessionMs: 3_600_000,
  heartbeatMs: 20_000,
  /** How long one request to the model may take. */
  modelMs: 120_000,
  maxFragments: 64,
  framesPerSecond: 30,
  frameBurst: 60,
  /** Unsent bytes at which a socket that does not read is ended. */
  maxBufferedBytes: 4_194_304,
  /** Sessions one server process keeps at most. */
  maxSessions: 20_000,
  /** How long the HTTP that opens a socket may take. */
  handshakeMs: 5_000,
  /** Sockets one server process holds at most. */
  maxSockets: 20_000,
  /** How long a socket may take nothing of what waits for it. */
  stalledMs: 30_000,
  /** How long the operator's own check may take before a first message. */
  admitMs: 5_000,
  // A visitor is the subject of a ticket; without tickets, an address. All nodes of a server count together.
  visitorSockets: 20,
  visitorHellosPerMinute: 120,
  visitorMessagesPerMinute: 20,
  /** Turns of one visitor that run at the same time. */
  visitorTurns: 4,
  /** For a visitor without a ticket; a ticket brings its own. A day is one of UTC. */
  visitorTokensPerDay: 500_000,
  /** For all visitors together: beyond it, nobody is answered until the next day of UTC. */
  serverTokensPerDay: 20_000_000,
} as const satisfies Record<string, number>;

export type Limits = { readonly [Name in keyof typeof limits]: number };

/** Whether a number can be a limit. A timer that is asked to wait 2^31 ms or more does not wait at all. */
export function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 2 ** 31;
}
