/** What of a list's content begins below what is in sight. */
export interface Below {
  readonly count: number;
  /** The uppermost of them. */
  readonly first: Element | undefined;
  /** False when there may be more than were looked at. */
  readonly isCounted: boolean;
  /** The content ends well below what is in sight. */
  readonly isAway: boolean;
}

const rows = '.message, .call, .note, headless-agent-thought';
/** So near to the end, it is in sight. */
const nearPx = 48;

/**
 * Looks at the rows of a list from its end upwards.
 *
 * @param most enough: what lies above those was seen before, and a long list is not to be measured as a whole.
 */
export function lookBelow(list: Element, most: number): Below {
  const { bottom } = list.getBoundingClientRect();
  let count = 0;
  let folded = 0;
  let first: Element | undefined;
  let isAway: boolean | undefined;
  for (const row of fromTheEnd(list)) {
    const { top, bottom: end, height } = row.getBoundingClientRect();
    if (height === 0) {
      folded += 1;
      continue;
    }
    isAway ??= end > bottom + nearPx;
    if (top < bottom - 1) return { count, first, isCounted: true, isAway };
    // What is folded counts with the row above it.
    count += 1 + folded;
    folded = 0;
    first = row;
    if (count > most) return { count, first, isCounted: false, isAway };
  }
  return { count, first, isCounted: true, isAway: isAway ?? false };
}

function* fromTheEnd(list: Element): Generator<Element> {
  for (let turn = list.lastElementChild; turn; turn = turn.previousElementSibling) {
    for (let row = turn.lastElementChild; row; row = row.previousElementSibling) if (row.matches(rows)) yield row;
  }
}
