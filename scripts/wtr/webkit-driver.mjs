import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Starts WebKitWebDriver on a screen that nobody sees. Both end with this process at the latest. */
export async function startWebkitDriver({ WebKitWebDriver, Xvfb }) {
  const children = [];
  const stop = () => children.toReversed().forEach((child) => child.kill());
  process.once('exit', stop);
  try {
    const screen = await startScreen(Xvfb, children);
    const request = await startDriver(WebKitWebDriver, screen, children);
    return { request, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Lets Xvfb choose a free display and tell its number through a pipe. */
async function startScreen(path, children) {
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(child);
  const [number] = await Promise.race([once(child.stdio[3], 'data'), failWhenItEnds(child, 'Xvfb')]);
  return `:${String(number).trim()}`;
}

async function startDriver(path, screen, children) {
  const port = await freePort();
  const child = spawn(path, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen,
      GDK_BACKEND: 'x11',
      // There is no graphics card to draw with.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  children.push(child);
  const request = (method, route, body, signal) => ask(`http://127.0.0.1:${port}${route}`, method, body, signal);
  await Promise.race([untilItAnswers(request), failWhenItEnds(child, 'WebKitWebDriver')]);
  return request;
}

async function ask(url, method, body, signal) {
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
  return value;
}

async function untilItAnswers(request) {
  for (let tries = 0; tries < 200; tries += 1) {
    const status = await request('GET', '/status').catch(() => undefined);
    if (status) return;
    await delay(50);
  }
  throw new Error('WebKitWebDriver did not start.');
}

async function failWhenItEnds(child, name) {
  await once(child, 'exit');
  throw new Error(`${name} ended before it was ready.`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
