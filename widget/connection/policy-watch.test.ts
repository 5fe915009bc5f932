import { expect } from '@open-wc/testing';
import { consoleErrors } from './console.fixture.ts';
import { isBlockedByPolicy, watchPolicy } from './policy-watch.ts';

function violation(fields: Record<string, string>): Event {
  const event = new Event('securitypolicyviolation');
  return Object.assign(event, { effectiveDirective: '', blockedURI: '', sample: '', originalPolicy: '', ...fields });
}

describe('watchPolicy', () => {
  const page = new EventTarget();
  watchPolicy(page);

  it('remembers what the policy did not let us connect to', () => {
    page.dispatchEvent(violation({ effectiveDirective: 'connect-src', blockedURI: 'wss://agent.example.com/agent' }));
    expect(isBlockedByPolicy(new URL('wss://agent.example.com/agent'))).to.equal(true);
    expect(isBlockedByPolicy(new URL('wss://agent.example.com.evil.example/agent'))).to.equal(false);
  });

  it('gives the line that the renderer needs, and the other one where it is a matter of a second copy', async () => {
    const said = await consoleErrors(() => {
      const missing = { effectiveDirective: 'trusted-types', sample: 'lit-html', originalPolicy: 'trusted-types shop' };
      page.dispatchEvent(violation(missing));
      page.dispatchEvent(violation(missing));
      page.dispatchEvent(violation({ ...missing, originalPolicy: 'trusted-types lit-html' }));
      page.dispatchEvent(violation({ ...missing, sample: 'other' }));
    });
    expect(said).to.have.length(2);
    expect(said[0]).to.match(/Add to it: trusted-types lit-html$/);
    expect(said[1]).to.match(/trusted-types lit-html 'allow-duplicates'/);
  });
});
