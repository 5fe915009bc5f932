import assert from 'node:assert/strict';
import test from 'node:test';
import { exposeMeters } from './exposition.ts';
import { Counter, Gauge, Histogram } from './meters.ts';

const counter = new Counter({ name: 'closed_total', help: 'Closed.', labels: { code: ['1000', 'other'] } });
const histogram = new Histogram({ name: 'took_seconds', help: 'Took.', bounds: [0.1, 1], labels: { asked: ['yes'] } });
let level = 3;
const exposition = exposeMeters([counter, histogram, new Gauge({ name: 'open', help: 'Open.' }, () => level)]);

async function linesAbout(name: string): Promise<string[]> {
  return (await exposition.text()).split('\n').filter((line) => line.includes(`headless_agent_${name}`));
}

test('writes a counter as Prometheus reads it, and again with what was added since', async () => {
  counter.of('1000').value += 2;
  const head = ['# HELP headless_agent_closed_total Closed.', '# TYPE headless_agent_closed_total counter'];
  const lines = (count: number) => [
    ...head,
    `headless_agent_closed_total{code="1000"} ${count}`,
    'headless_agent_closed_total{code="other"} 0',
  ];
  assert.deepEqual(await linesAbout('closed_total'), lines(2));
  counter.of('1000').value += 1;
  assert.deepEqual(await linesAbout('closed_total'), lines(3));
});

test('writes a histogram with buckets that add up', async () => {
  for (const seconds of [0.05, 0.5, 5]) histogram.of('yes').observe(seconds);
  assert.deepEqual(await linesAbout('took_seconds'), [
    '# HELP headless_agent_took_seconds Took.',
    '# TYPE headless_agent_took_seconds histogram',
    'headless_agent_took_seconds_bucket{asked="yes",le="0.1"} 1',
    'headless_agent_took_seconds_bucket{asked="yes",le="1"} 2',
    'headless_agent_took_seconds_bucket{asked="yes",le="+Inf"} 3',
    'headless_agent_took_seconds_sum{asked="yes"} 5.55',
    'headless_agent_took_seconds_count{asked="yes"} 3',
  ]);
});

test('reads a gauge when it is asked', async () => {
  level = 7;
  assert.equal((await linesAbout('open')).at(-1), 'headless_agent_open 7');
});

test('shows the process and the event loop, in a registry of its own', async () => {
  const other = exposeMeters([]);
  assert.ok(other.names().includes('nodejs_eventloop_lag_seconds'));
  assert.ok(other.names().includes('process_resident_memory_bytes'));
  assert.ok(!other.names().some((name) => name.startsWith('headless_agent_')));
  assert.match(await other.text(), /^nodejs_eventloop_lag_seconds \d/m);
});
