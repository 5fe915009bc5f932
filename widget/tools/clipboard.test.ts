import { expect, fixture, html } from '@open-wc/testing';
import { click, engine, permit } from '../../scripts/wtr/devices.ts';
import { inForeignFrame } from '../../scripts/wtr/foreign-frame.ts';
import { codeOf, outcomeOf, type Outcome } from '../../scripts/wtr/outcome.ts';
import { restoreAll, stub } from '../../scripts/wtr/stub.ts';
import { deferred } from '../../shared/deferred.ts';
import type { BrowserTool } from '../registry/browser-tool.ts';
import { clipboardReader, clipboardWriter, useClipboard } from './clipboard.ts';
import { callTool, checkTool, context, fakeTimers } from './tool-run.fixture.ts';

/** Approves the call with a trusted click and runs it inside that click, as the approval card does. */
async function callInClick(tool: BrowserTool, args: unknown): Promise<Outcome> {
  const { run } = await tool.prepare(args);
  const button = await fixture<HTMLButtonElement>(html`<button>Allow</button>`);
  const outcome = deferred<Outcome>();
  button.onclick = ({ isTrusted }) => {
    expect(isTrusted).to.equal(true);
    void outcomeOf(run(context())).then(outcome.resolve);
  };
  expect(await click(button)).to.equal(true);
  return outcome.promise;
}

/** Only Chromium asks; the others take a click, or ask in a popup of their own. */
async function permitReading(state: PermissionState): Promise<void> {
  if ((await engine()) === 'chromium') await permit(state, 'clipboard-read');
}

function stubClipboard(methods: object | undefined): void {
  stub(navigator, 'clipboard', methods);
}

afterEach(() => restoreAll());

// First of all, while nobody has clicked on this page yet.
describe('the clipboard without a click', () => {
  it('refuses to be written with needs_gesture', async () => {
    expect(navigator.userActivation.isActive).to.equal(false);
    expect(codeOf(await callTool(clipboardWriter, { text: 'unasked' }))).to.equal('needs_gesture');
  });

  it('refuses to be read with needs_gesture', async () => {
    expect(navigator.userActivation.isActive).to.equal(false);
    await permitReading('prompt');
    expect(codeOf(await callTool(clipboardReader, {}))).to.equal('needs_gesture');
  });
});

describe('the clipboard inside the approving click', () => {
  it('takes a text and gives it back', async () => {
    await permitReading('granted');
    expect(await callInClick(clipboardWriter, { text: 'Köln 🌍' })).to.deep.equal({ value: { chars: 7 } });
    expect(await callInClick(clipboardReader, {})).to.deep.equal({
      value: { text: 'Köln 🌍', chars: 7, truncated: false },
    });
  });

  it('is asked before anything else happens in the click', async () => {
    const asked: string[] = [];
    stubClipboard({
      readText: async () => {
        asked.push('read');
        return '';
      },
      writeText: async () => {
        asked.push('write');
      },
    });
    const reading = await clipboardReader.prepare({});
    const writing = await clipboardWriter.prepare({ text: 'x' });
    const running = [reading.run(context()), writing.run(context())];
    expect(asked).to.deep.equal(['read', 'write']);
    await Promise.all(running);
  });

  it('says permission_denied when the person forbade it, before they are asked again', async function () {
    if ((await engine()) !== 'chromium') this.skip();
    await permitReading('denied');
    expect(codeOf(await checkTool(clipboardReader))).to.equal('permission_denied');
    expect(codeOf(await callInClick(clipboardReader, {}))).to.equal('permission_denied');
    await permitReading('prompt');
  });

  it('says cancelled when the person closes the prompt', async function () {
    if ((await engine()) !== 'chromium') this.skip();
    await permitReading('prompt');
    expect(codeOf(await checkTool(clipboardReader))).to.equal('none');
    expect(codeOf(await callInClick(clipboardReader, {}))).to.equal('cancelled');
  });

  const refuse = async () => {
    throw new DOMException('Browser words.', 'NotAllowedError');
  };

  it('says not_focused when the page is behind another', async () => {
    await permitReading('granted');
    stub(document, 'hasFocus', () => false);
    stubClipboard({ readText: refuse, writeText: refuse });
    expect(codeOf(await callInClick(clipboardWriter, { text: 'x' }))).to.equal('not_focused');
    expect(codeOf(await callInClick(clipboardReader, {}))).to.equal('not_focused');
  });

  it('tells a refused write from a closed paste menu', async () => {
    stub(navigator.permissions, 'query', async () => {
      throw new TypeError('Unknown name.');
    });
    stubClipboard({ readText: refuse, writeText: refuse });
    expect(codeOf(await callInClick(clipboardWriter, { text: 'x' }))).to.equal('permission_denied');
    expect(codeOf(await callInClick(clipboardReader, {}))).to.equal('cancelled');
  });
});

