interface Dragged {
  readonly panel: () => HTMLElement | null;
  readonly isTall: () => boolean;
  readonly settle: (end: SheetEnd) => void;
}

export type SheetEnd = 'closed' | 'half' | 'full';

/** Less than this is a press with an unsteady finger. */
const steadyPx = 6;
/** A flick: what was begun so fast is meant, however short it was. */
const flickPxPerMs = 0.5;

/** Lets a finger, pen or mouse pull a sheet to another height. */
export class SheetDrag {
  readonly #dragged: Dragged;
  /** Of the drag that goes on, or of the last one. */
  #from = { y: 0, height: 0, at: 0 };
  #moved = 0;

  constructor(dragged: Dragged) {
    this.#dragged = dragged;
  }

  /** Whether the last touch was a drag, and its click is none. */
  get hasMoved(): boolean {
    return Math.abs(this.#moved) >= steadyPx;
  }

  readonly start = (event: PointerEvent): void => {
    const panel = this.#dragged.panel();
    const handle = event.currentTarget;
    if (!panel || !(handle instanceof HTMLElement) || !event.isPrimary || event.button !== 0) return;
    this.#moved = 0;
    this.#from = { y: event.clientY, height: panel.offsetHeight, at: event.timeStamp };
    if (event.isTrusted) handle.setPointerCapture(event.pointerId);
    const move = (next: PointerEvent): void => this.#move(panel, next);
    const end = (last: PointerEvent): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      this.#end(panel, last);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };

  #move(panel: HTMLElement, { clientY }: PointerEvent): void {
    this.#moved = this.#from.y - clientY;
    if (!this.hasMoved) return;
    panel.setAttribute('data-dragged', '');
    panel.style.setProperty('--_dragged', `min(var(--_full), ${Math.max(0, this.#from.height + this.#moved)}px)`);
  }

  #end(panel: HTMLElement, { timeStamp, type }: PointerEvent): void {
    const height = panel.offsetHeight;
    panel.removeAttribute('data-dragged');
    panel.style.removeProperty('--_dragged');
    if (!this.hasMoved || type === 'pointercancel') return;
    const speed = this.#moved / Math.max(1, timeStamp - this.#from.at);
    this.#dragged.settle(endOf({ height, speed, room: innerHeight, isTall: this.#dragged.isTall() }));
  }
}

interface Release {
  readonly height: number;
  /** Upwards, in pixels a millisecond. */
  readonly speed: number;
  readonly room: number;
  readonly isTall: boolean;
}

/** Where a sheet goes that is let go: the next height in the direction of a flick, else the nearest one. */
export function endOf({ height, speed, room, isTall }: Release): SheetEnd {
  if (speed > flickPxPerMs) return 'full';
  if (speed < -flickPxPerMs) return isTall && height > room / 2 ? 'half' : 'closed';
  if (height > 0.75 * room) return 'full';
  return height < 0.3 * room ? 'closed' : 'half';
}
