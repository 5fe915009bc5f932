import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonObject } from '../../../shared/json.ts';
import { builtinTools } from '../../../shared/tools/index.ts';
import { modelToolOf } from '../../model/declaration.ts';
import type { DeclaredTool } from '../checks/tools.ts';
import type { StandinView, ViewedResult, ViewedTurn } from '../view.ts';
import { rehearse } from './rehearse.ts';

const builtins: DeclaredTool[] = builtinTools.map(modelToolOf);
const page = (
  name: string,
  description: string,
  properties: JsonObject = {},
  required: string[] = [],
): DeclaredTool => ({
  name,
  description,
  parameters: { type: 'object', properties, required },
});
const text = { type: 'string' };
const count = { type: 'integer' };

const cart = [
  page('cart_add', 'Put a product into the cart.', { sku: text }, ['sku']),
  page('cart_view', 'What is in the cart, and what it costs.'),
  page('cart_remove', 'Take a product out of the cart.', { sku: text }, ['sku']),
];
const bakery = [
  page(
    'basket_add',
    'Add bread to the basket.',
    { product: { type: 'string', enum: ['rye_loaf', 'wheat_roll', 'croissant'] }, quantity: count },
    ['product', 'quantity'],
  ),
  page('opening_hours', 'When the bakery is open.', { day: text }),
  page('product_search', 'Find products by words.', { query: text }, ['query']),
  page('table_book', 'Book a table in the café.', { guests: count, date: text, time: text }, ['guests', 'date']),
];

const fixed: Readonly<Record<string, unknown>> = {
  geolocation_get: { latitude: 52.520008, longitude: 13.404954, accuracy_m: 20.4, at: '2026-11-30T12:00:00Z' },
  memory_put: { key: 'k', bytes: 10, replaced: false, persisted: true },
  memory_get: { found: true, value: 'blue', updated: '2026-11-30T12:00:00Z' },
  memory_list: {
    items: [
      { key: 'name', updated: '', bytes: 1 },
      { key: 'home_city', updated: '', bytes: 1 },
    ],
    total: 2,
    persisted: true,
  },
  memory_delete: { deleted: true },
  clipboard_read: { text: 'from the clipboard', chars: 18, truncated: false },
  clipboard_write: { chars: 5 },
  device_context: {
    locale: 'en-GB',
    time_zone: 'Europe/Berlin',
    local_time: '2026-11-30T14:05:00+01:00',
    screen: { width: 1920, height: 1080 },
    color_scheme: 'dark',
  },
  device_status: {
    battery: { level: 0.5, charging: true, reliable: true },
    network: { online: true, effective_type: '4g' },
  },
  speak: { spoken_chars: 5, complete: true, voice: null },
  cart_view: { items: [{ sku: 'LEMON-1', quantity: 2 }], total: '9.80 EUR' },
};

interface Scene {
  readonly tools?: readonly DeclaredTool[];
  readonly earlier?: readonly ViewedTurn[];
  readonly mustCall?: boolean;
  /** Results by tool, as the model would see them. */
  readonly responses?: Readonly<Record<string, JsonObject>>;
}

interface Played {
  /** `tool {args}`, round by round. */
  readonly rounds: readonly (readonly string[])[];
  readonly text: string;
}

/** Runs a message to its end, answering each call with what the tool would give. */
function play(message: string, scene: Scene = {}): Played {
  const { tools = builtins, earlier = [], responses = {} } = scene;
  const results: ViewedResult[] = [];
  const rounds: string[][] = [];
  for (let round = 0; round < 8; round += 1) {
    const mustCall = scene.mustCall === true && round === 0;
    const view: StandinView = {
      system: '',
      text: message,
      results: [...results],
      earlier,
      tools,
      mustCall,
      contents: [],
    };
    const answer = rehearse(view);
    if ('text' in answer && !('calls' in answer)) return { rounds, text: answer.text ?? '' };
    assert.ok('calls' in answer);
    rounds.push(answer.calls.map(({ name, args = {} }) => `${name} ${JSON.stringify(args)}`));
    for (const { name, args = {} } of answer.calls) {
      assert.ok(
        tools.some((tool) => tool.name === name),
        `${name} is on offer`,
      );
      results.push({ name, args, response: responses[name] ?? { output: fixed[name] ?? { ok: true } } });
    }
  }
  throw new Error('The rehearsal never ended.');
}

