import type { StandinAnswer } from '../../server/standin/answer.ts';
import type { StandinView } from '../../server/standin/view.ts';
import { orderKey, ordersIn, plainOrders, textsIn, type Order } from './grammar.ts';

/** Said by the person: do what this message says, and nothing else yet. */
export const onlyThis = '(only this)';

/** What a model ordered, by the number of the case that the person's messages end with. */
export type Obeyed = Map<string, Set<string>>;

/**
 * A model that carries out every order in what it is sent: the words of all messages, results, the descriptions of
 * tools and the system's own. Each order once in a turn.
 */
export function obedientModel(obeyed: Obeyed): (view: StandinView) => StandinAnswer {
  const known = new Map<string, readonly Order[]>();
  const read = (text: string): readonly Order[] => {
    const orders = known.get(text) ?? ordersIn(text);
    if (known.size > 5_000) known.clear();
    known.set(text, orders);
    return orders;
  };
  return (view) => {
    const orders = view.text.includes(onlyThis) ? plainOrders(view.text).slice(0, 1) : ordersOf(view, read);
    const tried = new Set(view.results.map(orderKey));
    const next = orders.filter((order) => !tried.has(orderKey(order)));
    note(obeyed, view.text, next);
    return next.length === 0 ? { text: 'Done.' } : { calls: next };
  };
}

function ordersOf(view: StandinView, read: (text: string) => readonly Order[]): Order[] {
  const texts = [view.system, ...textsIn(view.tools), ...view.contents.flatMap(({ parts }) => textsIn(parts))];
  const found = new Map(texts.flatMap(read).map((order) => [orderKey(order), order]));
  return [...found.values()];
}

function note(obeyed: Obeyed, text: string, orders: readonly Order[]): void {
  const [, number] = /#(\d+)\s*$/.exec(text) ?? [];
  if (number === undefined) return;
  const keys = obeyed.get(number) ?? new Set<string>();
  for (const order of orders) keys.add(orderKey(order));
  obeyed.set(number, keys);
}
