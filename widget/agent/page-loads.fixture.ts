import type { ServerMessage } from '../../shared/protocol.ts';
import { RamStorage } from '../ledger/ram-storage.ts';
import { settled } from '../tab/settled.fixture.ts';
import { leave, startAgent, type Harness, type Run } from './harness.fixture.ts';
import type { AgentSettings } from './options.ts';
import type { AgentParts } from './parts.ts';

/** A browser's storages, over its page loads. */
export function browser() {
  const storages = { none: undefined, tab: new RamStorage(), device: new RamStorage() };
  const load = (settings: Partial<AgentSettings> = {}, parts: Partial<AgentParts> = {}, run?: Run): Harness => {
    const harness = startAgent({
      settings,
      parts: { storage: (wanted) => storages[wanted], ...parts },
      ...(run && { run }),
    });
    harness.server.answersAcks = false;
    return harness;
  };
  return { ...storages, load };
}

/** A page that was told the conversation up to here, and said nothing more. */
export async function reload(load: () => Harness, past: readonly ServerMessage[], token = 't2'): Promise<Harness> {
  const harness = load();
  await settled();
  harness.server.welcome({ token, epoch: 2, resumed: true });
  for (const message of past) harness.server.socket.say(message);
  harness.server.socket.say({ type: 'ack' });
  await settled();
  return harness;
}

/** A page that began the session `s1`, and is gone. */
export async function firstPage(load: () => Harness): Promise<void> {
  const harness = load();
  await settled();
  harness.server.welcome();
  await settled();
  leave(harness);
}

/** What the page said first on its newest socket. */
export const hello = ({ server }: Harness) => server.socket.received.find((message) => message.type === 'hello');
