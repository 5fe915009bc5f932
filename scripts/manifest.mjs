// Writes what editors and frameworks can know of the element: the custom elements manifest, custom data for VS Code,
// web types for JetBrains' editors, and types for the templates of React, Preact, Solid, Vue and Svelte.
//   node scripts/manifest.mjs [folder, else dist]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { customElements } from './manifest/custom-elements.mjs';
import { vscodeCss, vscodeHtml, webTypes } from './manifest/editors.mjs';
import { frameworkTypes } from './manifest/frameworks.mjs';
import { readElement } from './manifest/read-element.mjs';
import { readSurface } from './manifest/read-surface.mjs';

const [folder = 'dist'] = process.argv.slice(2);
const element = readElement();
const surface = readSurface();
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

const files = {
  'custom-elements.json': json(customElements(element, surface)),
  'editors/html-custom-data.json': json(vscodeHtml(element)),
  'editors/css-custom-data.json': json(vscodeCss(surface)),
  'editors/web-types.json': json(webTypes(element, surface, JSON.parse(readFileSync('package.json', 'utf8')))),
};
for (const [name, text] of Object.entries(frameworkTypes(element))) files[`types/${name}`] = text;

for (const [name, text] of Object.entries(files)) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