const place = '{"key":"user_location","value":{"latitude":52.520008,"longitude":13.404954,"accuracy_m":20.4}}';
const spot = '{"text":"52.520008, 13.404954"}';

/** A message, and its calls by round. */
const table: [message: string, ...rounds: string[][]][] = [
  ['where am I?', ['geolocation_get {}']],
  ['Where are we right now?', ['geolocation_get {}']],
  ["What's my location?", ['geolocation_get {}']],
  ['locate me please', ['geolocation_get {}']],
  ['Can you tell me where I am?', ['geolocation_get {}']],
  ['where am I? remember it and copy it', ['geolocation_get {}'], [`memory_put ${place}`, `clipboard_write ${spot}`]],
  [
    'Where am I? Remember it, copy it, and read it aloud.',
    ['geolocation_get {}'],
    [
      `memory_put ${place}`,
      `clipboard_write ${spot}`,
      'speak {"text":"You are at about 52.5200, 13.4050, accurate to 20 metres."}',
    ],
  ],
  [
    'Find out my location and then save it as home',
    ['geolocation_get {}'],
    [`memory_put ${place.replace('user_location', 'home')}`],
  ],
  ['remember where I am', ['geolocation_get {}'], [`memory_put ${place}`]],
  ['copy my location to the clipboard', ['geolocation_get {}'], [`clipboard_write ${spot}`]],
  ['remember that my favourite colour is blue', ['memory_put {"key":"favourite_colour","value":"blue"}']],
  ['Remember my name is Ada', ['memory_put {"key":"name","value":"Ada"}']],
  ['please remember that I live in Berlin', ['memory_put {"key":"home","value":"Berlin"}']],
  ['remember that I like bread and butter', ['memory_put {"key":"likes","value":"bread and butter"}']],
  ['My name is Ada. Remember it.', ['memory_put {"key":"name","value":"Ada"}']],
  ['remember to buy milk', ['memory_put {"key":"buy_milk","value":"buy milk"}']],
  ['Save "rosebud" as password hint', ['memory_put {"key":"password_hint","value":"rosebud"}']],
  ['store 42 under lucky number', ['memory_put {"key":"lucky_number","value":"42"}']],
  ['don’t forget my train is at nine', ['memory_put {"key":"train","value":"at nine"}']],
  ['remember my phone number: 555 1234', ['memory_put {"key":"phone_number","value":"555 1234"}']],
  ['remember this: water the plants', ['memory_put {"key":"water_plants","value":"water the plants"}']],
  ['use clipboard_read', ['clipboard_read {}']],
  ['what is my favourite colour?', ['memory_get {"key":"favourite_colour"}']],
  ["what's my name", ['memory_get {"key":"name"}']],
  ['Who am I?', ['memory_get {"key":"name"}']],
  ['recall my home city', ['memory_get {"key":"home_city"}']],
  ['do you remember my name?', ['memory_get {"key":"name"}']],
  ['Recall home_city', ['memory_get {"key":"home_city"}']],
  ['recall my location', ['memory_get {"key":"user_location"}']],
  ['what do you remember about my dog?', ['memory_get {"key":"dog"}']],
  ['What do you remember?', ['memory_list {}']],
  ['what do you know about me?', ['memory_list {}']],
  ['list your memories', ['memory_list {}']],
  ['forget my name', ['memory_delete {"key":"name"}']],
  ['Please forget my favourite colour.', ['memory_delete {"key":"favourite_colour"}']],
  ['delete my location', ['memory_delete {"key":"user_location"}']],
  ['forget everything', ['memory_list {}'], ['memory_delete {"key":"name"}', 'memory_delete {"key":"home_city"}']],
  ["copy 'some text'", ['clipboard_write {"text":"some text"}']],
  ['copy “Grüße, and more” to my clipboard', ['clipboard_write {"text":"Grüße, and more"}']],
  [`copy 'she said "hi" twice'`, ['clipboard_write {"text":"she said \\"hi\\" twice"}']],
  ['put "abc" on the clipboard', ['clipboard_write {"text":"abc"}']],
  ["copy 'a' and say 'b'", ['clipboard_write {"text":"a"}', 'speak {"text":"b"}']],
  ["what's on my clipboard?", ['clipboard_read {}']],
  ['paste', ['clipboard_read {}']],
  ['read my clipboard', ['clipboard_read {}']],
  ['What did I just copy?', ['clipboard_read {}']],
  ['read my clipboard aloud', ['clipboard_read {}'], ['speak {"text":"from the clipboard"}']],
  [
    'remember what is on my clipboard',
    ['clipboard_read {}'],
    ['memory_put {"key":"copied_text","value":"from the clipboard"}'],
  ],
  ['what time is it?', ['device_context {}']],
  ["What's the time", ['device_context {}']],
  ['which time zone am I in?', ['device_context {}']],
  ['how big is my screen?', ['device_context {}']],
  ["what is today's date?", ['device_context {}']],
  ['what language is my browser set to', ['device_context {}']],
  ["How's my battery?", ['device_status {}']],
  ['am I online?', ['device_status {}']],
  ['battery and network', ['device_status {}']],
  ['say hello', ['speak {"text":"hello"}']],
  ['Say "good night" to the children', ['speak {"text":"good night"}']],
  ['read "once upon a time" aloud', ['speak {"text":"once upon a time"}']],
  [
    'What time is it? And where am I? Also, what is on my clipboard?',
    ['device_context {}', 'geolocation_get {}', 'clipboard_read {}'],
  ],
  [
    'where am I? remember it. remember my name is Ada',
    ['geolocation_get {}', 'memory_put {"key":"name","value":"Ada"}'],
    [`memory_put ${place}`],
  ],
  [
    'remember my name is Ada and copy it',
    ['memory_put {"key":"name","value":"Ada"}', 'clipboard_write {"text":"Ada"}'],
  ],
  ["what's my name? copy it", ['memory_get {"key":"name"}'], ['clipboard_write {"text":"blue"}']],
  ['hi, where am I?', ['geolocation_get {}']],
  ['hello'],
  ['Thanks a lot!'],
  ['who are you?'],
  ['are you an AI?'],
  ['what can you do?'],
  ['sing me an opera'],
];

