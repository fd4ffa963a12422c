// `pnpm bench:etl [MB…] [--save]`: what `pnpm etl` costs per format in CPU time, as a ratio to the floor measured on the same bytes
// in the same run (read, split, and parse each line; a log that is no JSON is only read and split). `write s` is a second
// floor, which makes each line JSON again and writes it. Default sizes: 1 and 100; 1000 takes minutes and 5 GB of disk.
// `--save` puts the table into RESULTS.md.
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { growLog } from './etl/growLog.ts';
import { measureProcess } from './etl/measureProcess.ts';
import { saveResults } from './saveResults.ts';

const project = resolve(import.meta.dirname, '..');
const etl = join(project, 'scripts/etl.ts');
const floor = join(import.meta.dirname, 'etl/floor.ts');
/** As `pnpm etl` runs it. */
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

interface Case {
  format: string;
  /** Glob of samples; the largest is taken. */
  samples: string;
  /** Name of the grown file. */
  name: string;
  kind: 'json' | 'text';
  /** Lines of the sample that stand only at the top. */
  once: number;
}

const cases: readonly Case[] = [
  {
    format: 'claude-code',
    samples: 'data/sources/claude-code/projects/*/*.jsonl',
    name: '7c1f2a90-5b1e-4c7a-9d53-0f6a1b2c3d4e.jsonl',
    kind: 'json',
    once: 0,
  },
  {
    format: 'codex-rollout',
    samples: 'data/sources/codex-rollout/sessions/**/*.jsonl',
    name: 'rollout-2026-02-26T16-14-09-019c98cc-42c5-7163-9389-adb326486caa.jsonl',
    kind: 'json',
    once: 1,
  },
  {
    format: 'codex-log',
    samples: 'data/sources/codex-log/codex-exec-0.104.log',
    name: 'codex.log',
    kind: 'text',
    once: 12,
  },
];

const { values, positionals } = parseArgs({ options: { save: { type: 'boolean' } }, allowPositionals: true });
const sizes = positionals.map(Number);
const folder = mkdtempSync(join(tmpdir(), 'ark-bench-'));
const rows: string[][] = [
  ['format', 'MB', 'floor s', 'write s', 'etl s', 'ratio', 'masked s', 'ratio', 'MB/s', 'peak MB', 'again s'],
];
try {
  for (const megabytes of sizes.length > 0 ? sizes : [1, 100])
    for (const each of cases) rows.push(measure(each, megabytes));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of rows) console.log(row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
if (values.save === true) saveResults('ETL', 'pnpm bench:etl', rows);

function measure({ format, samples, name, kind, once }: Case, megabytes: number): string[] {
  const path = join(folder, name);
  growLog(largest(samples), path, megabytes * 1e6, once);
  const size = statSync(path).size / 1e6;
  const out = (name: string): string => join(folder, `${format}-${megabytes}-${name}`);
  const base = measureProcess(floor, [path, kind]);
  const copied = measureProcess(floor, [path, kind, out('copy')]);
  rmSync(out('copy'));
  const run = (name: string, ...more: string[]) =>
    measureProcess(etl, [path, '--out', out(name), '--jobs', '1', ...more], flags);
  const plain = run('plain', '--no-redact');
  const masked = run('masked');
  const again = run('masked');
  for (const name of ['plain', 'masked']) rmSync(out(name), { recursive: true, force: true });
  rmSync(path);
  return [
    format,
    size.toFixed(0),
    base.cpu.toFixed(2),
    copied.cpu.toFixed(2),
    plain.cpu.toFixed(2),
    (plain.cpu / base.cpu).toFixed(2),
    masked.cpu.toFixed(2),
    (masked.cpu / base.cpu).toFixed(2),
    (size / masked.wall).toFixed(0),
    Math.max(plain.peakMb, masked.peakMb).toFixed(0),
    again.wall.toFixed(2),
  ];
}

function largest(glob: string): string {
  const files = globSync(glob, { cwd: project }).map((file) => join(project, file));
  const [first] = files.sort((a, b) => statSync(b).size - statSync(a).size);
  if (first === undefined) throw new Error(`No sample matches ${glob}.`);
  return first;
}
