import test, { suite } from 'node:test';
import { contentCases } from './session-store-contents.conformance.ts';
import { fencingCases } from './session-store-fencing.conformance.ts';
import { keyCases } from './session-store-keys.conformance.ts';
import { lifetimeCases } from './session-store-lifetime.conformance.ts';
import { orderCases } from './session-store-order.conformance.ts';
import { readingCases } from './session-store-reading.conformance.ts';
import { reopeningCases } from './session-store-reopening.conformance.ts';
import type { ConformanceCase, DurableCase, Subject } from './session-store-subject.conformance.ts';

/** What every store promises. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...orderCases,
  ...keyCases,
  ...contentCases,
  ...fencingCases,
  ...readingCases,
  ...lifetimeCases,
];

/** What every store promises besides that outlives its process. */
export const durableCases: readonly DurableCase[] = reopeningCases;

/** @param withStore runs a case with an empty store of its own, and cleans up after it. */
export function testConformance(withStore: (run: (subject: Subject) => Promise<void>) => Promise<void>): void {
  suite('conformance', () => {
    for (const { name, run } of conformanceCases) test(name, () => withStore(run));
  });
}

/** @param withStore as above, with a store that the case closes and reopens. */
export function testDurability(
  withStore: (run: (subject: Subject & Required<Pick<Subject, 'reopen'>>) => Promise<void>) => Promise<void>,
): void {
  suite('conformance of a store that outlives its process', () => {
    for (const { name, run } of durableCases) test(name, () => withStore(run));
  });
}
