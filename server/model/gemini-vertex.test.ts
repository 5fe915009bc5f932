import assert from 'node:assert/strict';
import test from 'node:test';
import { afterCalls, asked, collect, never, pair } from './gemini.fixture.ts';

const model = 'gemini-3.8-flash';
const standin = { profile: 'vertex-3' } as const;

for (const [how, vertex, path] of [
  ['a key', {}, ''],
  ['a project', { project: 'shop', location: 'europe-west4' }, 'projects/shop/locations/europe-west4/'],
  ['a project anywhere', { project: 'shop' }, 'projects/shop/locations/global/'],
] as const) {
  test(`reaches Google Cloud by ${how}, and carries a turn past its checks`, async (t) => {
    const answers = [{ calls: [{ name: 'memory_list' }, { name: 'memory_list' }] }, { text: 'Done.' }];
    const { model: adapter, standin: cloud } = await pair(t, answers, { standin, gemini: { vertex, model } });
    const { step } = await collect(adapter.run(asked, never));
    assert.equal((await collect(adapter.run({ ...asked, history: afterCalls(step) }, never))).text, 'Done.');
    for (const request of cloud.requests) {
      assert.equal(request.path, `/v1beta1/${path}publishers/google/models/${model}:streamGenerateContent?alt=sse`);
      assert.deepEqual(request.warnings, []);
    }
    assert.equal(adapter.service?.provider, 'gcp.vertex_ai');
  });
}
