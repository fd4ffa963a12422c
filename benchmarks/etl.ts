// `pnpm bench:etl [MB…]`: what `pnpm etl` costs per format in CPU time (user and system), as a ratio to the floor measured on the
// same bytes in the same run. Logs are grown from samples to records of real sizes, with real shares of outputs, files, images. Each figure is the least of some rounds, in
// which everything takes its turn: what else the machine does counts for little. Sizes: 10 and 100; 1000 takes minutes and
// 10 GB.
//   --rounds N   how often each is measured (2)
//   --save       puts the table into RESULTS.md, and the ratios at 10 MB into etl/ratios.json
//   --check      10 MB without rivals; exit code 1 where a ratio is twice that of etl/ratios.json
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installTools, toolFile } from '../scripts/tools.ts';
import { growLog } from './etl/growLog.ts';
import { measureProcess, type Usage } from './etl/measureProcess.ts';
import { type Growth, realOutputs, realRecords } from './etl/realSizes.ts';
import { saveResults } from './saveResults.ts';

const project = resolve(import.meta.dirname, '..');
const runBuilt = join(project, 'scripts/runBuilt.js');
const floor = join(import.meta.dirname, 'etl/floor.js');
const ratiosFile = join(import.meta.dirname, 'etl/ratios.json');
/** Flags of Node, as `pnpm etl` sets them. */
const flags = ['--max-semi-space-size=16', '--min-semi-space-size=16'];
const CHECKED_MB = 10;

interface Case {
  format: string;
  /** Paths of the samples, below data/sources/, which together have what real logs have. */
  samples: readonly [string, ...string[]];
  /** Name of the grown file. */
  name: string;
  kind: 'json' | 'text';
  /** Number of header lines of each sample, which are not repeated. */
  once: number;
  grow: Growth;
  /** Other tools that read this format. */
  rivals: readonly (keyof typeof rivals)[];
}

/** Tools from the registry. They do less: a page of the messages, and sums of tokens. */
const rivals = {
  'claude-replay': (path: string, out: string): Usage =>
    measureProcess(toolFile('claude-replay/bin/claude-replay.mjs'), [path, '-o', `${out}.html`]),
  'ccusage 17': (path: string, out: string): Usage => {
    const folder = join(out, 'projects/project');
    mkdirSync(folder, { recursive: true });
    symlinkSync(path, join(folder, 'session.jsonl'));
    const script = toolFile('ccusage/dist/index.js');
    return measureProcess(script, ['session', '--json', '--offline'], [], { CLAUDE_CONFIG_DIR: out });
  },
};

const cases: readonly Case[] = [
  {
    format: 'claude-code',
    samples: [
      'claude-code/projects/-home-lin-tide-table/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60.jsonl',
      'claude-code/projects/-home-lin-tide-table/2f8c61a5-9d04-4b7e-b3c8-71e5a0d4f926.jsonl',
      'claude-code/projects/-home-lin-tide-table/a41b7c06-2d3e-4e8f-9b0a-c1d2e3f40516.jsonl',
      'claude-code/projects/-home-lin-tide-table/8c40e7d2-19af-4b63-9e55-72d0c1ab34f8.jsonl',
      'claude-code/projects/-home-lin-tide-table/e93c1b25-0f4d-4a67-9c81-2b3d4e5f6071.jsonl',
    ],
    name: '7c1f2a90-5b1e-4c7a-9d53-0f6a1b2c3d4e.jsonl',
    kind: 'json',
    once: 0,
    grow: realRecords('claude-code'),
    rivals: ['claude-replay', 'ccusage 17'],
  },
  {
    format: 'codex-rollout',
    samples: [
      'codex-rollout/sessions/2026/02/26/rollout-2026-02-26T16-14-09-019c98cc-42c5-7163-9389-adb326486caa.jsonl',
      'codex-rollout/sessions/2025/11/21/rollout-2025-11-21T12-02-31-019aa614-7b88-706b-8364-244167daf8c5.jsonl',
    ],
    name: 'rollout-2026-02-26T16-14-09-019c98cc-42c5-7163-9389-adb326486caa.jsonl',
    kind: 'json',
    once: 1,
    grow: realRecords('codex-rollout'),
    rivals: ['claude-replay'],
  },
  {
    format: 'codex-log',
    samples: ['codex-log/codex-exec-0.104.log'],
    name: 'codex.log',
    kind: 'text',
    once: 12,
    grow: realOutputs(),
    rivals: [],
  },
];

interface Figure extends Usage {
  format: string;
  megabytes: number;
  what: string;
  ratio: number;
}

