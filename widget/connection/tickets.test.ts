import { expect } from '@open-wc/testing';
import { AgentError } from '../../shared/errors.ts';
import { consoleErrors } from './console.fixture.ts';
import { fetchTicket, type TicketSource } from './tickets.ts';

const answering = (response: () => Response) => {
  const asked: { url: string; method: string | undefined; credentials: string | undefined }[] = [];
  const fetch = async (url: URL, { method, credentials }: RequestInit): Promise<Response> => {
    asked.push({ url: url.href, method, credentials });
    return response();
  };
  return { asked, ports: { baseUrl: 'https://shop.example.com/page', fetch } };
};

const json = (value: unknown, status = 200) => answering(() => Response.json(value, { status }));

async function codeOf(source: TicketSource, ports: Parameters<typeof fetchTicket>[1]): Promise<string> {
  try {
    return await fetchTicket(source, ports);
  } catch (thrown) {
    return AgentError.is(thrown) ? thrown.code : 'again';
  }
}

describe('a ticket', () => {
  it("comes from the site's backend, for whoever is signed in there", async () => {
    const { asked, ports } = json({ ticket: 'abc' });
    expect(await fetchTicket({ url: '/agent-ticket', get: undefined }, ports)).to.equal('abc');
    expect(asked).to.deep.equal([
      { url: 'https://shop.example.com/agent-ticket', method: 'POST', credentials: 'same-origin' },
    ]);
  });

  it("comes from the site's own function rather than from an address", async () => {
    const { asked, ports } = json({ ticket: 'abc' });
    expect(await fetchTicket({ url: '/agent-ticket', get: async () => 'own' }, ports)).to.equal('own');
    expect(asked).to.deep.equal([]);
  });

  for (const [what, value, status] of [
    ['is no JSON with a ticket', { token: 'abc' }, 200],
    ['is empty', { ticket: '' }, 200],
    ['is too long', { ticket: 'a'.repeat(4_097) }, 200],
    ['is refused', {}, 403],
    ['is not there', {}, 404],
  ] as const) {
    it(`that ${what} is not asked for again, and the console says what mends it`, async () => {
      const lines = await consoleErrors(async () => {
        const { ports } = json(value, status);
        expect(await codeOf({ url: `/ticket-${what}`, get: undefined }, ports)).to.equal('ticket_refused');
      });
      expect(lines.join()).to.match(/ticket-url="\/ticket-.*(must)/);
    });
  }

  for (const status of [429, 500, 503]) {
    it(`is worth another try after ${status}`, async () => {
      const { ports } = json({}, status);
      expect(await codeOf({ url: '/agent-ticket', get: undefined }, ports)).to.equal('again');
    });
  }

  it('is worth another try when the function of the site threw', async () => {
    const { ports } = json({});
    const lines = await consoleErrors(async () => {
      const get = () => Promise.reject(new Error('no network'));
      expect(await codeOf({ url: undefined, get }, ports)).to.equal('again');
    });
    expect(lines.join()).to.match(/getTicket: it threw/);
  });

  it('can not come from what is no URL', async () => {
    const { ports } = json({});
    const lines = await consoleErrors(async () => {
      expect(await codeOf({ url: 'https://', get: undefined }, ports)).to.equal('ticket_refused');
    });
    expect(lines.join()).to.match(/this is no URL/);
  });
});
