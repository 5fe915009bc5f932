import type { callChip } from './call-chip.ts';

/** How a call is drawn; undefined until what runs calls is loaded, and then there is none to draw. */
export let drawCall: typeof callChip | undefined;

export function drawCallsWith(chip: typeof callChip): void {
  drawCall = chip;
}
