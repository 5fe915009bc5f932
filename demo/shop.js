// The shop itself. It knows nothing of the agent.

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const byId = (id) => document.getElementById(id);

const products = new Map(
  [...document.querySelectorAll('.product')].map(({ dataset }) => [dataset.product, Number(dataset.cents)]),
);
const hours = new Map(
  [...document.querySelectorAll('[data-day]')].map((row) => [
    Number(row.dataset.day),
    row.querySelector('dd').textContent,
  ]),
);
/** Pieces by product. */
const basket = new Map();

function addToBasket(product, quantity) {
  basket.set(product, (basket.get(product) ?? 0) + quantity);
  showBasket();
}

function removeFromBasket(product) {
  basket.delete(product);
  showBasket();
}

function total() {
  return [...basket].reduce((cents, [product, quantity]) => cents + products.get(product) * quantity, 0);
}

function showBasket() {
  const pieces = [...basket.values()].reduce((sum, quantity) => sum + quantity, 0);
  byId('count').value = String(pieces);
  byId('none').hidden = pieces > 0;
  byId('total').hidden = pieces === 0;
  byId('sum').textContent = money.format(total() / 100);
  byId('lines').replaceChildren(...[...basket].map(([product, quantity]) => basketLine(product, quantity)));
}

function basketLine(product, quantity) {
  const line = document.createElement('li');
  const name = document.createElement('span');
  name.textContent = `${quantity} × ${product}`;
  const price = document.createElement('span');
  price.textContent = money.format((products.get(product) * quantity) / 100);
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.textContent = 'Remove';
  remove.setAttribute('aria-label', `Remove ${product}`);
  remove.addEventListener('click', () => removeFromBasket(product));
  line.append(name, price, remove);
  return line;
}

function showToday(now) {
  document.querySelector(`[data-day="${now.getDay()}"]`).classList.add('today');
  byId('open-now').textContent = isOpen(now) ? 'Open now' : `Today: ${hours.get(now.getDay())}`;
}

function isOpen(now) {
  const span = hours.get(now.getDay()).match(/(\d+):(\d+) to (\d+):(\d+)/);
  if (!span) return false;
  const [fromHour, fromMinute, toHour, toMinute] = span.slice(1).map(Number);
  const minute = now.getHours() * 60 + now.getMinutes();
  return minute >= fromHour * 60 + fromMinute && minute < toHour * 60 + toMinute;
}

for (const product of document.querySelectorAll('.product')) {
  product.querySelector('button').addEventListener('click', () => addToBasket(product.dataset.product, 1));
}
showToday(new Date());

// What the agent may do here. Everything above works without it.

await customElements.whenDefined('headless-agent');
const agent = document.querySelector('headless-agent');

agent.registerTool({
  name: 'basket_add',
  title: 'Put something into the basket',
  description: 'Put pieces of a product of this bakery into the basket on the page.',
  inputSchema: {
    type: 'object',
    properties: {
      product: { type: 'string', enum: [...products.keys()] },
      quantity: { type: 'integer', minimum: 1, maximum: 24, default: 1 },
    },
    required: ['product'],
    additionalProperties: false,
  },
  sink: 'page',
  trusted: true,
  execute: ({ product, quantity = 1 }) => {
    addToBasket(product, quantity);
    return { basket: Object.fromEntries(basket), total: money.format(total() / 100) };
  },
});

agent.registerTool({
  name: 'opening_hours',
  title: 'Look up the opening hours',
  description: 'When the bakery is open: on one day of the week, or on all of them.',
  inputSchema: {
    type: 'object',
    properties: { day: { type: 'string', enum: days } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  trusted: true,
  execute: ({ day }) => {
    const wanted = day ? [day] : days;
    return Object.fromEntries(wanted.map((name) => [name, hours.get(days.indexOf(name))]));
  },
});
