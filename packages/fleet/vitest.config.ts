import { defineConfig } from 'vitest/config';
import { SummaryReporter } from '../../tests/summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
  },
});
