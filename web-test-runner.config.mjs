import { defaultReporter } from '@web/test-runner';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { agentPlugin } from './scripts/wtr/agent-plugin.mjs';
import { devicePlugin } from './scripts/wtr/device-plugin.mjs';
import { chooseBrowsers } from './scripts/wtr/engines.mjs';
import { plainReporter } from './scripts/wtr/plain-reporter.mjs';

// A machine with two cores may be busy with other things: patience costs nothing when all goes well.
const patienceMs = 120_000;

/** Lets a sandboxed frame, which has no origin, load the modules under test. */
function allowForeignFrames(context, next) {
  context.set('Access-Control-Allow-Origin', '*');
  return next();
}

export default {
  rootDir: '.',
  files: ['widget/**/*.test.ts'],
  hostname: '127.0.0.1',
  browsers: chooseBrowsers(process.env.BROWSERS),
  // One page at a time per browser: focus, clipboard and activation belong to the page in front.
  concurrency: 1,
  concurrentBrowsers: 2,
  browserStartTimeout: patienceMs,
  testsStartTimeout: patienceMs,
  testsFinishTimeout: 2 * patienceMs,
  // Three engines on two cores, thousands of tests: on a machine that checks what is to be taken in, a hiccup of a
  // browser does not decide. Whoever works here sees each failure.
  testFramework: { config: { timeout: 20_000, retries: process.env.CI ? 1 : 0 } },
  // 'development' would load Lit's development build, which warns on the console.
  nodeResolve: { exportConditions: ['browser'] },
  middleware: [allowForeignFrames],
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: './widget/tsconfig.json' }),
    devicePlugin(),
    agentPlugin(),
  ],
  reporters: [defaultReporter({ reportTestProgress: false }), plainReporter()],
  coverageConfig: {
    include: ['widget/**/*.ts', 'shared/**/*.ts'],
    exclude: ['**/*.test.ts', '**/node_modules/**'],
    reporters: ['text-summary', 'lcovonly'],
    report: true,
  },
};
