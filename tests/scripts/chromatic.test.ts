import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = vi.hoisted(() => vi.fn());
vi.mock('chromatic/node', () => ({ run }));

describe('Chromatic', () => {
  it('lets no change of a pull request pass that nobody accepted', () => {
    const config = JSON.parse(readFileSync(join(root, 'chromatic.config.json'), 'utf8')) as Record<string, unknown>;
    expect(config.exitZeroOnChanges).toBe(false);
    expect(config.autoAcceptChanges).toBe('main');
  });

  it('ends with the code that Chromatic gives', async () => {
    const before = process.exitCode;
    vi.stubEnv('CHROMATIC_PROJECT_TOKEN', 'chpt_invented');
    run.mockResolvedValue({ code: 1 });
    try {
      await import('../../scripts/chromatic.ts');
      expect(process.exitCode).toBe(1);
    } finally {
      process.exitCode = before;
      vi.unstubAllEnvs();
    }
  });
});
