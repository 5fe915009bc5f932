import { expect } from '@open-wc/testing';
import { waitUntil } from '../scripts/wtr/wait-until.ts';
import { fakeSockets } from './fake-socket.fixture.ts';
import './index.ts';
import { ask, connect, count, drawn, find, mount } from './headless-agent.fixture.ts';

let takeBack: () => void;

beforeEach(() => {
  takeBack = fakeSockets();
  sessionStorage.clear();
});

afterEach(() => {
  document.body.replaceChildren();
  takeBack();
});

/** As between two messages of the server. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  }).finally(() => port1.close());
}

describe('headless-agent: pace', () => {
  it('draws an answer that grows once a frame, however many pieces come in it', async () => {
    const element = await mount();
    const socket = await connect(element);
    await ask(element, socket, 'Hi');
    socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: 'One' });
    await waitUntil(() => count(element, '[part~=content]') === 1, 'no answer was drawn');
    const content = find(element, '[part~=content]');
    let drawings = 0;
    let frames = 0;
    const observer = new MutationObserver(() => (drawings += 1));
    observer.observe(content, { subtree: true, childList: true, characterData: true });
    const countFrame = (): void => {
      frames += 1;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
    for (let piece = 0; piece < 200; piece += 1) {
      socket.say({ type: 'turn.text', turn: 1, round: 0, attempt: 0, text: ' more' });
      await nextTask();
    }
    await drawn(element);
    await new Promise(requestAnimationFrame);
    expect(content.textContent).to.equal(`One${' more'.repeat(200)}`);
    expect(drawings).to.be.at.most(frames + 1);
    expect(drawings).to.be.lessThan(100);
    observer.disconnect();
  });
});
