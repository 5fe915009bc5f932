// The site: it registers its tools, and tells what is to be seen without being asked.
const { visit, countAct } = globalThis;
const page = crypto.randomUUID();
const agent = document.querySelector('headless-agent');
let offered = 0;
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (frame) {
  offered = JSON.parse(frame).pageTools?.length ?? offered;
  send.call(this, frame);
};
const setting = await (await fetch(`/setting/${visit}`)).json();

await customElements.whenDefined('headless-agent');

for (const tool of setting.tools) {
  agent.registerTool({
    ...tool,
    execute: (input) => {
      countAct(`site.${tool.name}`, input);
      return { done: true };
    },
  });
}

if (setting.reads) {
  agent.registerTool({
    name: 'read_reviews',
    description: 'What customers wrote about the bread.',
    annotations: { readOnlyHint: true },
    execute: () => {
      if (setting.thrown) throw new Error(setting.thrown);
      return setting.result;
    },
  });

  agent.registerTool({
    name: 'read_page',
    description: 'The page as it is.',
    annotations: { readOnlyHint: true },
    execute: () => ({ html: document.getElementById('reviews').outerHTML }),
  });
}

const middleOf = (element) => {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
};

function buttonSeen(root, button) {
  const { x, y } = middleOf(button);
  const top = root.elementFromPoint(x, y);
  return {
    name: button.getAttribute('aria-label') ?? button.textContent.trim(),
    call: button.closest('[aria-labelledby^="ask-"]')?.getAttribute('aria-labelledby').slice(4) ?? null,
    x,
    y,
    isDisabled: button.disabled || button.getAttribute('aria-disabled') === 'true',
    isOnTop: top !== null && (button.contains(top) || top.contains(button)) && top !== agent,
  };
}

function look() {
  const root = agent.shadowRoot;
  const buttons = [...root.querySelectorAll('button')].map((button) => buttonSeen(root, button));
  return {
    phase: root.querySelector('[part="status"]')?.dataset.phase ?? '',
    isEquipped: offered >= setting.tools.length + (setting.reads ? 2 : 0),
    isWorking: root.querySelector('[part~="stop-button"]') !== null,
    said: root.querySelectorAll('[part~="message-user"]').length,
    chips: Object.fromEntries(
      [...root.querySelectorAll('[part~="call"]')].map(({ dataset }) => [dataset.callId, dataset.state]),
    ),
    buttons,
    composer: middleOf(root.querySelector('textarea')),
    notes: middleOf(document.getElementById('notes')),
  };
}

let last = '';
let order = 0;
function tell() {
  if (!agent.shadowRoot) return;
  const sight = look();
  const text = JSON.stringify(sight);
  if (text === last) return;
  last = text;
  order += 1;
  void fetch(`/sight/${visit}`, { method: 'POST', keepalive: true, body: JSON.stringify({ ...sight, order, page }) });
}
// Not at each frame: a page that draws nothing rests.
setInterval(tell, 40);

if (setting.attack) (await import('/attacks.js')).attacks[setting.attack](agent, ...setting.with);

if (setting.says) {
  await agent.ready;
  agent.send(setting.says).catch(() => {});
}
