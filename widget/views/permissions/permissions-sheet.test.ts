import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../scripts/wtr/wait-until.ts';
import { click, focusPage, press } from '../../../scripts/wtr/devices.ts';
import { restoreAll, stub } from '../../../scripts/wtr/stub.ts';
import type { Grant } from '../../approvals/grant.ts';
import type { RecordedCall } from '../../approvals/recorded-call.ts';
import type { ToolPermission } from '../../approvals/tool-permission.ts';
import { axeViolations } from '../axe.fixture.ts';
import { definePanelFixture, PanelFixture } from '../panel.fixture.ts';

definePanelFixture();
before(() => focusPage());
afterEach(() => {
  restoreAll();
  document.body.replaceChildren();
});

const at = Date.UTC(2026, 10, 30, 12);

function tool(name: string, change: Partial<ToolPermission> = {}): ToolPermission {
  const base = {
    title: undefined,
    siteTool: false,
    rule: 'ask',
    reads: 'nothing',
    sink: 'none',
    browserAsks: false,
  } as const;
  return { ...base, tool: name, ...change };
}

const tools = [
  tool('geolocation_get', { reads: 'personal', browserAsks: true }),
  tool('speak', { rule: 'allow', sink: 'local' }),
  tool('basket_add', { title: 'Add to the basket', siteTool: true, reads: 'personal', sink: 'egress' }),
  tool('clipboard_read', { rule: 'deny', reads: 'secret' }),
];

const spoken: Grant = { id: 'g1', tool: 'speak', title: undefined, scope: 'always', grantedAt: at, expiresAt: at };
const gone: Grant = {
  id: 'g2',
  tool: 'order_list',
  title: 'List orders',
  scope: 'session',
  grantedAt: at,
  expiresAt: undefined,
};

const recorded: RecordedCall = {
  ...{ at, session: 's', call: '1.0.0', tool: 'geolocation_get', from: 'builtin', by: 'person', outcome: 'done' },
  ...{ code: undefined, bytes: 128 },
};

async function open(grants: readonly Grant[] = [], calls: readonly RecordedCall[] = []): Promise<PanelFixture> {
  const panel = new PanelFixture();
  document.body.append(panel);
  let left = grants;
  let kept = calls;
  await panel.show({
    intents: {
      ...panel.state.intents,
      permissions: () => tools,
      grants: () => ({ list: () => left, revoke: (id) => (left = left.filter((grant) => grant.id !== id)) }),
      record: () => ({ list: () => kept, toJson: () => JSON.stringify(kept), clear: () => (kept = []) }),
    },
  });
  await appears(panel, '[part=permissions-button]');
  await click(find(panel, '[part=permissions-button]'));
  await appears(panel, 'dialog[open]');
  return panel;
}

function all(panel: PanelFixture, selector: string): readonly HTMLElement[] {
  return [...(panel.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

function find(panel: PanelFixture, selector: string): HTMLElement {
  const [found] = all(panel, selector);
  if (!found) throw new Error(`Nothing matches ${selector}.`);
  return found;
}

const textOf = (element: HTMLElement): string => element.textContent.replaceAll(/\s+/g, ' ').trim();
const appears = (panel: PanelFixture, selector: string): Promise<void> =>
  waitUntil(() => all(panel, selector).length > 0, `${selector} never came`);

function sections(panel: PanelFixture): readonly string[] {
  return all(panel, '.sheet-part').map((section) => textOf(section));
}

describe('permissions sheet', () => {
  it('lists what the assistant can see, can do and never does, each in words', async () => {
    const [see, act, never] = sections(await open());
    expect(see).to.equal('It can see Find out where you are Asks first · your browser asks, too');
    expect(act).to.include('Read a text aloud Runs without asking');
    expect(act).to.include('Add to the basket Asks first · a tool of this site · can send data out');
    expect(never).to.include('Say yes in your place');
    expect(never).to.include('Read your clipboard Not allowed on this site');
  });

  it('lists the yeses with their end, and takes one back', async () => {
    const panel = await open([spoken, gone]);
    expect(all(panel, '[part=grant]').map(textOf)).to.deep.equal([
      'You allowed it until November 30, 2026. Take back',
      'You allowed it in this conversation. Take back',
    ]);
    expect(sections(panel)[3]).to.include('Your earlier yeses List orders');
    await click(find(panel, '[part=revoke-button]'));
    await waitUntil(() => all(panel, '[part=grant]').length === 1, 'the yes is still there');
    expect(find(panel, '#permissions').matches(':focus')).to.equal(true);
  });

  it('says what the browser’s own settings forbid, before anybody is asked', async () => {
    stub(navigator.permissions, 'query', ({ name }: PermissionDescriptor) =>
      name === 'geolocation' ? Promise.resolve(denied()) : Promise.reject(new TypeError('Unknown.')),
    );
    const panel = await open();
    await appears(panel, '.blocked');
    expect(textOf(find(panel, '[part=permission]'))).to.include('Blocked in your browser’s settings');
    expect(all(panel, '.blocked')).to.have.length(1);
  });

  it('lists every call with who decided, gives a copy away, and forgets them', async () => {
    const panel = await open(
      [],
      [recorded, { ...recorded, by: 'expired', outcome: 'denied', code: 'user_declined', bytes: 0 }],
    );
    const [done, expired] = all(panel, '[part=recorded-call]').map(textOf);
    expect(done).to.match(/^Find out where you are .+ · Done · by you · 128 bytes sent to the server$/);
    expect(expired).to.match(/ · Not allowed · not answered in time \(user_declined\)$/);
    const saved: string[] = [];
    stub(URL, 'createObjectURL', (blob: Blob) => {
      void blob.text().then((text) => saved.push(text));
      return 'blob:none';
    });
    stub(HTMLAnchorElement.prototype, 'click', () => {});
    find(panel, '[part=record-export]').click();
    await waitUntil(() => saved.length === 1, 'nothing was saved');
    expect(JSON.parse(saved[0] ?? '')).to.have.length(2);
    find(panel, '[part=record-clear]').click();
    await waitUntil(() => all(panel, '[part=recorded-call]').length === 0, 'the calls are still there');
  });

  it('is closed by Escape, and gives the focus back to its button', async () => {
    const panel = await open();
    await press('Escape');
    await waitUntil(() => all(panel, 'dialog').length === 0, 'the sheet is still there');
    expect(find(panel, '[part=permissions-button]').matches(':focus')).to.equal(true);
  });

  for (const theme of ['light', 'dark']) {
    it(`has nothing for axe to find, ${theme}`, async () => {
      document.documentElement.style.colorScheme = theme;
      const panel = await open([spoken, gone], [recorded]);
      panel.setAttribute('theme', theme);
      expect(await axeViolations(panel)).to.deep.equal([]);
      document.documentElement.style.colorScheme = '';
    });
  }
});

function denied(): PermissionStatus {
  const status: PermissionStatus = Object.create(PermissionStatus.prototype, { state: { value: 'denied' } });
  return status;
}
