/** Ends a run with one line for machines: `browser: N passed, N failed, N skipped`. */
export function plainReporter() {
  return {
    stop({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        countTests(session.testResults, counts);
        // A file that could not be loaded has no tests to fail.
        if (!session.testResults || session.errors.length > 0) counts.failed += 1;
      }
      console.log(`\nbrowser: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    },
  };
}

function countTests(suite, counts) {
  for (const test of suite?.tests ?? []) counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
  for (const child of suite?.suites ?? []) countTests(child, counts);
}
