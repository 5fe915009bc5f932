import type { Page } from 'playwright-core';
import type { SeenButton, Sight, Visit } from './site.ts';

const patienceMs = 30_000;
/** Of the element, from its top to its bottom. */
const middle = 600;

/** How a call can end, as its chip says. */
export const outcomes: ReadonlySet<string> = new Set(['done', 'denied', 'failed', 'timed-out', 'cancelled', 'unknown']);

/** Somebody at the page, with a mouse and a keyboard. The page is never asked anything: that would count as a click. */
export class Person {
  readonly #page: Page;
  readonly #visit: Visit;

  constructor(page: Page, visit: Visit) {
    this.#page = page;
    this.#visit = visit;
  }

  /** @throws Error that tells what was seen last, when it is never so. */
  sees(isSo: (sight: Sight) => boolean, what: string, forMs = patienceMs): Promise<Sight> {
    const visit = this.#visit;
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (!visit.sight || !isSo(visit.sight)) return;
        clearTimeout(timer);
        visit.onChange = () => {};
        resolve(visit.sight);
      };
      const timer = setTimeout(() => {
        visit.onChange = () => {};
        reject(new Error(`Visit ${visit.number} never saw ${what}: ${JSON.stringify(visit.sight)}`));
      }, forMs);
      visit.onChange = look;
      look();
    });
  }

  async arrives(): Promise<void> {
    await this.sees(
      ({ phase, isEquipped, composer }) => phase === 'open' && isEquipped && composer.x > 0,
      'an open connection',
    );
  }

  async types(text: string): Promise<void> {
    const { composer } = await this.sees(({ composer: { x } }) => x > 0, 'a composer');
    await this.#page.mouse.click(composer.x, composer.y);
    await this.#page.keyboard.type(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Copies what lies on the page. */
  async copies(): Promise<void> {
    const { notes } = await this.sees(({ notes: { x } }) => x > 0, 'the notes');
    await this.#page.mouse.click(notes.x, notes.y);
    await this.#page.keyboard.press('Control+A');
    await this.#page.keyboard.press('Control+C');
  }

  /** Puts what was copied into the composer, and says it. */
  async pastes(after = ''): Promise<void> {
    const { composer } = await this.sees(({ composer: { x } }) => x > 0, 'a composer');
    await this.#page.mouse.click(composer.x, composer.y);
    await this.#page.keyboard.press('Control+V');
    await this.#page.keyboard.type(after);
    await this.#page.keyboard.press('Enter');
  }

  /** Drags what lies on the page into the composer, and says it. */
  async drops(after: string): Promise<void> {
    const { notes, composer } = await this.sees(({ notes: { x } }) => x > 0, 'the notes');
    const { mouse, keyboard } = this.#page;
    await mouse.click(notes.x, notes.y);
    await keyboard.press('Control+A');
    await mouse.move(20, notes.y - 12);
    await mouse.down();
    await mouse.move(60, notes.y + 60, { steps: 4 });
    await mouse.move(composer.x, composer.y, { steps: 8 });
    await mouse.up();
    await mouse.click(composer.x, composer.y);
    await keyboard.press('Control+End');
    await keyboard.type(after);
    await keyboard.press('Enter');
  }

  /** Presses the first button whose name begins so and that can be pressed, where it is then. Scrolls to it. */
  async presses(name: string, call?: string): Promise<void> {
    const isIt = (button: SeenButton): boolean =>
      button.name.startsWith(name) && (call === undefined || button.call === call);
    const isReady = (button: SeenButton): boolean => isIt(button) && !button.isDisabled && button.isOnTop;
    const isAway = (button: SeenButton): boolean =>
      isIt(button) && !button.isOnTop && Math.abs(button.y - middle) > 400;
    const what = `${name} for ${call ?? 'any call'}`;
    for (;;) {
      const { buttons } = await this.sees((sight) => sight.buttons.some((one) => isReady(one) || isAway(one)), what);
      const button = buttons.find(isReady);
      if (button) return this.#page.mouse.click(button.x, button.y);
      await this.#scrollsTo(buttons.find(isAway)?.y ?? middle);
    }
  }

  async #scrollsTo(y: number): Promise<void> {
    const before = JSON.stringify(this.#visit.sight?.buttons);
    await this.#page.mouse.move(300, middle);
    await this.#page.mouse.wheel(0, y - middle);
    await this.sees(({ buttons }) => JSON.stringify(buttons) !== before, `anything move towards ${y}`);
  }

  /** Presses Allow until it has been heard: a card that has just moved under the pointer does not hear it. */
  async allows(call: string): Promise<void> {
    for (let press = 0; press < 6; press += 1) {
      await this.presses('Allow', call);
      const hasHeard = await this.#soon(({ chips }) => chips[call] !== 'asking');
      if (hasHeard) return;
    }
    throw new Error(`Visit ${this.#visit.number}: nobody hears the person allow ${call}.`);
  }

  /** Allows whatever is asked, until the turn is over. */
  async allowsAll(): Promise<void> {
    const isAsked = ({ chips }: Sight): boolean => Object.values(chips).includes('asking');
    const isOver = ({ isWorking, said }: Sight): boolean => said > 0 && !isWorking;
    for (;;) {
      const sight = await this.sees((now) => isAsked(now) || isOver(now), 'a question, or the end of the turn');
      const [asked] = Object.entries(sight.chips).find(([, state]) => state === 'asking') ?? [];
      if (asked === undefined) return;
      await this.allows(asked);
    }
  }

  /** Whether it is so within the time that a person gives a click. */
  #soon(isSo: (sight: Sight) => boolean): Promise<boolean> {
    return this.sees(isSo, 'it', 2_000).then(
      () => true,
      () => false,
    );
  }

  /** Where a button is, whether it can be pressed or not. */
  async finds(name: string, call?: string): Promise<SeenButton> {
    const isIt = (button: SeenButton): boolean =>
      button.name.startsWith(name) && (call === undefined || button.call === call);
    const { buttons } = await this.sees((sight) => sight.buttons.some(isIt), `${name} for ${call ?? 'any call'}`);
    return buttons.find(isIt) ?? this.finds(name, call);
  }

  /** Presses and lets go at a place, whatever is there. */
  async clicksAt({ x, y }: { readonly x: number; readonly y: number }, heldMs = 0): Promise<void> {
    await this.#page.mouse.click(x, y, { delay: heldMs });
  }

  /** Orders something in words of their own, and sees the card. */
  async isAskedAbout(order: string, call = '1.1.0'): Promise<void> {
    await this.types(order);
    await this.sees(({ chips }) => chips[call] === 'asking', `a question about ${call}`);
  }

  /** Waits until a card has been there for so long that it can be pressed. Where its button is then. */
  async seesArmed(call: string): Promise<SeenButton> {
    const isIt = (button: SeenButton): boolean =>
      button.name.startsWith('Allow') && !button.isDisabled && button.call === call;
    const { buttons } = await this.sees((sight) => sight.buttons.some(isIt), `a card for ${call} that can be pressed`);
    return buttons.find(isIt) ?? this.seesArmed(call);
  }

  async seesOutcome(call: string): Promise<string> {
    const isOver = ({ chips }: Sight): boolean => outcomes.has(chips[call] ?? '');
    const { chips } = await this.sees(isOver, `the outcome of ${call}`);
    return chips[call] ?? '';
  }
}
