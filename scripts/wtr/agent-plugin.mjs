import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** Gives test pages the built server as a person would start it: one for a run, started by the first who asks. */
export function agentPlugin() {
  let agent;
  return {
    name: 'agent',
    async executeCommand({ command }) {
      if (command !== 'agent:url') return undefined;
      const { url } = await (agent ??= startAgent());
      return url;
    },
    async serverStop() {
      const started = await agent?.catch(() => undefined);
      await started?.stop();
    },
  };
}

/** The environment of the machine could hold a key, so the command gets next to none. */
async function startAgent() {
  if (!existsSync(main)) throw new Error('There is no built server. Build it first: npm run build');
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const url = await Promise.race([readUrl(child), failWhenItEnds(child)]);
  return { url, stop: () => stop(child) };
}

async function readUrl({ stdout }) {
  let seen = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    seen += chunk;
    const url = /ready: (http:\/\/\S+)\//.exec(seen)?.[1];
    if (url) {
      stdout.resume();
      return url;
    }
  }
  throw new Error(`The server did not say where it is:\n${seen}`);
}

async function failWhenItEnds(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`The server ended with ${code} before it was ready.`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