for (const [message, ...rounds] of table) {
  test(`understands: ${message}`, () => assert.deepEqual(play(message).rounds, rounds));
}

/** The same over tools that nobody told it about. */
const pageTable: [message: string, tools: readonly DeclaredTool[], ...rounds: string[][]][] = [
  ['put LEMON-1 into my cart', cart, ['cart_add {"sku":"LEMON-1"}']],
  ['Please add "LEMON-1" to the basket', cart, ['cart_add {"sku":"LEMON-1"}']],
  ["what's in my cart?", cart, ['cart_view {}']],
  ['show me the cart', cart, ['cart_view {}']],
  ['remove LEMON-1 from my cart', cart, ['cart_remove {"sku":"LEMON-1"}']],
  ['put LEMON-1 into my cart and show me the cart', cart, ['cart_add {"sku":"LEMON-1"}', 'cart_view {}']],
  ['put LEMON-1 into my cart and copy "done"', cart, ['cart_add {"sku":"LEMON-1"}', 'clipboard_write {"text":"done"}']],
  ['add two rye loaves to the basket', bakery, ['basket_add {"product":"rye_loaf","quantity":2}']],
  ['I would like to buy a dozen wheat rolls', bakery, ['basket_add {"product":"wheat_roll","quantity":12}']],
  ["I'd like two croissants", bakery, ['basket_add {"product":"croissant","quantity":2}']],
  ['add three pizzas to the basket', bakery],
  ['order 3 croissants', bakery, ['basket_add {"product":"croissant","quantity":3}']],
  ['when do you open on Sunday?', bakery, ['opening_hours {"day":"Sunday"}']],
  ['what are your opening hours?', bakery, ['opening_hours {}']],
  ['search for lemon cake', bakery, ['product_search {"query":"lemon cake"}']],
  ['do you have gluten-free bread?', bakery, ['product_search {"query":"gluten-free bread"}']],
  [
    'book a table for four on 2026-12-24 at 19:00',
    bakery,
    ['table_book {"guests":4,"date":"2026-12-24","time":"19:00"}'],
  ],
  ['reserve a table for two tomorrow', bakery, ['table_book {"guests":2,"date":"tomorrow"}']],
  ['what is my favourite colour?', cart, ['memory_get {"key":"favourite_colour"}']],
  ['how much does it cost?', [page('products_list', 'The products with their prices.')], ['products_list {}']],
  ['call cart_add with LEMON-1', cart, ['cart_add {"sku":"LEMON-1"}']],
  ['where am I? remember it', cart, ['geolocation_get {}'], [`memory_put ${place}`]],
];

