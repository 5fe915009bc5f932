import { expect } from '@open-wc/testing';
import { defineViews } from './define-views.ts';
import { agent, user } from './panel.fixture.ts';

describe('what is defined at once', () => {
  it('draws what was said, though nothing that loads later has come', async () => {
    defineViews();
    const transcript = document.createElement('headless-agent-transcript');
    transcript.items = [user('u1', 'What is rye?'), agent('1.0', 'A **grain**.', false)];
    document.body.append(transcript);
    await transcript.updateComplete;
    await transcript.querySelector('headless-agent-answer')?.updateComplete;
    expect(customElements.get('headless-agent-approval')).to.equal(undefined);
    expect(transcript.textContent).to.contain('What is rye?').and.to.contain('A **grain**.');
    transcript.remove();
  });
});
