import { expect } from '@open-wc/testing';
import { ask } from './ask.fixture.ts';
import { askHandler, consult, type ApprovalHandler, type Policy } from './site-policy.ts';

const call = {
  call: '1.0.0',
  tool: 'speak',
  siteTool: false,
  args: {},
  readOnly: false,
  reads: 'nothing',
  sink: 'none',
} as const;

/** A function as a script without types may bring it. */
function saying(given: () => unknown): Policy {
  const policy: { readonly say: Policy } = JSON.parse('{}', () => ({ say: given }));
  return policy.say;
}

describe('the site’s own function', () => {
  const rows: readonly (readonly [string, () => unknown, 'ask' | 'deny' | undefined])[] = [
    ['leaves things as they are', () => undefined, undefined],
    ['asks', () => 'ask', 'ask'],
    ['denies', () => 'deny', 'deny'],
    ['can not allow', () => 'allow', 'deny'],
    ['denies with anything odd', () => true, 'deny'],
    ['denies when it would answer later', async () => 'ask', 'deny'],
    [
      'denies when it throws',
      () => {
        throw new Error('broken');
      },
      'deny',
    ],
  ];
  for (const [title, given, said] of rows) {
    it(title, () => expect(consult(saying(given), call)).to.equal(said));
  }

  it('need not be there', () => {
    for (const missing of [undefined, null]) expect(consult(missing, call)).to.equal(undefined);
  });
});

describe('an approval handler', () => {
  const { signal } = new AbortController();
  it('says yes once and nothing else', async () => {
    const yes: ApprovalHandler = async () => 'once';
    expect(await askHandler(yes, ask(), signal)).to.equal('once');
    expect(await askHandler(async () => 'denied', ask(), signal)).to.equal('denied');
    expect(await askHandler(() => Promise.reject(new Error('broken')), ask(), signal)).to.equal('denied');
  });
});
