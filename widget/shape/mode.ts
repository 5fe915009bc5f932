import type { ApprovalHandler } from '../approvals/site-policy.ts';

/** How the element stands in the page. All but `inline` and `none` open and close. */
export type Mode = 'inline' | 'bubble' | 'dock' | 'fullscreen' | 'none';

/** Who opened or closed the panel. */
export type By = 'person' | 'page';

const floating: readonly string[] = ['bubble', 'dock', 'fullscreen'];

/** Whether an element of this mode lies over the page, and opens and closes. */
export function floats(mode: string | null): boolean {
  return floating.includes(mode ?? '');
}

const denyAll: ApprovalHandler = async () => 'denied';

/** Who decides where the page names nobody: the person, unless nothing is drawn, and a question would wait for nobody. */
export function handlerOf(mode: Mode): ApprovalHandler | undefined {
  return mode === 'none' ? denyAll : undefined;
}
