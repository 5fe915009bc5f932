import { expect } from '@open-wc/testing';
import { decide, type Situation, type Verdict } from './decision.ts';

const calm: Situation = {
  tool: { ask: false, grant: 'always', readOnly: false, reads: 'nothing', sink: 'local', gesture: false },
  siteTool: false,
  server: undefined,
  site: { asks: false, allows: false, denies: false },
  policy: undefined,
  frame: 'none',
  rate: 'usual',
  untrusted: false,
  sensitive: false,
  repaired: false,
  grant: undefined,
  remember: 'always',
  hasGesture: true,
};
const { tool, site } = calm;
const asking = { ...tool, ask: true };
const sending = { ...tool, sink: 'egress' } as const;
const tainted = { untrusted: true, sensitive: true };

/** A verdict in a word or two, so that a row of the table is a line. */
function brief(verdict: Verdict): string {
  if (verdict.outcome === 'allow') return `allow by ${verdict.by}`;
  if (verdict.outcome === 'deny') return `deny ${verdict.code}`;
  const { kind, danger, why, scopes } = verdict;
  return [danger ? 'danger' : 'ask', kind, why.join('+'), scopes.join(' ')].filter(Boolean).join(' | ');
}

const rows: readonly (readonly [title: string, change: Partial<Situation>, verdict: string])[] = [
  ['runs what nobody minds', {}, 'allow by policy'],
  ['asks when the tool wants it', { tool: asking }, 'ask | consent | tool | once session always'],
  ['asks when the site wants it, each time', { site: { ...site, asks: true } }, 'ask | consent | site | once'],
  ['asks when the server wants it', { server: 'ask' }, 'ask | consent | server | once'],
  ['asks when the site’s function wants it', { policy: 'ask' }, 'ask | consent | policy | once'],
  ['asks about a tool that is called often', { rate: 'high' }, 'ask | consent | rate | once'],

  ['denies beyond the server’s ceiling', { server: 'deny' }, 'deny policy_denied'],
  ['denies what the site denies', { site: { ...site, denies: true } }, 'deny policy_denied'],
  ['denies what the site’s function denies', { policy: 'deny' }, 'deny policy_denied'],
  ['denies a tool that is called too often', { rate: 'exceeded' }, 'deny rate_limited'],
  ['denies the rest of a turn that was declined three times', { rate: 'declined' }, 'deny policy_denied'],
  [
    'denies rather than asks, whatever loosens',
    { tool: asking, site: { asks: true, allows: true, denies: true }, grant: 'always' },
    'deny policy_denied',
  ],

  ['lets the site allow what its tool permits', { tool: asking, site: { ...site, allows: true } }, 'allow by policy'],
  [
    'lets the site allow nothing else',
    { tool: { ...asking, grant: 'session' }, site: { ...site, allows: true } },
    'ask | consent | tool | once session',
  ],
  ['takes a yes from before', { tool: asking, grant: 'always' }, 'allow by grant'],
  [
    'takes no yes from before for the site’s wish',
    { site: { ...site, asks: true }, grant: 'always' },
    'ask | consent | site | once',
  ],
  [
    'takes no yes from before for the server’s wish',
    { server: 'ask', grant: 'always' },
    'ask | consent | server | once',
  ],
  ['offers only the yes that the tool permits', { tool: { ...asking, grant: 'once' } }, 'ask | consent | tool | once'],
  [
    'offers only the yes that the site permits',
    { tool: asking, remember: 'session' },
    'ask | consent | tool | once session',
  ],

  [
    'asks for a click where one is needed',
    { tool: { ...tool, gesture: true }, hasGesture: false },
    'ask | gesture | once',
  ],
  ['needs no click after a click', { tool: { ...tool, gesture: true } }, 'allow by policy'],
  [
    'asks for consent, which is a click too',
    { tool: { ...asking, gesture: true }, hasGesture: false },
    'ask | consent | tool | once session always',
  ],

  ['lets a clean conversation send', { tool: sending }, 'allow by policy'],
  [
    'asks before it sends after a stranger’s words',
    { tool: sending, untrusted: true },
    'ask | consent | untrusted | once',
  ],
  ['asks before it sends after personal data', { tool: sending, sensitive: true }, 'ask | consent | sensitive | once'],
  ['warns before it sends after both', { tool: sending, ...tainted }, 'danger | consent | untrusted+sensitive | once'],
  [
    'lets grants lapse after a stranger’s words',
    { tool: { ...asking, sink: 'egress' }, untrusted: true, grant: 'always', site: { ...site, allows: true } },
    'ask | consent | untrusted+tool | once',
  ],
  ['asks before it writes after a stranger’s words', { untrusted: true }, 'ask | consent | untrusted | once'],
  [
    'asks before it changes the page after them',
    { tool: { ...tool, sink: 'page' }, untrusted: true },
    'ask | consent | untrusted | once',
  ],
  [
    'asks before it reads something personal after them',
    { tool: { ...tool, readOnly: true, sink: 'none', reads: 'personal' }, untrusted: true },
    'ask | consent | untrusted | once',
  ],
  [
    'still reads the device after them',
    { tool: { ...tool, readOnly: true, sink: 'none', reads: 'device' }, ...tainted },
    'allow by policy',
  ],
  ['still does what leaves no trace after them', { tool: { ...tool, sink: 'none' }, ...tainted }, 'allow by policy'],
  ['still writes here after personal data', { sensitive: true }, 'allow by policy'],

  ['denies a danger in a foreign frame', { tool: sending, ...tainted, frame: 'foreign' }, 'deny policy_blocked'],
  [
    'asks in a foreign frame what is no danger',
    { tool: asking, frame: 'foreign' },
    'ask | consent | tool | once session always',
  ],
  [
    'asks about a danger in a frame that the site accepts',
    { tool: sending, ...tainted, frame: 'accepted' },
    'danger | consent | framed+untrusted+sensitive | once',
  ],

  ['asks about a mended call that acts', { repaired: true, grant: 'always' }, 'ask | consent | repaired | once'],
  [
    'asks about a mended call that reads something personal',
    { repaired: true, tool: { ...tool, readOnly: true, sink: 'none', reads: 'personal' } },
    'ask | consent | repaired | once',
  ],
  [
    'asks about a mended call of a site’s tool',
    { repaired: true, siteTool: true, tool: { ...tool, readOnly: true, sink: 'none' } },
    'ask | consent | repaired | once',
  ],
  [
    'runs a mended call that only reads, and nothing personal',
    { repaired: true, tool: { ...tool, readOnly: true, sink: 'none', reads: 'device' } },
    'allow by policy',
  ],
];

