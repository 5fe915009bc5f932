import { expect } from '@open-wc/testing';
import { waitUntil } from '../../scripts/wtr/wait-until.ts';
import { delicate } from '../views/approval/card.fixture.ts';
import {
  agent,
  ask,
  call,
  callStates,
  definePanelFixture,
  PanelFixture,
  panelStates,
  user,
} from '../views/panel.fixture.ts';
import type { PanelState } from '../views/panel.ts';
import { outlineContrast, textContrast, withWords } from './contrast.fixture.ts';

definePanelFixture();

const page = await (await fetch('/docs/theming.md')).text();

/** The declarations below each heading of the page's part on brands. */
const brands = [...page.matchAll(/### (\w+), [^\n]+\n[\s\S]*?```css\nheadless-agent \{\n([^}]+)\}\n```/g)].map(
  ([, name = '', declarations = '']) => ({ name, declarations }),
);
const looks = [{ name: 'no brand', declarations: '' }, ...brands];

const answer =
  '# Bread\n\nSome *rye*, `code` and [a shop](https://shop.example).\n\n> said so\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |';

const shown: Readonly<Record<string, Partial<PanelState>>> = {
  ...panelStates,
  markdown: {
    items: [user('u1', 'What is there?'), agent('1.0', answer)],
  },
  danger: {
    items: [user('u1', 'Order it.'), call('1.0.0', 'basket_add', { product: 'Rye' }, callStates.asking)],
    asks: [ask({ ...delicate, args: { product: 'Rye' } })],
    taint: delicate.taint,
    working: true,
  },
};

async function mount(declarations: string, theme: string): Promise<PanelFixture> {
  const style = document.createElement('style');
  style.textContent = `panel-fixture { ${declarations} --ha-duration: 0s; }`;
  const panel = new PanelFixture();
  panel.setAttribute('theme', theme);
  document.body.append(style, panel);
  await panel.show({});
  return panel;
}

function rootOf(panel: PanelFixture): ShadowRoot {
  if (!panel.shadowRoot) throw new Error('The panel has no shadow root.');
  return panel.shadowRoot;
}

function nameOf(element: Element): string {
  return element.getAttribute('part') ?? (element.className || element.localName);
}

/** Controls whose outline is all that says where they are. */
const outlined = '.composer, .button:not(.primary), .arg-input';

afterEach(() => document.body.replaceChildren());

describe('themes of docs/theming.md', () => {
  it('are three brands of ten declarations each', () => {
    expect(brands.map(({ declarations }) => declarations.match(/--ha-[\w-]+:/g)?.length)).to.deep.equal([10, 10, 10]);
  });

  for (const { name, declarations } of looks) {
    for (const theme of ['light', 'dark']) {
      it(`every text and every outline can be seen with ${name}, ${theme}`, async () => {
        const panel = await mount(declarations, theme);
        const faint = new Set<string>();
        for (const [state, change] of Object.entries(shown)) {
          await panel.show({ ...new PanelFixture().state, ...change });
          if (state === 'markdown') await waitUntil(() => rootOf(panel).querySelector('[part=table]'), 'no markdown');
          for (const details of rootOf(panel).querySelectorAll('details')) details.open = true;
          for (const element of withWords(rootOf(panel))) {
            const contrast = textContrast(element);
            if (contrast < 4.5) faint.add(`${state} ${nameOf(element)}: ${contrast.toFixed(2)}`);
          }
          for (const element of rootOf(panel).querySelectorAll(outlined)) {
            const contrast = outlineContrast(element, getComputedStyle(element).borderTopColor);
            if (contrast < 3) faint.add(`${state} outline of ${nameOf(element)}: ${contrast.toFixed(2)}`);
          }
        }
        expect([...faint]).to.deep.equal([]);
      });

      it(`the focus can be seen with ${name}, ${theme}`, async () => {
        const panel = await mount(declarations, theme);
        const input = rootOf(panel).querySelector('.input');
        const composer = rootOf(panel).querySelector('.composer');
        if (!(input instanceof HTMLTextAreaElement) || !composer) throw new Error('There is no composer.');
        input.focus();
        expect(outlineContrast(composer, getComputedStyle(composer).outlineColor)).to.be.at.least(3);
      });

      it(`Send can be told from what is around it with ${name}, ${theme}`, async () => {
        const panel = await mount(declarations, theme);
        const send = rootOf(panel).querySelector('.send');
        send?.setAttribute('aria-disabled', 'false');
        expect(send && textContrast(send)).to.be.at.least(4.5);
      });
    }
  }
});