/** Measures everything in turn, several times, and gives the least of each; the first is the floor. */
function measureInTurn(measures: ReadonlyMap<string, () => Usage>, rounds: number): Map<string, Usage> {
  const least = new Map<string, Usage>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, measure] of measures) {
      const usage = measure();
      const before = least.get(what) ?? usage;
      least.set(what, {
        cpu: Math.min(before.cpu, usage.cpu),
        wall: Math.min(before.wall, usage.wall),
        peakMb: Math.max(before.peakMb, usage.peakMb),
      });
    }
  }
  return least;
}

function measureCase(
  each: Case,
  size: number,
  folder: string,
  options: { rounds: number; withRivals: boolean },
): Figure[] {
  const path = join(folder, each.name);
  const [first, ...others] = each.samples;
  const sampleAt = (sample: string): string => join(project, 'data/sources', sample);
  growLog([sampleAt(first), ...others.map(sampleAt)], path, size * 1e6, each.once, each.grow);
  // Each run writes to a place of its own, and all is removed at the end: right after thousands of files were removed, ext4 creates new
  // ones at several times the cost.
  const outs = mkdtempSync(join(folder, 'outs-'));
  let out = '';
  let count = 0;
  const fresh = (measure: () => Usage) => (): Usage => {
    out = join(outs, String(count++));
    return measure();
  };
  const run = (...more: string[]): Usage =>
    measureProcess(runBuilt, ['etl', path, '--out', out, '--jobs', '1', '--quiet', ...more], flags);
  const measures = new Map<string, () => Usage>([
    ['floor: read, split, parse', () => measureProcess(floor, [path, each.kind])],
    ['floor: and make JSON, write', fresh(() => measureProcess(floor, [path, each.kind, out]))],
    ...(options.withRivals ? each.rivals.map((rival) => [rival, fresh(() => rivals[rival](path, out))] as const) : []),
    ['etl, unmasked', fresh(() => run('--no-redact'))],
    ['etl', fresh(() => run())],
    ['etl again, unchanged', () => run()],
  ]);
  const usages = measureInTurn(measures, options.rounds);
  const megabytes = Math.round(statSync(path).size / 1e6);
  for (const name of [path, outs]) rmSync(name, { recursive: true, force: true });
  const base = usages.values().next().value?.cpu ?? Number.NaN;
  return [...usages].map(([what, usage]) => ({
    format: each.format,
    megabytes,
    what,
    ratio: usage.cpu / base,
    ...usage,
  }));
}

function tableOf(figures: readonly Figure[]): string[][] {
  const rows = figures.map(({ format, megabytes, what, cpu, ratio, wall, peakMb }) => [
    ...[format, String(megabytes), what],
    ...[cpu.toFixed(2), ratio.toFixed(1), wall.toFixed(1), peakMb.toFixed(0)],
  ]);
  return [['format', 'MB', 'what', 'CPU s', 'of floor', 'wall s', 'peak MB'], ...rows];
}

function print(rows: readonly string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** The ratios that `--check` compares: the kit's own runs in one thread, by format and measurement. */
function heldRatios(figures: readonly Figure[]): Record<string, number> {
  const own = figures.filter(({ what }) => what === 'etl' || what === 'etl, unmasked');
  return Object.fromEntries(own.map(({ format, what, ratio }) => [`${format}: ${what}`, Number(ratio.toFixed(1))]));
}

/** Ratios that have more than doubled; one without an earlier value fails, too. */
function doubled(figures: readonly Figure[]): string[] {
  const held = JSON.parse(readFileSync(ratiosFile, 'utf8')) as Record<string, number>;
  return Object.entries(heldRatios(figures)).flatMap(([name, ratio]) =>
    ratio <= 2 * (held[name] ?? 0)
      ? []
      : [`${name} costs ${ratio} times the floor; it was ${held[name] ?? 'not measured'}.`],
  );
}

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    save: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const sizes = values.check ? [CHECKED_MB] : positionals.length > 0 ? positionals.map(Number) : [CHECKED_MB, 100];
const options = { rounds: Number(values.rounds), withRivals: !values.check };
if (!sizes.every((size) => size > 0) || !(options.rounds >= 1)) {
  console.error('Usage: pnpm bench:etl [MB…] [--rounds N] [--save] [--check]; sizes and rounds are numbers above 0.');
  process.exit(2);
}
if (options.withRivals) installTools();
const folder = mkdtempSync(join(tmpdir(), 'ark-bench-'));
const figures: Figure[] = [];
try {
  for (const size of sizes) for (const each of cases) figures.push(...measureCase(each, size, folder, options));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print(tableOf(figures));
if (values.save) {
  saveResults('ETL', 'pnpm bench:etl', tableOf(figures));
  const small = figures.filter(({ megabytes }) => megabytes === CHECKED_MB);
  if (small.length > 0) writeFileSync(ratiosFile, `${JSON.stringify(heldRatios(small), null, 2)}\n`);
}
if (values.check) {
  const complaints = doubled(figures);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