describe('what the clipboard holds', () => {
  it('is cut to its beginning when it is long, never inside a character', async () => {
    const text = `${'x'.repeat(7_999)}🌍${'y'.repeat(10)}`;
    stubClipboard({ readText: async () => text });
    expect(await callTool(clipboardReader, {})).to.deep.equal({
      value: { text: 'x'.repeat(7_999), chars: text.length, truncated: true },
    });
  });

  it('may be nothing', async () => {
    stubClipboard({ readText: async () => '' });
    expect(await callTool(clipboardReader, {})).to.deep.equal({ value: { text: '', chars: 0, truncated: false } });
  });

  it('is not reported as copied before the browser says so', async () => {
    stubClipboard({
      writeText: async () => {
        throw new DOMException('', 'DataError');
      },
    });
    expect(codeOf(await callTool(clipboardWriter, { text: 'x' }))).to.equal('unavailable');
  });

  it('is given up when the browser does not answer', async () => {
    stubClipboard({ readText: () => new Promise(() => {}) });
    const { startTimer, fire } = fakeTimers();
    const capability = { deed: 'read', policy: 'clipboard-read', gesture: true };
    const { signal } = new AbortController();
    const reading = outcomeOf(useClipboard(capability, (it) => it.readText(), { signal, ms: 1, startTimer }));
    fire();
    expect(codeOf(await reading)).to.equal('timeout');
  });

  it('is given up when the call is aborted', async () => {
    stubClipboard({ readText: () => new Promise(() => {}) });
    const abort = new AbortController();
    const running = callTool(clipboardReader, {}, { signal: abort.signal });
    abort.abort();
    expect(codeOf(await running)).to.equal('aborted');
  });
});

describe('a page that may not use the clipboard', () => {
  for (const [tool, args] of [
    [clipboardReader, {}],
    [clipboardWriter, { text: 'x' }],
  ] as const) {
    it(`says insecure_context for ${tool.definition.name} without https`, async () => {
      stubClipboard(undefined);
      stub(window, 'isSecureContext', false);
      expect(tool.supported()).to.equal(false);
      expect(codeOf(await checkTool(tool))).to.equal('insecure_context');
      expect(codeOf(await callTool(tool, args))).to.equal('insecure_context');
    });

    it(`does not offer ${tool.definition.name} where the browser lacks it`, async () => {
      stubClipboard({});
      expect(tool.supported()).to.equal(false);
      expect(codeOf(await checkTool(tool))).to.equal('unsupported');
      expect(codeOf(await callTool(tool, args))).to.equal('unsupported');
    });

    it(`offers ${tool.definition.name} where the browser has it`, () => {
      expect(tool.supported()).to.equal(true);
    });
  }

  it('says policy_blocked in a frame that was not given it', async function () {
    // The others don't tell a page what its frame may do.
    if ((await engine()) !== 'chromium') this.skip();
    const module = new URL('./clipboard.ts', import.meta.url);
    expect(await inForeignFrame(module, 'module.clipboardReader.check()')).to.equal('policy_blocked');
    expect(await inForeignFrame(module, 'module.clipboardWriter.check()')).to.equal('policy_blocked');
  });
});
