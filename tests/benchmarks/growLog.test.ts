import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { growLog } from '../../benchmarks/etl/growLog.ts';
import { realOutputs, realRecords } from '../../benchmarks/etl/realSizes.ts';
import { adapters, convertSource } from '../../src/adapters/index.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const sources = join(import.meta.dirname, '../../data/sources');

// A log whose calls have no results does not cost what a real log costs.
it.each([
  [
    'claude-code',
    'claude-code/projects/-home-lin-tide-table/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60.jsonl',
    0,
    realRecords('claude-code'),
  ],
  [
    'codex-rollout',
    'codex-rollout/sessions/2026/02/26/rollout-2026-02-26T16-14-09-019c98cc-42c5-7163-9389-adb326486caa.jsonl',
    1,
    realRecords('codex-rollout'),
  ],
  ['codex-log', 'codex-log/codex-exec-0.104.log', 12, realOutputs()],
] as const)(
  'growLog gives a %s log each call once per copy, answered as in the sample',
  async (format, sample, once, grow) => {
    const adapter = adapters.find(({ descriptor }) => descriptor.id === format);
    if (adapter === undefined) throw new Error(`no adapter for ${format}`);
    const folder = mkdtempSync(join(tmpdir(), 'grow-'));
    try {
      const path = join(sources, sample);
      const bytes = readFileSync(path);
      const grown = join(folder, 'grown');
      growLog(path, grown, 1e6, once, grow);
      const figures = async (content: Uint8Array) => {
        const { sessions } = await convertSource(adapter, { files: [fileOf(sample.split('/').at(-1) ?? '', content)] });
        const outcomes = sessions.flatMap(({ session }) => [...session.calls()].map((call) => call.item().outcome));
        return { calls: outcomes.length, unanswered: outcomes.filter((outcome) => outcome === 'unanswered').length };
      };
      const [one, many] = [await figures(bytes), await figures(readFileSync(grown))];
      const copies = many.calls / one.calls;
      expect(copies).toBeGreaterThanOrEqual(3);
      expect(Number.isInteger(copies)).toBe(true);
      expect(many.unanswered).toBe(one.unanswered * copies);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it.each([
  ['claude-code', 'claude-code/projects/-home-lin-tide-table/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60.jsonl', 2400, 3600],
  [
    'codex-rollout',
    'codex-rollout/sessions/2026/02/26/rollout-2026-02-26T16-14-09-019c98cc-42c5-7163-9389-adb326486caa.jsonl',
    1500,
    2200,
  ],
] as const)('growLog gives %s records real lengths, a few of them very long', (format, sample, least, most) => {
  const grow = realRecords(format);
  const lines = readFileSync(join(sources, sample), 'utf8').trimEnd().split('\n');
  const sizes = Array.from({ length: 200 }, (_, copy) => grow(lines, copy))
    .flat()
    .map((line) => Buffer.byteLength(line))
    .sort((a, b) => a - b);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  expect(mean).toBeGreaterThan(least);
  expect(mean).toBeLessThan(most);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(mean / 2);
  expect(sizes.at(-1)).toBeGreaterThan(100_000);
});
