import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SummaryReporter } from '../../tests/summary-reporter.ts';

export default defineConfig({
  test: {
    // Threads that convert start in a third of the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache') },
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
  },
});
