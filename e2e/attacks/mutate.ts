import { errorFate } from '../../shared/errors.ts';
import { isObject } from '../../shared/json.ts';
import { clientSamples, serverSamples } from '../../shared/protocol.fixture.ts';
import { builtinTools } from '../../shared/tools/index.ts';
import { hostileKeys, hostileStrings } from './hostile-values.ts';
import type { Chance } from './random.ts';

const types = [
  'user.message',
  'user.message',
  'tool.result',
  'tool.result',
  'tool.status',
  'turn.cancel',
  'tools.changed',
  'ack',
  'hello',
] as const;

/** One frame that begins as a sample of the protocol. Two in three are still legal, with other values. */
export function mutatedFrame(chance: Chance): string {
  const sample: unknown = chance.pick<unknown>(clientSamples[chance.pick(types)]);
  const legal = vary(sample, '', chance);
  const value = chance.oneIn(4) ? breakSomewhere(legal, chance) : legal;
  const text = JSON.stringify(value) ?? 'null';
  return chance.oneIn(12) ? tear(text, chance) : text;
}

/** A first frame: as often as not an honest one, so that what follows gets further. */
export function mutatedHello(chance: Chance): string {
  const sample: unknown = chance.pick(clientSamples.hello);
  const value = chance.oneIn(8) ? breakSomewhere(sample, chance) : sample;
  const text = JSON.stringify(value) ?? 'null';
  return chance.oneIn(40) ? tear(text, chance) : text;
}

/** What a server could be made to send. */
export function mutatedServerFrame(chance: Chance): string {
  const samples: readonly (readonly unknown[])[] = Object.values(serverSamples);
  const legal = vary(chance.pick(chance.pick(samples)), '', chance);
  const text = JSON.stringify(chance.oneIn(3) ? breakSomewhere(legal, chance) : legal) ?? 'null';
  return chance.oneIn(12) ? tear(text, chance) : text;
}

/** Other values of the right kinds. */
function vary(value: unknown, key: string, chance: Chance): unknown {
  if (Array.isArray(value)) return value.map((item) => vary(item, key, chance));
  if (key === 'value') return chance.oneIn(2) ? anyJson(chance, 6) : value;
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, vary(child, name, chance)]));
  }
  return chance.oneIn(2) ? (legalValue(key, chance) ?? value) : value;
}

const digits = ['0', '1', '2', '3'] as const;

function legalValue(key: string, chance: Chance): unknown {
  switch (key) {
    case 'id':
      return `m${chance.whole(50)}`;
    case 'text':
      return chance.oneIn(4) ? `call ${chance.whole(9)}` : chance.pick(hostileStrings) || 'Hi';
    case 'call':
      return `${chance.pick(digits)}.${chance.pick(digits)}.${chance.pick(digits)}`;
    case 'turn':
      return 1 + chance.whole(4);
    case 'remainingMs':
      return chance.pick([0, 1, 0.5, 300_000, 1e300, Number.MAX_SAFE_INTEGER]);
    case 'progress':
      return chance.pick([-1, 0, 1e308, 'half', '']);
    case 'code':
      return chance.pick(Object.keys(errorFate));
    case 'message':
    case 'description':
      return chance.pick(hostileStrings).slice(0, 2_000);
    case 'builtins':
      return chance.pick(builtinTools).name;
    default:
      return undefined;
  }
}

/** Changes one place, wherever in the value it lies. */
function breakSomewhere(value: unknown, chance: Chance): unknown {
  const isHere = chance.oneIn(3);
  if (!isHere && Array.isArray(value) && value.length > 0) {
    const at = chance.whole(value.length);
    return value.map((item, index) => (index === at ? breakSomewhere(item, chance) : item));
  }
  if (!isObject(value)) return anyJson(chance, 4);
  const entries = Object.entries(value);
  const at = chance.whole(entries.length);
  if (!isHere) {
    return Object.fromEntries(
      entries.map(([key, child], index) => [key, index === at ? breakSomewhere(child, chance) : child]),
    );
  }
  return Object.fromEntries(breakEntries(entries, at, chance));
}

function breakEntries(
  entries: readonly (readonly [string, unknown])[],
  at: number,
  chance: Chance,
): (readonly [string, unknown])[] {
  const change = chance.whole(4);
  if (change === 0) return entries.filter((_, index) => index !== at);
  if (change === 1) return [...entries, [chance.pick(hostileKeys), anyJson(chance, 3)]];
  return entries.map(([key, child], index) => {
    if (index !== at) return [key, child];
    return change === 2 ? [chance.pick(hostileKeys), child] : [key, anyJson(chance, 4)];
  });
}

function anyJson(chance: Chance, depth: number): unknown {
  const kind = chance.whole(depth > 0 ? 8 : 5);
  if (kind === 0) return chance.pick([null, true, false]);
  if (kind === 1) return chance.pick([0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, 5e-324]);
  if (kind < 5) return chance.pick(hostileStrings);
  const length = chance.whole(4);
  if (kind === 5) return Array.from({ length }, () => anyJson(chance, depth - 1));
  return Object.fromEntries(Array.from({ length }, () => [chance.pick(hostileKeys), anyJson(chance, depth - 1)]));
}

const splinters = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\\',
  '\\u',
  '\u0000',
  '\uFEFF',
  '1e400',
  '-',
  '01',
  '//',
  '__proto__',
] as const;

/** Changes the text, whatever it says. */
function tear(text: string, chance: Chance): string {
  const at = chance.whole(text.length + 1);
  const to = Math.min(text.length, at + chance.whole(12));
  const change = chance.whole(5);
  if (change === 0) return text.slice(0, at);
  if (change === 1) return text.slice(0, at) + text.slice(to);
  if (change === 2) return text.slice(0, to) + text.slice(at);
  if (change === 3) return text.slice(0, at) + chance.pick(splinters) + text.slice(at);
  return text.slice(0, at) + String.fromCharCode(chance.whole(0x800)) + text.slice(Math.min(text.length, at + 1));
}
