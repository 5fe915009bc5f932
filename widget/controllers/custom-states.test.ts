import { expect } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { cleanTaint } from '../../shared/taint.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { fakeSockets } from '../fake-socket.fixture.ts';
import { answer, ask, askToForget, connect, mount } from '../headless-agent.fixture.ts';
import { HeadlessAgent } from '../headless-agent.ts';
import { showStates, statesOf } from './custom-states.ts';

HeadlessAgent.define();

const idle = { connection: { phase: 'idle' }, items: [], asks: [], working: false, restoring: false } as const;

describe('custom states', () => {
  let takeBack = (): void => {};

  beforeEach(() => {
    takeBack = fakeSockets();
    sessionStorage.clear();
  });

  afterEach(() => {
    document.body.replaceChildren();
    takeBack();
    restoreAll();
  });

  it('say to a style sheet of the page what the element is at', async () => {
    const element = await mount();
    const becomes = (state: string): Promise<void> =>
      waitUntil(() => element.matches(`:state(${state})`), `never ${state}`);
    await becomes('connecting');
    const socket = await connect(element);
    await becomes('ready');
    await ask(element, socket, 'Forget my home.');
    await becomes('working');
    await askToForget(element, socket);
    await becomes('asking');
    expect(element.matches(':state(working)')).to.equal(false);
    await answer(element, socket, 'No.');
    await becomes('ready');
  });

  it('tell once a stranger’s words were read', () => {
    const states = new Set<string>();
    showStates(states, { ...idle, taint: cleanTaint });
    expect([...states]).to.deep.equal(['idle']);
    showStates(states, { ...idle, taint: { untrusted: ['clipboard_read'], sensitive: [] } });
    expect([...states]).to.deep.equal(['idle', 'tainted']);
  });

  it('show nowhere in a browser that has none', () => {
    const element = document.createElement('div');
    stub(element, 'attachInternals', undefined);
    expect([...statesOf(element)]).to.deep.equal(['idle']);
  });
});
