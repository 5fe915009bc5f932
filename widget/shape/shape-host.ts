import type { LitElement } from 'lit';
import type { Ask } from '../approvals/ask.ts';
import type { Item } from '../conversation/items.ts';
import type { Mode } from './mode.ts';

/** What a shape has to know of a conversation. */
export interface AgentSnapshot {
  readonly items: readonly Item[];
  readonly asks: readonly Ask[];
  readonly restoring: boolean;
}

/** What a shape has to know of its element, as it stands now. */
export interface ShapeState {
  readonly label: string;
  readonly snapshot: AgentSnapshot;
}

/** The element that has a shape, as the page sets it. */
export interface ShapedElement extends LitElement {
  mode: Mode;
  readonly density: string | null | undefined;
  readonly placement: string | null | undefined;
  /** The id of the page's own button. */
  readonly for: string | null | undefined;
  open: boolean;
}