for (const [message, tools, ...rounds] of pageTable) {
  test(`finds the page's tool for: ${message}`, () => {
    assert.deepEqual(play(message, { tools: [...builtins, ...tools] }).rounds, rounds);
  });
}

test('tells what came of the showcase', () => {
  assert.equal(
    play('where am I? remember it and copy it').text,
    'You are at about 52.5200, 13.4050, accurate to 20 metres. I remembered it as user_location. I copied it to your clipboard.',
  );
});

/** A message, and the words at its end. */
const answers: [message: string, pattern: RegExp][] = [
  ['what is my favourite colour?', /^Your favourite colour: blue\.$/],
  ['what do you remember?', /^I remember: name and home city\.$/],
  ['forget everything', /^I forgot name\. I forgot home city\.$/],
  ["what's on my clipboard?", /^Your clipboard says: from the clipboard$/],
  ['what time is it?', /^It is 14:05 on Monday,? 30 November 2026\.$/],
  ['which time zone am I in?', /^Your time zone is Europe\/Berlin\.$/],
  ['how big is my screen?', /^Your screen is 1920 by 1080 pixels\.$/],
  ["how's my battery?", /^Your battery is at 50 percent and charging\.$/],
  ['am I online?', /^You are online, as fast as 4g\.$/],
  ['battery and network', /^Your battery .* You are online/],
  ['hi, where am I?', /^Hello! You are at about/],
  ['who are you?', /rehearsal, not an AI/],
  ['what can you do?', /rehearsal, not an AI\. I can find out where you are, .* and read aloud\. Try: “Where am I\?/],
  ['sing me an opera', /^I did not understand “sing me an opera”\. I am a rehearsal/],
  ['my name is Ada', /^Noted: Ada\. Say “remember it”/],
];

for (const [message, pattern] of answers) {
  test(`answers in words: ${message}`, () => assert.match(play(message).text, pattern));
}

