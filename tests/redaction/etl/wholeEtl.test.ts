import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listFiles } from '../../helpers/sourceFiles.ts';
import { placements } from '../placements.ts';
import { secretSamples } from '../secretSamples.ts';
import { type Planted, type WriteLog, writeLogs } from './plantedLogs.ts';
import { createScanner, type Leak, readAll } from './scanForSecrets.ts';

const command = join(import.meta.dirname, '../../../scripts/etl.ts');
const inMinutes = 60_000;

const chosen = ['bare', 'quoted', 'in JSON', 'in a URL', 'split by terminal codes', 'across the 16 KiB cut'] as const;
type Chosen = (typeof chosen)[number];

/** One secret for each rule. */
const kinds = [...new Map(secretSamples.map((sample) => [sample.rule, sample])).values()];
const scan = createScanner(secretSamples.map(({ secret }) => secret));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redaction-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plant(write: WriteLog, name: Chosen): void {
  const placement = placements.find((each) => each.name === name);
  if (placement === undefined) throw new Error(`No placement is called ${name}.`);
  const samples = name === 'across the 16 KiB cut' ? kinds : secretSamples;
  const texts = samples
    .filter(placement.suits)
    .map((sample): Planted => ({ text: placement.place(sample), fileName: undefined }));
  for (const [path, content] of Object.entries(write(texts, name))) {
    const file = join(folder, 'logs', name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

function etl(...options: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [command, join(folder, 'logs'), '--out', join(folder, 'out'), '--jobs', '1', ...options],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  expect(status, stderr).toBe(0);
  return stdout + stderr;
}

function leaksInOutput(): Leak[] {
  return [...readAll(join(folder, 'out'))].flatMap(([path, text]) => [...scan('a name', path), ...scan(path, text)]);
}

/** How often each rule masked, over all sessions written. */
function countedMasks(): Map<string, number> {
  const counts = new Map<string, number>();
  const out = join(folder, 'out');
  for (const path of listFiles(out).filter((each) => /^[^/]+\.json$/.test(each))) {
    const { provenance } = JSON.parse(readFileSync(join(out, path), 'utf8'));
    for (const [rule, times] of Object.entries<number>(provenance.redactions)) {
      counts.set(rule, (counts.get(rule) ?? 0) + times);
    }
  }
  return counts;
}

test('at least 25 kinds of secrets are tried', () => expect(kinds.length).toBeGreaterThanOrEqual(25));

describe.each(Object.entries(writeLogs))('secrets in a log of %s', (format, write) => {
  test(
    'reach the output without masking: the scanner sees them',
    () => {
      plant(write, 'bare');
      etl('--no-redact');
      const text = [...readAll(join(folder, 'out'))].map(([, content]) => content).join('\n');
      const plain = (secret: string): string => JSON.stringify(secret.split('\n')[1] ?? secret).slice(1, -1);
      expect(secretSamples.filter(({ secret }) => !text.includes(plain(secret))).map(({ rule }) => rule)).toEqual([]);
      expect(leaksInOutput()).not.toEqual([]);
    },
    inMinutes,
  );

  test(
    'are nowhere in what the ETL writes and prints, and each is counted by its rule',
    () => {
      for (const name of chosen) plant(write, name);
      const printed = etl();
      expect(scan('printed', printed)).toEqual([]);
      expect(scan('printed as JSON', etl('--json'))).toEqual([]);
      expect(leaksInOutput()).toEqual([]);
      const masks = countedMasks();
      expect(kinds.filter(({ rule }) => !masks.has(rule)).map(({ rule }) => rule)).toEqual([]);
      const total = [...masks.values()].reduce((sum, times) => sum + times, 0);
      expect(printed).toMatch(new RegExp(`^${format} .* ${total.toLocaleString('en-US')}$`, 'm'));
    },
    inMinutes,
  );
});
