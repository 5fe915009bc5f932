/**
 * Commands that give a test page a person and a device: trusted clicks and keys, permissions, a place.
 * Each answers true when the browser really did it and false when that browser can't, so that a test can skip.
 */
export function devicePlugin() {
  return {
    name: 'devices',
    async executeCommand({ command, payload, session }) {
      const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
      if (!run) return undefined;
      try {
        return await run(session, payload);
      } catch (error) {
        console.warn(`${session.browser.name}: ${command}: ${error.message.split('\n', 1)[0]}`);
        return false;
      }
    },
  };
}

const commands = {
  'device:engine': ({ browser }) => browser.name.toLowerCase(),

  'device:click': (session, point) => {
    if (session.browser.click) return done(session.browser.click(session.id, point));
    return done(pageOf(session).mouse.click(point.x, point.y));
  },

  'device:press': async (session, keys) => {
    if (session.browser.press) return done(session.browser.press(session.id, keys));
    const { keyboard } = pageOf(session);
    for (const key of keys) await keyboard.press(key);
    return true;
  },

  'device:permit': async (session, { names, state }) => {
    const page = pageOf(session);
    if (!page) return false;
    const origin = new URL(page.url()).origin;
    const context = page.browserContext();
    for (const name of names) await context.setPermission(origin, { permission: { name }, state });
    return true;
  },

  'device:place': (session, place) => {
    const page = pageOf(session);
    return page ? done(page.setGeolocation(place)) : false;
  },

  'device:focus': (session) => {
    const page = pageOf(session);
    return page ? done(page.bringToFront()) : false;
  },

  'device:media': (session, features) => {
    const page = pageOf(session);
    // Puppeteer asks Chromium's own protocol for this; Firefox does not speak it.
    if (session.browser.name !== 'Chromium') return false;
    return done(page.emulateMediaFeatures(features));
  },
};

async function done(promise) {
  await promise;
  return true;
}

/** Puppeteer's page; WebKit has none. */
function pageOf({ browser, id }) {
  return browser.getPage?.(id);
}