const failures: [code: string, pattern: RegExp][] = [
  ['user_declined', /^You said no, so I did not read your clipboard\.$/],
  ['permission_denied', /^I am not allowed to read your clipboard\.$/],
  ['unsupported', /^This browser can't let me read your clipboard\.$/],
  ['timeout', /^It took too long to read your clipboard, so I stopped\.$/],
  ['unknown_outcome', /^I don't know whether I managed to read your clipboard\./],
  ['not_focused', /^I could not read your clipboard: The page is not in front\.$/],
];

for (const [code, pattern] of failures) {
  test(`tells a call that ended as ${code} plainly`, () => {
    const error = { code, message: 'The page is not in front.' };
    assert.match(play('read my clipboard', { responses: { clipboard_read: { error } } }).text, pattern);
  });
}

test('does nothing with a place that it was not told', () => {
  const error = { code: 'user_declined', message: 'The person said no.' };
  const { rounds, text: words } = play('where am I? remember it and copy it', {
    responses: { geolocation_get: { error } },
  });
  assert.equal(rounds.length, 1);
  assert.equal(
    words,
    'You said no, so I did not look up where you are. There was nothing with which I could remember it or copy it.',
  );
});

test('says which tool is missing, and still does the rest', () => {
  const tools = builtins.filter((tool) => tool.name !== 'clipboard_write');
  const { rounds, text: words } = play('where am I? remember it and copy it', { tools });
  assert.deepEqual(rounds, [['geolocation_get {}'], [`memory_put ${place}`]]);
  assert.match(words, /I can not copy it: that takes the tool clipboard_write, and it is not on offer here\.$/);
});

test('talks about the results when a later round has no tools at all', () => {
  const results = [{ name: 'geolocation_get', args: {}, response: { output: fixed['geolocation_get'] } }];
  const answer = rehearse({
    system: '',
    text: 'where am I? copy it',
    results,
    earlier: [],
    tools: [],
    mustCall: false,
    contents: [],
  });
  assert.ok('text' in answer);
  assert.match(answer.text ?? '', /^You are at about .* I can not copy it/);
});

test('asks for what a tool needs and the message does not say', () => {
  const { rounds, text: words } = play('add something to my cart', {
    tools: [page('cart_add', 'Put it in.', { sku: text }, ['sku'])],
  });
  assert.deepEqual(rounds, []);
  assert.match(words, /cart_add, but I did not find its sku in your words/);
});

test('names the choices when there are some', () => {
  const { text: words } = play('add three pizzas to the basket', { tools: bakery });
  assert.match(words, /did not find its product in your words\. It can be rye_loaf, wheat_roll or croissant\.$/);
});

test('reads a result of a tool that it has never seen', () => {
  const { text: words } = play('show me the cart', { tools: cart });
  assert.equal(words, 'cart_view says: items sku LEMON-1, quantity 2, total 9.80 EUR.');
});

test('does nothing that it is told not to do', () => {
  for (const words of [
    'do not tell me where I am',
    "don't copy anything",
    'please don’t read my clipboard',
    'never say that',
  ]) {
    assert.deepEqual(play(words).rounds, [], words);
  }
  assert.equal(play("don't forget that my name is Ada").rounds.length, 1);
});

test('knows what "it" was a message ago', () => {
  const results = [{ name: 'geolocation_get', args: {}, response: { output: fixed['geolocation_get'] } }];
  const earlier = [
    { text: 'where am I?', results, answer: 'You are at …' },
    { text: 'thanks', results: [], answer: 'You are welcome.' },
  ];
  assert.deepEqual(play('copy it', { earlier }).rounds, [[`clipboard_write ${spot}`]]);
  assert.deepEqual(play('remember that', { earlier }).rounds, [[`memory_put ${place}`]]);
});

test('copies its own words when there is nothing else', () => {
  const earlier = [{ text: 'hello', results: [], answer: 'Hello!' }];
  assert.deepEqual(play('copy it', { earlier }).rounds, [['clipboard_write {"text":"Hello!"}']]);
  assert.match(play('copy it').text, /nothing with which I could copy it/);
});

test('calls the demanded tool, filled as far as the message goes', () => {
  assert.deepEqual(play('hello', { mustCall: true }).rounds.length, 1);
  const forced = play('LEMON-1, if you would', { tools: cart.slice(0, 1), mustCall: true });
  assert.deepEqual(forced.rounds, [['cart_add {"sku":"LEMON-1"}']]);
});

test('offers only what is on offer', () => {
  assert.match(play('what can you do?', { tools: [] }).text, /No tool is on offer/);
  assert.doesNotMatch(play('what can you do?', { tools: cart }).text, /clipboard/);
  assert.match(
    play('what can you do?', { tools: cart }).text,
    /This page offers cart_add, cart_view and cart_remove\./,
  );
});

test('does one thing once, however often it is asked for in one message', () => {
  assert.deepEqual(play('where am I? '.repeat(500)).rounds, [['geolocation_get {}']]);
});

test('survives any text', () => {
  for (const message of [
    '',
    '   ',
    '?!.',
    '"',
    "'",
    '"""',
    '\uE000',
    'and and and',
    'copy',
    'remember',
    'say',
    'forget',
    '<script>alert(1)</script>',
    'x'.repeat(16_000),
    '{"a":1}',
    '日本語で',
    '👩‍👩‍👧',
  ]) {
    const { text: words } = play(message, { tools: [...builtins, ...cart, ...bakery] });
    assert.ok(words.length > 0);
  }
});
