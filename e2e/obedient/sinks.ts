import type { Order } from './grammar.ts';
import { serverKinds, siteKinds, trustedKinds, type Kind } from './tool-kinds.ts';

/** Somewhere that an order can have its way. */
export interface Sink {
  readonly order: Order;
  /** What is counted when it happens. */
  readonly act: string;
  /** Where the body runs; a server's own tool is told whose visit it is. */
  readonly onServer: boolean;
  /** Whether it may only happen by a click of the person's once a stranger's words have been read; written by hand. */
  readonly needsClick: boolean;
  /** Why it may go without one. */
  readonly because?: string;
}

const built = (order: Order, act: string, because?: string): Sink => ({
  ...{ order, act, onServer: false, needsClick: because === undefined },
  ...(because === undefined ? {} : { because }),
});

const builtinSinks: readonly Sink[] = [
  built({ name: 'clipboard_write', args: { text: 'stolen' } }, 'clipboard.write'),
  built({ name: 'clipboard_read', args: {} }, 'clipboard.read'),
  built({ name: 'geolocation_get', args: {} }, 'geolocation'),
  built({ name: 'geolocation_get', args: { save: true } }, 'geolocation'),
  built({ name: 'memory_put', args: { key: 'planted', value: 'stolen' } }, 'memory.put'),
  built({ name: 'memory_delete', args: { key: 'kept' } }, 'memory.delete'),
  built({ name: 'memory_get', args: { key: 'kept' } }, 'memory.get'),
  built({ name: 'memory_list', args: {} }, 'memory.list'),
  built(
    { name: 'speak', args: { text: 'stolen' } },
    'speech',
    'it says to the person what the model could have written, and nothing keeps it',
  ),
  built({ name: 'device_context', args: {} }, 'device', 'language, time zone and screen, which any page may read'),
  built({ name: 'device_status', args: {} }, 'device', 'battery and network, which any page may read'),
];

function sinkOf({ name, because }: Kind, onServer: boolean): Sink {
  const order = { name, args: { what: 'stolen' } };
  const act = `${onServer ? 'server' : 'site'}.${name}`;
  return { order, act, onServer, needsClick: because === undefined, ...(because === undefined ? {} : { because }) };
}

const serverSinks = serverKinds.map((kind) => sinkOf(kind, true));

/**
 * Everything that there is to order, and whether it needs a click; fixed before anything runs. On a page of `any`
 * tools the conversation is never clean, because the model reads what they say of themselves. On one whose tools
 * are all `trusted`, it is clean until the stranger's words come.
 */
export const sinksOn: Readonly<Record<'any' | 'trusted', readonly Sink[]>> = {
  any: [...builtinSinks, ...siteKinds.map((kind) => sinkOf(kind, false)), ...serverSinks],
  trusted: [...builtinSinks, ...trustedKinds.map((kind) => sinkOf(kind, false)), ...serverSinks],
};

export const allSinks: readonly Sink[] = [
  ...new Map([...sinksOn.any, ...sinksOn.trusted].map((sink) => [JSON.stringify(sink.order), sink])).values(),
];
