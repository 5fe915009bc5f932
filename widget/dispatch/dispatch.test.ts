import { expect } from '@open-wc/testing';
import { callHash } from '../../shared/call-hash.ts';
import { deferred } from '../../shared/deferred.ts';
import { AgentError, type ErrorCode } from '../../shared/errors.ts';
import type { BrowserTool } from '../registry/browser-tool.ts';
import type { CallRecord } from '../ledger/call-record.ts';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { settled } from '../tab/settled.fixture.ts';
import { dispatch, type Call, type DispatchPorts } from './dispatch.ts';
import { call, openPorts, probe, permission } from './ports.fixture.ts';

const circular: Record<string, unknown> = {};
circular['self'] = circular;

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)];
}

function failing(code: ErrorCode) {
  return () => Promise.reject(new AgentError(code, `It was ${code}.`));
}

function fine() {
  return probe(async () => 'done');
}

async function outcome(
  tool: ReturnType<typeof probe> | undefined,
  ports: Partial<DispatchPorts> = {},
  asked: Partial<Call> = {},
): Promise<string> {
  const result = await dispatch(openPorts(tool, ports).ports, { ...call, ...asked }, new AbortController());
  return result.ok ? `ok ${JSON.stringify(result.value)}` : `${result.error.code}: ${result.error.message}`;
}

