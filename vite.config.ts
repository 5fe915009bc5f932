import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { dropDescriptions } from './scripts/vite/drop-descriptions.mjs';
import { isLoadedAtOnce } from './scripts/vite/loaded-at-once.mjs';
import { minifyTemplates } from './scripts/vite/minify-templates.mjs';

const schemaMakers = [
  'strictObject',
  'discriminatedUnion',
  'union',
  'array',
  'string',
  'literal',
  'enumOf',
  'optional',
  'nullable',
  'number',
  'boolean',
  'custom',
];

/** Parts of zod that its index names, although only a lazy chunk uses them. */
const onFirstUse = /\/zod\/v4\/core\/(?:to-json-schema|json-schema)/;

// Three ways to paste one script tag. `vite build` makes the entry with its chunks; `vite build --mode all` adds the
// same element as one file, for SRI and for a policy by hash; `--mode launcher` what loads it when it is wanted.
export default defineConfig(({ mode }) => {
  const isLauncher = mode === 'launcher';
  const single = isLauncher || mode === 'all';
  return {
    publicDir: false,
    // The element uses a fraction of zod; see the file.
    resolve: { alias: { 'zod/mini': fileURLToPath(new URL('shared/zod-mini.ts', import.meta.url)) } },
    plugins: [dropDescriptions(), minifyTemplates()],
    build: {
      target: 'es2022',
      outDir: 'dist/cdn',
      emptyOutDir: !single,
      // Read by scripts/size.mjs; not named in the files, so that no browser asks for it.
      sourcemap: 'hidden',
      reportCompressedSize: false,
      // Chunks load by plain import(), relative to the script. A preload helper would touch the site's <head>.
      modulePreload: false,
      lib: { entry: isLauncher ? 'widget/launcher-tag.ts' : 'widget/script-tag.ts', formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        // The wire's other direction may go: making a schema has no effect.
        treeshake: { manualPureFunctions: schemaMakers },
        output: {
          entryFileNames: isLauncher ? 'launcher.js' : single ? 'headless-agent.all.js' : 'headless-agent.js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Without the group, what a chunk shares with the entry becomes a chunk, too: a second round of requests.
          codeSplitting: !single && {
            groups: [
              {
                debugName: 'entry',
                name: (id, graph) => (isLoadedAtOnce(id, graph) && !onFirstUse.test(id) ? 'entry' : null),
              },
            ],
          },
          minify: true,
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  };
});
