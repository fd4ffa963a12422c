import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { growLog } from '../../benchmarks/etl/growLog.ts';
import { realOutputs, realRecords } from '../../benchmarks/etl/realSizes.ts';
import { adapters, convertSource } from '../../src/adapters/index.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const folder = join(import.meta.dirname, '../../data/sources');
const claude = 'claude-code/projects/-home-lin-tide-table';
const claudeSamples = [
  `${claude}/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60.jsonl`,
  `${claude}/2f8c61a5-9d04-4b7e-b3c8-71e5a0d4f926.jsonl`,
] as const;
const rollout =
  'codex-rollout/sessions/2026/02/26/rollout-2026-02-26T16-14-09-019c98cc-42c5-7163-9389-adb326486caa.jsonl';

// A log whose calls have no results does not cost what a real log costs.
it.each([
  ['claude-code', claudeSamples, 0, realRecords('claude-code')],
  ['codex-rollout', [rollout], 1, realRecords('codex-rollout')],
  ['codex-log', ['codex-log/codex-exec-0.104.log'], 12, realOutputs()],
] as const)(
  'growLog gives a %s log each call once per copy, answered as in the samples',
  async (format, samples, once, grow) => {
    const adapter = adapters.find(({ descriptor }) => descriptor.id === format);
    if (adapter === undefined) throw new Error(`no adapter for ${format}`);
    const outputs = mkdtempSync(join(tmpdir(), 'grow-'));
    try {
      const name = samples[0].split('/').at(-1) ?? '';
      const path = join(outputs, name);
      const [first, ...others] = samples;
      const figuresAt = async (bytes: number) => {
        growLog([join(folder, first), ...others.map((other) => join(folder, other))], path, bytes, once, grow);
        const { sessions } = await convertSource(adapter, { files: [fileOf(name, readFileSync(path))] });
        const outcomes = sessions.flatMap(({ session }) => [...session.calls()].map((call) => call.item().outcome));
        return {
          sessions: sessions.length,
          calls: outcomes.length,
          unanswered: outcomes.filter((outcome) => outcome === 'unanswered').length,
        };
      };
      const one = await figuresAt(0);
      // The samples take turns, so the log may end within a round.
      const many = await figuresAt(1e6);
      expect(one.sessions).toBe(1);
      expect(many.sessions).toBe(1);
      expect(many.calls).toBeGreaterThanOrEqual(3 * one.calls);
      expect(many.unanswered / many.calls).toBeCloseTo(one.unanswered / one.calls, 1);
    } finally {
      rmSync(outputs, { recursive: true, force: true });
    }
  },
);

it.each([
  ['claude-code', claudeSamples[0], 'content', 0.28],
  ['codex-rollout', rollout, 'output', 0.232],
] as const)(
  'growLog gives %s records real shares of texts, a few of them very long',
  (format, sample, field, share) => {
    const grow = realRecords(format);
    const lines = readFileSync(join(folder, sample), 'utf8').trimEnd().split('\n');
    const records = Array.from({ length: 200 }, (_, copy) => grow(lines, copy)).flat();
    const sizes = records.map((line) => line.length).sort((a, b) => a - b);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total / sizes.length).toBeGreaterThan(900);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(total / sizes.length);
    expect(sizes.at(-1)).toBeGreaterThan(100_000);
    let inField = 0;
    for (const record of records) {
      JSON.parse(record, (key, value: unknown) => {
        if (key === field && typeof value === 'string' && value.length > 200) inField += JSON.stringify(value).length;
        return value;
      });
    }
    expect(inField / total).toBeCloseTo(share, 1);
  },
);

it('growLog gives each copy of a subagent an id of its own, in texts as well', () => {
  const outputs = mkdtempSync(join(tmpdir(), 'grow-'));
  try {
    const [sample, path] = [join(outputs, 'sample.jsonl'), join(outputs, 'grown.jsonl')];
    const lines = [
      { isSidechain: true, agentId: 'b4f1a2c', timestamp: '2026-04-18T08:00:00.000Z' },
      { agentId: 'lead@tide', text: 'agentId: b4f1a2c (b4f1a2cd is another)', timestamp: '2026-04-18T08:01:00.000Z' },
    ];
    writeFileSync(sample, lines.map((line) => JSON.stringify(line)).join('\n'));
    growLog([sample], path, 400);
    const grown = readFileSync(path, 'utf8').trim().split('\n');
    const copies = grown.map((line) => JSON.parse(line) as { agentId: string; text?: string });
    const ids = copies.filter((_, at) => at % 2 === 0).map(({ agentId }) => agentId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [at, id] of ids.entries()) {
      expect(copies[2 * at + 1]).toMatchObject({ agentId: 'lead@tide', text: `agentId: ${id} (b4f1a2cd is another)` });
    }
  } finally {
    rmSync(outputs, { recursive: true, force: true });
  }
});
