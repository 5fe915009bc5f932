import { expect } from '@open-wc/testing';
import type { Item } from '../conversation/items.ts';
import { saidBefore } from './said-before.ts';

function agent(id: string, text: string): Item {
  return { kind: 'agent', id, turn: 1, attempt: 1, text, streaming: false };
}

describe('what the model said before a call', () => {
  const items = [agent('1.0', 'I look.'), agent('1.1', 'I write\n\u202Eit\u0007 down.'), agent('2.0', 'Later.')];

  it('is that of its own round, without what moves or hides text', () => {
    expect(saidBefore(items, '1.0.3')).to.equal('I look.');
    expect(saidBefore(items, '1.1.0')).to.equal('I write it down.');
  });

  it('is nothing where it said nothing', () => {
    expect(saidBefore(items, '3.0.0')).to.equal(undefined);
    expect(saidBefore([agent('1.0', ' \n ')], '1.0.0')).to.equal(undefined);
  });

  it('is short, and breaks no character', () => {
    const said = saidBefore([agent('1.0', '😀'.repeat(200))], '1.0.0') ?? '';
    expect(said).to.equal(`${'😀'.repeat(139)}…`);
  });
});
