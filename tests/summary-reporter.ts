import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line: `13 passed, 0 failed, 1 skipped`. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
      }
    }
    // Printed after the default reporter's own summary.
    process.once('exit', () => {
      const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
      console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
    });
  }
}
