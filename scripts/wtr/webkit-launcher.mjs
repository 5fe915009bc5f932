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
    const options = { binary: this.#paths.MiniBrowser, args: ['--automation'] };
    const { sessionId } = await driver.request('POST', '/session', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
    });
    this.#sessions.set(id, {
      url,
      request: (method, path, body) => driver.request(method, `/session/${sessionId}${path}`, body),
    });
    await this.#send(id, 'POST', '/url', { url });
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
