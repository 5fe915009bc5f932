import { createAgentServer } from '../../server/agent-server.ts';
import type { SessionEvent } from '../../server/loop/event.ts';
import { openStore } from '../../server/store/open-store.ts';
import { limits as defaults } from '../../shared/limits.ts';
import { Chance } from './chance.ts';
import type { NodeMessage, NodeOrder, NodeSettings } from './node-process.ts';
import { plannedModel } from './planned-model.ts';

/** A server as a process of its own, with a model that follows a plan. Started by `node-process.ts`. */
async function main(): Promise<void> {
  const settings: NodeSettings = JSON.parse(process.env['FAULTS_NODE'] ?? '{}');
  const tell = (message: NodeMessage): void => void process.send?.(message);
  const model = plannedModel({
    report: (report) => tell({ type: 'model', report }),
    chance: new Chance(settings.seed),
    maxMs: settings.modelMs,
  });
  const { port, limits, origin } = settings;
  const opened = await openStore<SessionEvent>(settings.store, { expiryMs: defaults.sessionMs });
  const server = createAgentServer({
    ...{ model, port, limits, origins: [origin], demo: false, log: 'warn' },
    ...{ store: opened.sessions, counters: opened.counters },
  });
  await server.listen();
  tell({ type: 'ready' });
  process.once('SIGTERM', () => {
    void server
      .close()
      .then(() => opened.close())
      .then(() => process.exit(0));
  });
  process.on('message', ({ jumpMs }: NodeOrder) => {
    const { now } = Date;
    Date.now = () => now() + jumpMs;
  });
  // Whoever started it is gone, perhaps without a word.
  process.once('disconnect', () => process.exit(0));
}

void main();
