import { startWebkitDriver } from './webkit-driver.mjs';

/** WebDriver's code points for keys that are not characters. */
const keyCodes = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A MiniBrowser now and then does not come up: the next one does. */
const startTries = 3;
const startMs = 35_000;

/**
 * Runs test pages in WebKitGTK's MiniBrowser: plain W3C WebDriver over fetch, on a screen of its own.
 *
 * @param paths of WebKitWebDriver, MiniBrowser and Xvfb
 */
export function webkitLauncher(paths) {
  return new WebkitLauncher(paths);
}

class WebkitLauncher {
  name = 'WebKit';
  type = 'webkit';
  concurrency = 1;
  #paths;
  #driver;
  #sessions = new Map();

  constructor(paths) {
    this.#paths = paths;
  }

  async startSession(id, url) {
    const driver = await (this.#driver ??= startWebkitDriver(this.#paths));
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#open(driver, id, url);
      } catch (error) {
        if (tries === startTries) throw error;
        console.log(`WebKit did not start: ${error.message}. Trying again.`);
      }
    }
  }

  async #open(driver, id, url) {
    const signal = AbortSignal.timeout(startMs);
    const options = { binary: this.#paths.MiniBrowser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
    const { sessionId } = await driver.request('POST', '/session', { capabilities }, signal);
    const request = (method, path, body, until) => driver.request(method, `/session/${sessionId}${path}`, body, until);
    // Before it is loaded: its tests may begin earlier than that.
    this.#sessions.set(id, { url, request });
    try {
      await request('POST', '/url', { url }, signal);
    } catch (error) {
      this.#sessions.delete(id);
      void request('DELETE', '').catch(() => {});
      throw error;
    }
  }

  isActive(id) {
    return this.#sessions.has(id);
  }

  getBrowserUrl(id) {
    return this.#sessions.get(id)?.url;
  }

  async stopSession(id) {
    await this.#send(id, 'DELETE', '');
    this.#sessions.delete(id);
    return {};
  }

  async startDebugSession() {
    throw new Error('WebKit has no debug session here.');
  }

  async stop() {
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.stopSession(id)));
    const driver = await this.#driver?.catch(() => undefined);
    driver?.stop();
  }

  /** A trusted click at a point of the viewport, in CSS pixels. */
  async click(id, { x, y }) {
    const steps = [
      { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#act(id, { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps });
  }

  /** Trusted key presses, one after the other: characters, or names such as `Enter`. */
  async press(id, keys) {
    const values = keys.map((key) => keyCodes[key] ?? key);
    const steps = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act(id, { type: 'key', id: 'keyboard', actions: steps });
  }

  #act(id, source) {
    return this.#send(id, 'POST', '/actions', { actions: [source] });
  }

  async #send(id, method, path, body) {
    const session = this.#sessions.get(id);
    if (!session) throw new Error('This WebKit page is closed.');
    return session.request(method, path, body);
  }
}
