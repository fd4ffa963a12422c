import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');
const runTool = vi.hoisted(() => vi.fn());
vi.mock('../../scripts/tools.ts', () => ({ runTool }));

describe('Chromatic', () => {
  it('fails on any change of a pull request that nobody accepted', () => {
    const config = JSON.parse(readFileSync(join(root, 'chromatic.config.json'), 'utf8')) as Record<string, unknown>;
    expect(config.exitZeroOnChanges).toBe(false);
    expect(config.autoAcceptChanges).toBe('main');
  });

  it("exits with Chromatic's exit code", async () => {
    const before = process.exitCode;
    vi.stubEnv('CHROMATIC_PROJECT_TOKEN', 'chpt_invented');
    runTool.mockReturnValue(1);
    try {
      await import('../../scripts/chromatic.ts');
      expect(process.exitCode).toBe(1);
      expect(runTool).toHaveBeenCalledWith('chromatic', expect.any(Array));
    } finally {
      process.exitCode = before;
      vi.unstubAllEnvs();
    }
  });
});
