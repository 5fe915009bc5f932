/** Ways to write on a page what its visitor does not see. */
export const hidingTricks = {
  'display none': (order) => `<p class="gone">${order}</p>`,
  'visibility hidden': (order) => `<p class="unseen">${order}</p>`,
  'fully transparent': (order) => `<p class="clear">${order}</p>`,
  'no size': (order) => `<p class="tiny">${order}</p>`,
  'off the screen': (order) => `<p class="away">${order}</p>`,
  'clipped away': (order) => `<p class="clipped">${order}</p>`,
  'white on white': (order) => `<p class="white">${order}</p>`,
  'behind something': (order) => `<div class="pile"><p>${order}</p><p class="cover">Welcome</p></div>`,
  'a comment': (order) => `<!-- ${order} -->`,
  'an alternative text': (order) => `<img alt="${quoted(order)}" />`,
  'an aria label': (order) => `<p aria-label="${quoted(order)}">Bread</p>`,
  'a title': (order) => `<p title="${quoted(order)}">Bread</p>`,
  'a data attribute': (order) => `<p data-note="${quoted(order)}">Bread</p>`,
  'a hidden field': (order) => `<input type="hidden" value="${quoted(order)}" />`,
  'a template': (order) => `<template><p>${order}</p></template>`,
  'no script': (order) => `<noscript><p>${order}</p></noscript>`,
  'tag characters': (order) =>
    `<p>Bread${[...order].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xe0000)).join('')}</p>`,
} as const satisfies Record<string, (order: string) => string>;

/** What makes them invisible. */
export const hidingStyles = `
  .gone { display: none; } .unseen { visibility: hidden; } .clear { opacity: 0; } .tiny { font-size: 0; }
  .away { position: absolute; left: -9999px; } .clipped { position: absolute; clip-path: inset(100%); }
  .white { color: #fff; background: #fff; } .pile { position: relative; }
  .cover { position: absolute; inset: 0; margin: 0; background: #fff; }`;

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
