import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';

/**
 * Reads a built script and the names of the scripts that it imports, at once or on demand.
 *
 * @param folder the bundle's; `file` and all names are relative to it.
 * @throws Error for an import that leads out of the bundle.
 */
export function readScript(folder, file) {
  const code = readFileSync(join(folder, file), 'utf8');
  const imports = { now: [], later: [] };
  for (const { type, source } of nodesOf(parseAst(code))) {
    if (!source) continue;
    const name = source.value ?? source.quasis?.[0].value.cooked;
    if (!name?.startsWith('.') || source.expressions?.length > 0) {
      throw new Error(`${file} imports ${name ?? 'a computed name'}, which is not in the bundle.`);
    }
    imports[type === 'ImportExpression' ? 'later' : 'now'].push(join(dirname(file), name));
  }
  return { file, code, imports, gzipBytes: gzipSync(code, { level: 9 }).length };
}

/**
 * Follows the imports of a script. `loaded` comes before the script runs; `lazy` is all that can come afterwards.
 */
export function readClosure(folder, entry) {
  const scripts = new Map();
  const read = (file) => {
    if (!scripts.has(file)) scripts.set(file, readScript(folder, file));
    return scripts.get(file);
  };
  const loaded = reach(entry, (file) => read(file).imports.now);
  const all = reach(entry, (file) => [...read(file).imports.now, ...read(file).imports.later]);
  return { loaded: loaded.map(read), lazy: all.filter((file) => !loaded.includes(file)).map(read) };
}

/**
 * The bytes of a built script by where they were written: `widget/views`, `shared`, a package such as `lit`.
 * Characters without a source of their own count for the one before.
 */
export function bytesByOrigin(folder, { file, code }) {
  const map = new SourceMap(JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8')));
  const root = join(folder, dirname(file));
  const bytes = new Map();

  let origin = 'bundler';
  code.split('\n').forEach((line, number) => {
    for (const { 0: character, index } of line.matchAll(/./gsu)) {
      const { originalSource } = map.findEntry(number, index);
      if (originalSource) origin = originOf(relative('.', join(root, originalSource)));
      bytes.set(origin, (bytes.get(origin) ?? 0) + Buffer.byteLength(character));
    }
  });
  return bytes;
}

const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;
/** One thing to those who use it, several packages to npm. */
const families = { 'lit-html': 'lit', 'lit-element': 'lit', '@lit/reactive-element': 'lit' };

/** Where a source file belongs: its package, or the folder it lies in, at most two levels deep. */
export function originOf(source) {
  const name = packageName.exec(source)?.[1];
  if (name) return families[name] ?? name;
  return dirname(source).split('/').slice(0, 2).join('/');
}

function reach(start, next) {
  const seen = new Set([start]);
  for (const file of seen) for (const other of next(file)) seen.add(other);
  return [...seen];
}

function* nodesOf(value) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.type === 'string') yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}