describe('dispatch', () => {
  const returning = (value: unknown) => probe(async () => value);
  const reader = (run: Parameters<typeof probe>[0]) => {
    const { tool } = probe(run);
    return probe(run, { definition: { ...tool.definition, readOnly: true } });
  };
  const throwing = (thrown: unknown) => () => Promise.reject(thrown);

  const rows: readonly [string, () => Promise<string>, string | RegExp][] = [
    ['a value', () => outcome(returning({ a: [1, null] })), 'ok {"a":[1,null]}'],
    ['undefined', () => outcome(returning(undefined)), 'ok null'],
    [
      'a DOM node',
      () => outcome(returning(document.body)),
      /^internal: The tool ran to its end, but .* JSON can not hold a DOM node/,
    ],
    ['a cycle', () => outcome(returning(circular)), /^internal: The tool ran to its end, but .* contains itself/],
    ['a function', () => outcome(returning(() => 1)), /^internal: The tool ran to its end, but .* a function/],
    [
      '5 MB',
      () => outcome(returning('x'.repeat(5_000_000))),
      /^too_large: The tool ran to its end, but .* 32768 bytes/,
    ],
    ['what fits a frame', () => outcome(returning(deep(62))), /^ok \[\[/],
    ['what is deeper than a frame', () => outcome(returning(deep(63))), /^internal: .* nested too deeply/],
    ['an unknown name', () => outcome(undefined), 'unknown_tool: This page has no tool named "probe".'],
    [
      'a changed tool',
      () =>
        outcome(
          probe(async () => 1, {}, { definition: 'b' }),
          {},
          { definition: 'a' },
        ),
      /^conflict/,
    ],
    ['a page tool called as if built in', () => outcome(probe(async () => 1, {}, { definition: 'b' })), /^conflict/],
    ['a lacking browser', () => outcome(probe(async () => 1, { supported: () => false })), /^unsupported/],
    [
      'a failed check',
      () => outcome(probe(async () => 1, { check: failing('permission_denied') })),
      /^permission_denied/,
    ],
    ['bad arguments', () => outcome(probe(async () => 1, { prepare: failing('invalid_args') })), /^invalid_args/],
    [
      'a __proto__ key',
      () => outcome(fine(), {}, { args: JSON.parse('{"a":[{"__proto__":1}]}') }),
      /^invalid_args.*__proto__/,
    ],
    ['a site that says no', () => outcome(fine(), { request: () => false }), /^policy_denied: The site did not/],
    [
      'a person who says no',
      () => outcome(fine(), { permit: async (request) => permission(request, 'denied') }),
      'user_declined: The person said no.',
    ],
    [
      'a person who says nothing',
      () => outcome(fine(), { permit: async (request) => permission(request, 'expired') }),
      /^timeout: The person did not/,
    ],
    ['a rule that says no', () => outcome(fine(), { permit: failing('policy_denied') }), /^policy_denied/],
    ['our own error', () => outcome(probe(failing('not_found'))), 'not_found: It was not_found.'],
    ['a foreign error', () => outcome(probe(throwing(new Error('secret')))), 'internal: The tool failed.'],
    ['a foreign text', () => outcome(probe(throwing('secret'))), 'internal: The tool failed.'],
    [
      "a site's own error",
      () => outcome(probe(throwing(new Error('Sold out.')), {}, { siteTool: true })),
      'internal: Sold out.',
    ],
    [
      'memory that is not there',
      () =>
        outcome(fine(), {
          memory: () => {
            throw new AgentError('unavailable', 'No.');
          },
        }),
      'unavailable: No.',
    ],
  ];
  for (const [what, run, expected] of rows) {
    it(`answers ${what}`, async () => {
      const said = await run();
      if (typeof expected === 'string') expect(said).to.equal(expected);
      else expect(said).to.match(expected);
    });
  }

  it('does nothing of a tool before the person has agreed', async () => {
    const { ports, log } = openPorts(fine(), { permit: async (request) => permission(request, 'denied') });
    await dispatch(ports, call, new AbortController());
    expect(log).to.deep.equal([]);
  });

  it('runs nothing but what was decided on (047)', async () => {
    const { ports, log } = openPorts(fine(), {
      permit: async (request) => ({ ...permission(request), hash: 'another' }),
    });
    const result = await dispatch(ports, call, new AbortController());
    expect(result.ok ? '' : result.error.code).to.equal('conflict');
    expect(log).to.deep.equal([]);
  });

  it('T6: runs no tool whose definition changed under the open card', async () => {
    const tool = probe(async () => 'done', {}, { siteTool: true, definition: 'd1' });
    let now = tool;
    const permit: DispatchPorts['permit'] = async (request) => {
      now = { ...tool, definition: 'd2' };
      return permission(request);
    };
    const { ports, log } = openPorts(tool, { find: () => now, permit });
    const result = await dispatch(ports, { ...call, definition: 'd1' }, new AbortController());
    expect(result.ok ? '' : result.error.code).to.equal('conflict');
    expect(log).to.deep.equal([]);
  });

  it('runs what the person made of the arguments, prepared as the model’s own were, and says so', async () => {
    const ran: unknown[] = [];
    const prepare: BrowserTool['prepare'] = async (args) => {
      if (JSON.stringify(args).includes('bad')) throw new AgentError('invalid_args', 'b: must be good');
      return { args: JSON.parse(JSON.stringify(args)), run: async () => ran.push(args) };
    };
    const problems: unknown[] = [];
    const permit: DispatchPorts['permit'] = async (request) => {
      await request.revise?.({ b: 'bad' }).catch((thrown: unknown) => problems.push(thrown));
      const args = (await request.revise?.({ b: 'good' })) ?? null;
      return { ...permission({ ...request, args }), isChanged: true };
    };
    const { ports, log } = openPorts(
      probe(async () => 'done', { prepare }),
      { permit },
    );
    expect(await dispatch(ports, call, new AbortController())).to.deep.equal({ ok: true, value: 1 });
    expect(ran).to.deep.equal([{ a: 1, b: 'good' }]);
    expect(problems).to.have.length(1);
    expect(log).to.include('changed 1.0.0 {"a":1,"b":"good"}');
  });

  it('tells of the change when the call comes again, to this page or to one after a reload', async () => {
    const permit: DispatchPorts['permit'] = async (request) => ({ ...permission(request), isChanged: true });
    const { ports } = openPorts(
      probe(async () => 'done'),
      { permit },
    );
    await dispatch(ports, call, new AbortController());
    const { ports: reloaded, log } = openPorts(
      probe(async () => 'twice'),
      { record: ports.record },
    );
    expect(await dispatch(reloaded, call, new AbortController())).to.deep.equal({ ok: true, value: 'done' });
    expect(log).to.deep.equal(['changed 1.0.0 {"a":1}']);
  });

  it('sends nothing of a result that the model need not see', async () => {
    const silent = probe(async () => 'a secret');
    const definition = { ...silent.tool.definition, feedback: 'none' } as const;
    const { ports } = openPorts({ ...silent, tool: { ...silent.tool, definition } });
    expect(await dispatch(ports, call, new AbortController())).to.deep.equal({ ok: true, value: null });
  });

  it('tells who decides that a call had to be mended', async () => {
    const asked: unknown[] = [];
    const permit: DispatchPorts['permit'] = async (request) => {
      asked.push(request.repaired);
      return permission(request);
    };
    for (const made of [call, { ...call, call: '1.0.1', repaired: true } as const]) {
      await dispatch(openPorts(fine(), { permit }).ports, made, new AbortController());
    }
    expect(asked).to.deep.equal([undefined, true]);
  });

  it('gives the tool its signal, its key, its memory and a way to report progress', async () => {
    const controller = new AbortController();
    let seen: unknown[] = [];
    const tool = probe(async (context) => {
      context.progress(0.5);
      seen = [context.signal, context.idempotencyKey, context.memory];
    });
    const { ports, log, memory } = openPorts(tool);
    await dispatch(ports, call, controller);
    expect(seen).to.deep.equal([controller.signal, 'session:1.0.0', memory]);
    expect(log).to.deep.equal(['started 1.0.0', 'progress 1.0.0 0.5']);
  });

  it('ends a read that never settles when its time is up, and tells it', async () => {
    let signal: AbortSignal | undefined;
    const tool = reader((context) => {
      signal = context.signal;
      return new Promise(() => {});
    });
    const { ports, clock } = openPorts(tool);
    const result = dispatch(ports, call, new AbortController());
    await settled();
    clock.advance(30_000);
    expect(await result).to.deep.equal({ ok: false, error: { code: 'timeout', message: 'The tool took too long.' } });
    expect(signal?.aborted).to.equal(true);
  });

  it("does not count the person's time as the tool's", async () => {
    const clock = new FakeClock();
    const permit: DispatchPorts['permit'] = async (request) => {
      clock.advance(200_000);
      return permission(request);
    };
    const { ports } = openPorts(fine(), { permit, clock });
    expect(await dispatch(ports, call, new AbortController())).to.deep.equal({ ok: true, value: 'done' });
    expect(clock.pending).to.equal(0);
  });

  it('answers at once when a read is aborted, whatever it does', async () => {
    const controller = new AbortController();
    const result = dispatch(openPorts(reader(() => new Promise(() => {}))).ports, call, controller);
    await settled();
    controller.abort(new AgentError('cancelled', 'Stopped.'));
    expect(await result).to.deep.equal({ ok: false, error: { code: 'cancelled', message: 'Stopped.' } });
  });

  it('does not know what became of an effect whose time is up, and tells it once it is known', async () => {
    const body = deferred<unknown>();
    const { ports, clock, log } = openPorts(probe(() => body.promise));
    const result = dispatch(ports, call, new AbortController());
    await settled();
    clock.advance(30_000);
    expect(await result).to.have.nested.property('error.code', 'unknown_outcome');
    expect(log).to.deep.equal(['started 1.0.0']);
    body.resolve('sent');
    await settled();
    expect(log.at(-1)).to.equal('late 1.0.0 {"ok":true,"value":"sent"}');
  });

  it('tells the late failure of an effect, too', async () => {
    const body = deferred<unknown>();
    const controller = new AbortController();
    const { ports, log } = openPorts(probe(() => body.promise, {}, { siteTool: true }));
    const result = dispatch(ports, call, controller);
    await settled();
    controller.abort(new AgentError('cancelled', 'Stopped.'));
    expect(await result).to.have.nested.property('error.code', 'unknown_outcome');
    body.reject(new Error('Sold out.'));
    await settled();
    expect(log.at(-1)).to.equal('late 1.0.0 {"ok":false,"error":{"code":"internal","message":"Sold out."}}');
  });

  it('knows that an effect did not happen that was aborted while the person decided', async () => {
    const controller = new AbortController();
    const permit: DispatchPorts['permit'] = async (_, signal) => {
      controller.abort(new AgentError('cancelled', 'Stopped.'));
      throw signal.reason;
    };
    const result = await dispatch(openPorts(fine(), { permit }).ports, call, controller);
    expect(result).to.have.nested.property('error.code', 'cancelled');
  });

  it('hears no progress after the end', async () => {
    const controller = new AbortController();
    let late = (): void => {};
    const tool = probe((context) => {
      late = () => context.progress('late');
      return new Promise(() => {});
    });
    const { ports, log } = openPorts(tool);
    const result = dispatch(ports, call, controller);
    await settled();
    controller.abort(new AgentError('cancelled', 'Stopped.'));
    await result;
    late();
    expect(log).to.deep.equal(['started 1.0.0']);
  });

  it('does not run a tool that was withdrawn while the person decided', async () => {
    let isThere = true;
    const permit: DispatchPorts['permit'] = async (request) => {
      isThere = false;
      return permission(request);
    };
    const { ports, log } = openPorts(fine(), { permit, find: () => (isThere ? fine() : undefined) });
    const result = await dispatch(ports, call, new AbortController());
    expect(result).to.deep.equal({
      ok: false,
      error: { code: 'conflict', message: 'The page has withdrawn this tool.' },
    });
    expect(log).to.deep.equal([]);
  });
});

describe('an effect', () => {
  const ran = (log: readonly string[]) => log.filter((line) => line.startsWith('started'));
  const unknown = 'unknown_outcome';

  it('is written down when its body begins, and is done when it ends', async () => {
    const seen: string[] = [];
    const tool = probe(async () => seen.push(ledger.of(call).look().state));
    const { ports, ledger } = openPorts(tool);
    await dispatch(ports, call, new AbortController());
    expect([...seen, ledger.of(call).look().state]).to.deep.equal(['running', 'done']);
  });

  it('is not written down while the person decides', async () => {
    const { ports, ledger } = openPorts(fine(), { permit: async (request) => permission(request, 'denied') });
    await dispatch(ports, call, new AbortController());
    expect(ledger.of(call).look().state).to.equal('absent');
  });

  it('begins in the microtasks of the yes', async () => {
    const yes = deferred<void>();
    const { ports, log } = openPorts(fine(), { permit: (request) => yes.promise.then(() => permission(request)) });
    void dispatch(ports, call, new AbortController());
    await settled();
    yes.resolve();
    for (let microtask = 0; microtask < 8; microtask += 1) await Promise.resolve();
    expect(ran(log)).to.have.length(1);
  });

  const rows: readonly [what: string, before: (record: CallRecord) => void, asked: Partial<Call>, result: unknown][] = [
    ['that is done', (record) => (record.start(), record.finish({ ok: true, value: 'before' })), {}, 'before'],
    ['that has begun', (record) => record.start(), {}, unknown],
    ['whose id another call had', (record) => record.start(), { args: { a: 2 } }, unknown],
  ];
  for (const [what, before, asked, expected] of rows) {
    it(`${what} is answered and not run`, async () => {
      const { ports, log, ledger } = openPorts(fine());
      before(ledger.of(call));
      const result = await dispatch(ports, { ...call, ...asked }, new AbortController());
      expect(result.ok ? result.value : result.error.code).to.equal(expected);
      expect(log).to.deep.equal([]);
    });
  }

  it('that another page of the tab has done while the person decided is answered and not run', async () => {
    const permit: DispatchPorts['permit'] = async (request) => {
      const record = ledger.of(call);
      record.start();
      record.finish({ ok: true, value: 'by the other page' });
      return permission(request);
    };
    const { ports, log, ledger } = openPorts(fine(), { permit });
    expect(await dispatch(ports, call, new AbortController())).to.deep.equal({ ok: true, value: 'by the other page' });
    expect(log).to.deep.equal([]);
  });

  it('of a turn that is over is answered and not run', async () => {
    const { ports, log, ledger } = openPorts(fine());
    ledger.turnEnded('session', 1);
    const result = await dispatch(ports, call, new AbortController());
    expect(result).to.have.nested.property('error.code', unknown);
    expect(log).to.deep.equal([]);
  });

  it('that is done is answered although the page has no such tool any more', async () => {
    const { ports, ledger } = openPorts(undefined);
    const record = ledger.of(call);
    record.start();
    record.finish({ ok: true, value: 'before' });
    expect(await dispatch(ports, call, new AbortController())).to.deep.equal({ ok: true, value: 'before' });
  });

  it('does not run when it can not be written down', async () => {
    const { ports, log } = openPorts(fine(), {
      record: async (asked) => ({ ...openPorts(fine()).ledger.of(asked), start: () => false }),
    });
    const result = await dispatch(ports, call, new AbortController());
    expect(result).to.have.nested.property('error.code', 'quota_exceeded');
    expect(log).to.deep.equal([]);
  });

  it('does not run when there is no ledger to be had', async () => {
    const record = failing('unavailable');
    const { ports, log } = openPorts(fine(), { record });
    const result = await dispatch(ports, call, new AbortController());
    expect(result).to.have.nested.property('error.code', 'unavailable');
    expect(log).to.deep.equal([]);
  });

  it('waits for a server that is there', async () => {
    const there = deferred<void>();
    const { ports, log } = openPorts(fine(), { attached: () => there.promise });
    const result = dispatch(ports, call, new AbortController());
    await settled();
    expect(log).to.deep.equal([]);
    there.resolve();
    expect(await result).to.deep.equal({ ok: true, value: 'done' });
  });

  it('that was taken away meanwhile does not run', async () => {
    let isThere = true;
    const tool = fine();
    const attached = async () => void (isThere = false);
    const { ports, log } = openPorts(tool, { attached, find: () => (isThere ? tool : undefined) });
    const result = await dispatch(ports, call, new AbortController());
    expect(result).to.have.nested.property('error.code', 'conflict');
    expect(log).to.deep.equal([]);
  });

  it('that took the place of a read does not run without being written down', async () => {
    let asked = 0;
    const read = probe(async () => 1, { definition: { ...fine().tool.definition, readOnly: true } });
    const { ports, log } = openPorts(undefined, { find: () => (asked++ === 0 ? read : fine()) });
    const result = await dispatch(ports, call, new AbortController());
    expect(result).to.have.nested.property('error.code', 'conflict');
    expect(log).to.deep.equal([]);
  });

  it('that is given up is remembered as unknown, and as what became of it once that is known', async () => {
    const body = deferred<unknown>();
    const { ports, clock, ledger } = openPorts(probe(() => body.promise));
    const result = dispatch(ports, call, new AbortController());
    await settled();
    clock.advance(30_000);
    const given = await result;
    expect(ledger.of(call).look()).to.deep.equal({ state: 'done', result: given });
    body.resolve('sent');
    await settled();
    expect(ledger.of(call).look()).to.deep.equal({ state: 'done', result: { ok: true, value: 'sent' } });
  });

  it('can say that it leaves the page', async () => {
    const tool = probe(({ navigating }) => {
      navigating();
      return new Promise(() => {});
    });
    const { ports, ledger } = openPorts(tool);
    void dispatch(ports, call, new AbortController());
    await settled();
    expect(ledger.report('session').map(({ state }) => state)).to.deep.equal(['running']);
    expect(ledger.look('session', '1.0.0', callHash('probe', { a: 1 }, undefined))).to.deep.equal({ state: 'running' });
  });

  it('is all that is written down: a read is not, and waits for nobody', async () => {
    const read = probe(async () => 1, { definition: { ...fine().tool.definition, readOnly: true } });
    const never = () => new Promise<never>(() => {});
    const { ports } = openPorts(read, { record: never, attached: never });
    expect(await dispatch(ports, call, new AbortController())).to.deep.equal({ ok: true, value: 1 });
  });
});
