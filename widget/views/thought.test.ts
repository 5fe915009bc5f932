import { expect, fixture, html } from '@open-wc/testing';
import { defineCard } from './define-card.ts';
import type { Thought } from './thought.ts';

defineCard();

describe('a thought', () => {
  it('is folded away and grows in its place', async () => {
    const view = await fixture<Thought>(html`<headless-agent-thought .text=${'Let me '}></headless-agent-thought>`);
    const details = view.querySelector('details');
    const node = details?.querySelector('div')?.firstChild;
    view.text = 'Let me see.';
    await view.updateComplete;
    expect(details?.open).to.equal(false);
    expect(node?.textContent).to.equal('Let me see.');
    expect(details?.querySelector('div')?.firstChild).to.equal(node);
  });

  it('is text, whatever is in it', async () => {
    const view = await fixture<Thought>(html`<headless-agent-thought .text=${'<b>x</b>'}></headless-agent-thought>`);
    expect(view.querySelector('b')).to.equal(null);
    expect(view.querySelector('div')?.textContent).to.equal('<b>x</b>');
  });
});
