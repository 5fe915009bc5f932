// What a session that nobody uses costs the server in memory, beside a bare socket in the same run.
// Usage: node bench/idle-sessions.mjs [--sessions=2000] [--check]
// With --check, exit code 1 when the figure is beyond its limit.
import { parseArgs } from 'node:util';
import { startPair } from './pair.mjs';

const { values } = parseArgs({
  options: { sessions: { type: 'string', default: '2000' }, check: { type: 'boolean' } },
});
const sessions = Number(values.sessions);
/** Opened before the count begins: what a process allocates once is not what a session costs. */
const warmUpSessions = 500;
const limitKb = 15;

console.log(`Node ${process.version}, ${sessions} sessions\n`);
console.log('| | KB of resident memory a session |');
console.log('| --- | --- |');
const kb = {};
for (const name of ['bare-ws', 'headless-agent']) {
  kb[name] = await measure(name);
  console.log(`| ${name} | ${kb[name].toFixed(1)} |`);
}
const isWithin = kb['headless-agent'] <= limitKb;
console.log(
  `\n${isWithin ? 'ok  ' : 'OVER'} an idle session: ${kb['headless-agent'].toFixed(1)} KB (limit ${limitKb})`,
);
if (values.check && !isWithin) process.exitCode = 1;

async function measure(name) {
  const pair = await startPair(name);
  await pair.client.call('crowd', { port: pair.port, count: warmUpSessions });
  const before = await pair.server.call('rss');
  await pair.client.call('crowd', { port: pair.port, count: sessions });
  const after = await pair.server.call('rss');
  pair.stop();
  return (after - before) / 1_024 / sessions;
}
