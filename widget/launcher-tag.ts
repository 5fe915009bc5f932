import { launch } from './shape/launch.ts';

// A file of its own, which lies beside this script.
const name = 'headless-agent.js';

launch(() => import(/* @vite-ignore */ new URL(name, import.meta.url).href));
