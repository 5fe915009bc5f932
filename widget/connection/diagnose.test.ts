import { expect } from '@open-wc/testing';
import { consoleErrors } from './console.fixture.ts';
import { diagnose, type Surroundings } from './diagnose.ts';
import type { Failure } from './failure.ts';
import { watchPolicy } from './policy-watch.ts';

let count = 0;

/** A host that no other test has asked about: each hint is given once. */
function freshUrl(scheme = 'wss', path = '/agent', host = `agent${(count += 1)}.example.com`): URL {
  return new URL(`${scheme}://${host}${path}`);
}

function closed(url: URL, code = 1006, wasWelcome = false): Failure {
  return { kind: 'closed', url, code, reason: 'why', wasWelcome };
}

function shop(answer: () => Promise<Response>, location: Partial<Surroundings['location']> = {}): Surroundings {
  return {
    location: { origin: 'https://shop.example.com', protocol: 'https:', hostname: 'shop.example.com', ...location },
    fetch: answer,
  };
}

const nobody = () => Promise.reject(new TypeError('Failed to fetch'));
const json = (value: unknown) => () => Promise.resolve(new Response(JSON.stringify(value)));

async function hintsFor(failure: Failure, surroundings: Surroundings): Promise<string> {
  return (await consoleErrors(() => diagnose(failure, surroundings))).join('\n');
}

describe('diagnose', () => {
  it('gives the setting that admits the page', async () => {
    const location = { origin: 'https://admitted.example.com' };
    expect(await hintsFor(closed(freshUrl(), 4403), shop(nobody, location))).to.match(
      /HEADLESS_AGENT_ORIGINS=https:\/\/admitted\.example\.com$/,
    );
  });

  it('explains a page without an origin', async () => {
    expect(await hintsFor(closed(freshUrl(), 4403), shop(nobody, { origin: 'null' }))).to.match(/sandboxed frame/);
  });

  it('passes on what the server said when it closed', async () => {
    expect(await hintsFor(closed(freshUrl(), 4406), shop(nobody))).to.match(/4406 why/);
  });

  it('says nothing of a conversation that went on in another tab', async () => {
    expect(await hintsFor(closed(freshUrl(), 4409), shop(nobody))).to.equal('');
  });

  it('names the secure URL when an https page would use ws:', async () => {
    const url = freshUrl('ws');
    const failure: Failure = { kind: 'forbidden', url, cause: new DOMException('insecure', 'SecurityError') };
    expect(await hintsFor(failure, shop(nobody))).to.contain(`server="wss://${url.host}/agent"`);
  });

  it('gives the line that the Content-Security-Policy lacks', async () => {
    const page = new EventTarget();
    watchPolicy(page);
    const url = freshUrl();
    const event = new Event('securitypolicyviolation');
    const fields = { effectiveDirective: 'connect-src', blockedURI: url.href, sample: '', originalPolicy: '' };
    page.dispatchEvent(Object.assign(event, fields));
    expect(await hintsFor(closed(url), shop(nobody))).to.contain(`connect-src ${url.origin}`);
  });

  it('gives the right path when the server is there', async () => {
    const url = freshUrl('wss', '/ws');
    const said = await hintsFor(closed(url), shop(json({ name: 'headless-agent', path: '/agent' })));
    expect(said).to.contain(`not at /ws. Set server="wss://${url.host}/agent"`);
  });

  it('suspects a proxy when path and server are right', async () => {
    const said = await hintsFor(closed(freshUrl()), shop(json({ name: 'headless-agent', path: '/agent' })));
    expect(said).to.contain('WebSocket upgrades');
  });

  it('says when somebody else answers', async () => {
    expect(await hintsFor(closed(freshUrl()), shop(json({ ok: true })))).to.contain('is no headless-agent server');
    const page = () => Promise.resolve(new Response('<!doctype html>'));
    expect(await hintsFor(closed(freshUrl()), shop(page))).to.contain('is no headless-agent server');
  });

  it('says when nobody answers', async () => {
    expect(await hintsFor(closed(freshUrl()), shop(nobody))).to.contain('Is the server running?');
  });

  it('names the permission that a public page needs for a server on this computer', async () => {
    const said = await hintsFor(closed(freshUrl('ws', '/agent', 'localhost:8701')), shop(nobody));
    expect(said).to.contain('“local network access”: allow it for https://shop.example.com');
  });

  it('does not name it to a page on this computer', async () => {
    const location = { origin: 'http://localhost:5173', protocol: 'http:', hostname: 'localhost' };
    const said = await hintsFor(closed(freshUrl('ws', '/agent', 'localhost:8702')), shop(nobody, location));
    expect(said).to.not.contain('local network access');
  });

  it('asks the health page once, and never after a socket that was welcome', async () => {
    let asked = 0;
    const answer = () => {
      asked += 1;
      return nobody();
    };
    const url = freshUrl();
    await hintsFor(closed(url), shop(answer));
    await hintsFor(closed(url), shop(answer));
    await hintsFor(closed(freshUrl(), 1006, true), shop(answer));
    expect(asked).to.equal(1);
  });
});
