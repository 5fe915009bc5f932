import { expect } from '@open-wc/testing';
import { assert, asyncProperty, array, constantFrom, nat } from 'fast-check';
import { axeViolations } from '../views/axe.fixture.ts';
import { styles } from '../styles/styles.ts';
import { outline, Page, readable } from './markdown.fixture.ts';
import { samples } from './samples.fixture.ts';

const names = Object.keys(samples).filter((name): name is keyof typeof samples => name in samples);
/** The marks that what is never closed turns back into. */
const marks = /[*_~`[\]]/g;

afterEach(() => document.body.replaceChildren());

function drawn(text: string): Page {
  const page = new Page();
  page.draw(text, false);
  return page;
}

describe('markdown: every beginning of an answer', () => {
  for (const name of names) {
    it(`${name}: nodes stay, finished blocks stand still, no word goes back (076, 086)`, () => {
      const page = new Page();
      const text: string = samples[name];
      let blocks: readonly Element[] = [];
      let shown = '';
      const finished = new Map<Element, { html: string; top: number }>();
      for (let end = 0; end <= text.length; end += 1) {
        page.draw(text.slice(0, end), true);
        const now = [...page.markdown.children];
        expect(now.slice(0, blocks.length), `at ${end}`).to.deep.equal(blocks);
        blocks = now;
        for (const [block, { html }] of finished) expect(outline(block)).to.equal(html);
        const before = blocks.at(-2);
        if (before instanceof HTMLElement && !finished.has(before)) {
          finished.set(before, { html: outline(before), top: before.offsetTop });
        }
        const words = readable(page.markdown).replaceAll(marks, '');
        expect(words.startsWith(shown), `${shown}\n${words}`).to.equal(true);
        shown = words;
      }
      page.draw(text, false);
      for (const [block, { html, top }] of finished) {
        expect(outline(block)).to.equal(html);
        if (block instanceof HTMLElement) expect(block.offsetTop).to.equal(top);
      }
      expect(outline(page.markdown)).to.equal(outline(drawn(text).markdown));
    });
  }

  it('shows the marks of what is open as what it is about to be', () => {
    const page = new Page();
    for (const [text, shown] of [
      ['A **bo', '<strong>bo</strong>'],
      ['A **bold*', '<strong>bold</strong>'],
      ['A *so', '<em>so</em>'],
      ['A `co', '<code part="code" dir="ltr">co</code>'],
      ['A ~~go', '<del>go</del>'],
      ['A [lin', '<p dir="auto">A</p>'],
      ['A [link](https://exa', '>link</a>'],
      ['A ![al](https://exa', '<span class="image" part="image">al</span>'],
      ['A https://exa', '>https://exa</a>'],
      ['A &am', '<p dir="auto">A</p>'],
      ['| a | b |', '<div class="markdown" part="content markdown"></div>'],
      ['| a | b |\n|---|---|\n| c', '<td>c</td><td></td>'],
      ['```js\nlet', '<code part="code">let</code>'],
      ['```js\nlet\n``', '<code part="code">let</code>'],
    ] as const) {
      page.draw(text, true);
      expect(outline(page.markdown).replaceAll(/>\s+</g, '><'), text).to.include(shown);
      expect(page.all('a[href]'), text).to.have.length(0);
    }
  });
});

