import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const counts = join(root, 'scripts/counts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'count-'));
  for (const format of ['claude-code', 'codex-rollout']) {
    cpSync(join(root, 'data/sources', format), join(folder, format), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = () => spawnSync(process.execPath, ['scripts/count-corpus.ts', folder], { cwd: root, encoding: 'utf8' });

/** The figures of the rows that begin with these words. */
const rowsOf = (stdout: string, what: string): string[][] =>
  stdout
    .split('\n')
    .flatMap((line) => (line.trim().startsWith(what) ? [line.trim().slice(what.length).trim().split(/ +/)] : []));

describe('the independent counts', () => {
  it('import nothing of the kit', () => {
    const files = [join(root, 'scripts/count-corpus.ts'), ...readdirSync(counts).map((name) => join(counts, name))];
    for (const file of files) {
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
        expect([file, from.startsWith('node:') || /^\.\/(?:counts\/)?\w+\.ts$/.test(from)]).toEqual([file, true]);
      }
    }
  });

  it("equal the kit's over the samples", { timeout: 60_000 }, () => {
    const { status, stdout } = run();
    expect([status, stdout.includes('NOT EXPLAINED')]).toEqual([0, false]);
    const [transcripts, rollouts] = rowsOf(stdout, 'independent count');
    expect(Number(transcripts?.[0])).toBeGreaterThan(20);
    expect(Number(rollouts?.[0])).toBeGreaterThan(20);
  });

  it('find what the kit would not count', { timeout: 60_000 }, () => {
    const before = rowsOf(run().stdout, 'counted plainly, each line by itself')[0];
    const path = join(folder, 'claude-code/lost.jsonl');
    // No uuid and no session id: the kit does not take it for a transcript.
    writeFileSync(
      path,
      `${JSON.stringify({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 'x' }] } })}\n`,
    );
    const { stdout } = run();
    expect(stdout).toMatch(/Files of no session: \d+, with 1 calls and 0 output tokens/);
    expect(rowsOf(stdout, 'counted plainly, each line by itself')[0]).toEqual(before);
  });
});