describe('decide', () => {
  for (const [title, change, verdict] of rows) {
    it(title, () => expect(brief(decide({ ...calm, ...change }))).to.equal(verdict));
  }

  it('never says less for more: whatever is added to a situation, no denial becomes a question and no question a yes', () => {
    const rank = { allow: 0, ask: 1, deny: 2 } as const;
    const changes: readonly Partial<Situation>[] = [
      ...([{ server: 'deny' }, { server: 'ask' }, { policy: 'deny' }, { policy: 'ask' }, { repaired: true }] as const),
      ...([
        { untrusted: true },
        { sensitive: true },
        { rate: 'high' },
        { rate: 'exceeded' },
        { frame: 'foreign' },
      ] as const),
      ...[{ site: { ...site, denies: true } }, { site: { ...site, asks: true } }, { hasGesture: false }],
    ];
    for (const one of [{}, ...changes]) {
      for (const other of changes) {
        if (Object.keys(one).some((key) => key in other)) continue;
        for (const kind of [tool, asking, sending, { ...asking, sink: 'egress', gesture: true } as const]) {
          const before = decide({ ...calm, tool: kind, ...one });
          const after = decide({ ...calm, tool: kind, ...one, ...other });
          expect(rank[after.outcome]).to.be.at.least(rank[before.outcome], JSON.stringify([kind, one, other]));
        }
      }
    }
  });
});
