import { expect } from '@open-wc/testing';
import { decide } from './decision.ts';

const plain = { name: 'speak', ask: false, gesture: false };
const consent = { outcome: 'ask', kind: 'consent' };
const gesture = { outcome: 'ask', kind: 'gesture' };
const deny = { outcome: 'deny', reason: 'This site does not allow this tool.' };
const allow = { outcome: 'allow' };

function rules({ ask = false, deny: denied = false }) {
  return { asks: () => ask, denies: () => denied };
}

describe('decide', () => {
  const rows: readonly [string, typeof plain, ReturnType<typeof rules>, boolean, object][] = [
    ['runs what nobody minds', plain, rules({}), false, allow],
    ['asks when the tool wants it', { ...plain, ask: true }, rules({}), true, consent],
    ['asks when the site wants it', plain, rules({ ask: true }), true, consent],
    ['denies what the site denies', plain, rules({ deny: true }), true, deny],
    ['denies rather than asks', { ...plain, ask: true }, rules({ ask: true, deny: true }), true, deny],
    ['asks for a click where one is needed', { ...plain, gesture: true }, rules({}), false, gesture],
    ['needs no click after a click', { ...plain, gesture: true }, rules({}), true, allow],
    ['asks for consent, which is a click too', { ...plain, ask: true, gesture: true }, rules({}), false, consent],
  ];
  for (const [title, tool, site, hasGesture, verdict] of rows) {
    it(title, () => expect(decide(tool, site, hasGesture)).to.deep.equal(verdict));
  }
});