describe('markdown: pieces', () => {
  it('gives the same nodes whatever the pieces are', async () => {
    await assert(
      asyncProperty(constantFrom(...names), array(nat(40), { maxLength: 60 }), async (name, sizes) => {
        const text: string = samples[name];
        const page = new Page();
        let end = 0;
        for (const size of sizes) page.draw(text.slice(0, (end += size)), true);
        page.draw(text, false);
        expect(outline(page.markdown)).to.equal(outline(drawn(text).markdown));
        page.host.remove();
      }),
      { numRuns: 200 },
    );
  });

  it('keeps a selection in the text that grows (076)', () => {
    const page = new Page();
    page.draw('Earlier.\n\nOne **two** three', true);
    const node = [...page.find('strong').childNodes].find((child) => child instanceof Text && child.data !== '');
    const range = document.createRange();
    range.selectNodeContents(node ?? page.host);
    for (let more = 0; more < 200; more += 1) page.draw(`Earlier.\n\nOne **two** three${' four'.repeat(more)}`, true);
    expect(range.toString()).to.equal('two');
  });

  it('draws a text that is another one anew', () => {
    const page = new Page();
    page.draw('# The first try', true);
    page.draw('Another *one*', true);
    expect(readable(page.markdown)).to.equal('Anotherone');
  });

  it('does not touch what is over', () => {
    const page = drawn('One *two*');
    const before = page.find('em');
    page.draw('One *two*', false);
    expect(page.find('em')).to.equal(before);
  });

  it('reads 100 KB with a long block of code in 3,000 pieces without reading any of it twice (085)', () => {
    const code = 'const rye = bake({ minutes: 40 });\n'.repeat(1_800);
    const text = `${samples.table}\n\n`.repeat(200) + `\`\`\`ts\n${code}\`\`\`\n`;
    const page = new Page();
    const step = Math.ceil(text.length / 3_000);
    const began = performance.now();
    for (let end = step; end < text.length; end += step) page.draw(text.slice(0, end), true);
    page.draw(text, false);
    // The bound is wide: machines are busy. What reads all of it each time takes minutes.
    expect(performance.now() - began).to.be.lessThan(15_000);
    expect(page.find('pre code').textContent).to.equal(code);
  });
});

describe('markdown: what is drawn', () => {
  it('puts headings under each other without a gap, in three sizes', () => {
    const page = drawn('### A\n# B\n### C\n###### D\n# E');
    const headings = page.all('.heading').map(({ localName, className }) => `${localName} ${className.slice(-1)}`);
    expect(headings).to.deep.equal(['h4 3', 'h4 1', 'h5 3', 'h6 3', 'h4 1']);
  });

  it('sends a link to a page of its own that learns nothing, and says its host', () => {
    const page = drawn(samples.links);
    const links = page.all('a');
    expect(links.map((link) => readable(link))).to.deep.equal([
      'thebakery(bakery.example)',
      'https://shop.example',
      'https://plain.example/x_(y)',
      'us(us@shop.example)',
    ]);
    for (const link of links) {
      expect(link.getAttribute('rel')).to.equal('noopener noreferrer nofollow ugc');
      expect(link.getAttribute('target')).to.equal('_blank');
    }
  });

  it('says the host of a link whose text is another address', () => {
    const page = drawn(
      '[https://bank.example/login](https://evil.example) [bank.example](https://bank.example.evil.example)',
    );
    expect(page.all('.host').map(({ textContent }) => textContent.trim())).to.deep.equal([
      '(evil.example)',
      '(bank.example.evil.example)',
    ]);
  });

  it('lets each block run in its own direction, and code from the left (084)', () => {
    const page = drawn(samples.rightToLeft);
    const directions = [...page.markdown.children].map((block) => getComputedStyle(block).direction);
    expect(directions).to.deep.equal(['rtl', 'rtl', 'rtl', 'rtl', 'ltr']);
    expect(getComputedStyle(page.find('p code')).direction).to.equal('ltr');
  });

  it('copies a block of code as it is, and says so until the person turns elsewhere', async () => {
    const page = drawn(samples.fences);
    const button = page.find('button');
    const { clipboard } = navigator;
    const copied: string[] = [];
    const fake = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: fake });
    button.click();
    await Promise.resolve();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    expect(copied).to.deep.equal(['const a = 1;\n\n  // **not strong**\nif (a) { b``(); }\n']);
    expect('copied' in button.dataset).to.equal(true);
    button.dispatchEvent(new Event('blur'));
    expect('copied' in button.dataset).to.equal(false);
  });

  it('has nothing for axe to find', async () => {
    const page = new Page();
    page.host.shadowRoot?.adoptedStyleSheets.push(...styles.flatMap(({ styleSheet }) => styleSheet ?? []));
    for (const name of names) {
      page.draw(samples[name], false);
      page.markdown.classList.add('base');
      expect(await axeViolations(page.host), name).to.deep.equal([]);
    }
  });

  it('uses no style attribute, and brings its sheet once', () => {
    const page = drawn(Object.values(samples).join('\n\n'));
    page.draw('Again.', false);
    expect(page.all('[style]')).to.have.length(0);
    expect(page.host.shadowRoot?.adoptedStyleSheets).to.have.length(1);
  });
});
