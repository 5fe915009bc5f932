import { announcements } from '../../widget/controllers/announcements.ts';
import { LanguageController } from '../../widget/controllers/language-controller.ts';
import { axeViolations } from '../../widget/views/axe.fixture.ts';
import { PanelFixture } from '../../widget/views/panel.fixture.ts';
import { type Situation, situations } from './situations.ts';

// Runs in the page: shows one situation after the other, and tells what a screen reader would hear of it.

/** The panel with the words of the page's language. */
class Stage extends PanelFixture {
  readonly #language = new LanguageController(this, () => null);

  protected override async scheduleUpdate(): Promise<void> {
    await this.#language.choose();
    await super.scheduleUpdate();
  }

  protected override performUpdate(): void {
    this.#language.draw(() => super.performUpdate());
  }
}

customElements.define('state-stage', Stage);

export interface Shown {
  readonly violations: readonly string[];
  /** What the announcer says when an element that was empty comes to look like this. */
  readonly said: readonly string[];
}

const stage = {
  names: Object.keys(situations),
  /** Puts the situation on the page; resolves once it is drawn. */
  async show(name: string): Promise<void> {
    const { press: _, knows, ...change } = situationOf(name);
    const panel = new Stage();
    document.body.replaceChildren(panel);
    await panel.show({});
    await panel.show({ ...change, intents: { ...panel.state.intents, ...knows } });
  },
  /** What has to be pressed in it. */
  pressIn: (name: string): string | undefined => situationOf(name).press,
  async examine(name: string): Promise<Shown> {
    const panel = document.querySelector('state-stage');
    if (!(panel instanceof Stage)) throw new Error('Nothing is shown.');
    const blank = new Stage().state;
    const lines = announcements(blank, { ...blank, ...situationOf(name) }, blank);
    return {
      violations: await axeViolations(panel),
      said: lines.map(({ urgency, text }) => `${urgency}: ${text}`),
    };
  },
};

function situationOf(name: string): Situation {
  const situation = situations[name];
  if (!situation) throw new Error(`There is no situation ${name}.`);
  return situation;
}

declare global {
  interface Window {
    stage: typeof stage;
  }
}

window.stage = stage;
