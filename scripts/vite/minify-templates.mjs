/** A Vite plugin that takes the indentation out of Lit's templates and the comments out of its styles. */
export function minifyTemplates() {
  return {
    name: 'minify-templates',
    enforce: 'post',
    transform(code, id) {
      if (!/\/widget\/.*\.ts$/.test(id) || !/\b(?:html|svg|css)`/.test(code)) return null;
      return { code: minifyIn(code, this.parse(code)), map: null };
    },
  };
}

/** Replaces the fixed parts of each template of a script, given its syntax tree. */
export function minifyIn(code, tree) {
  let minified = '';
  let done = 0;
  for (const { part, minify } of templateParts(tree)) {
    const { start, end } = inner(code, part);
    minified += code.slice(done, start) + minify(code.slice(start, end));
    done = end;
  }
  return minified + code.slice(done);
}

/**
 * Any white space in HTML means one space. A template that is shown with its white space kept, which ours
 * are not, would lose line breaks.
 */
export function minifyHtml(text) {
  return text.replace(/\s+/g, ' ');
}

/** Takes out what a style sheet never needs. White space that can be a descendant or an operator stays. */
export function minifyCss(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
}

const minifiers = { html: minifyHtml, svg: minifyHtml, css: minifyCss };

/** In the order of the text. A template inside another's expression comes between the other's parts. */
function templateParts(tree) {
  const parts = [];
  visit(tree, (node) => {
    const minify = node.type === 'TaggedTemplateExpression' && minifiers[node.tag.name];
    if (minify) parts.push(...node.quasi.quasis.map((part) => ({ part, minify })));
  });
  return parts.toSorted((a, b) => a.part.start - b.part.start);
}

function visit(value, see) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.type === 'string') see(value);
  for (const child of Object.values(value)) visit(child, see);
}

/** Some parsers count the quotes and braces around a part as its own, some do not. */
function inner(code, { start, end, value }) {
  const at = code.slice(start, end).indexOf(value.raw);
  return { start: start + at, end: start + at + value.raw.length };
}
