import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listFiles } from '../../helpers/sourceFiles.ts';
import { placements } from '../placements.ts';
import { secretSamples } from '../secretSamples.ts';
import { type EtlFolder, openEtlFolder } from './openEtlFolder.ts';
import { type Planted, type WriteLog, writeLogs } from './plantedLogs.ts';
import { createScanner, readAll } from './scanForSecrets.ts';

const inMinutes = { timeout: 120_000 };

const chosen = ['bare', 'quoted', 'in JSON', 'in a URL', 'split by terminal codes', 'across the 16 KiB cut'] as const;

/** One secret per rule. */
const kinds = [...new Map(secretSamples.map((sample) => [sample.rule, sample])).values()];
const scan = createScanner(secretSamples.map(({ secret }) => secret));

let etl: EtlFolder;
beforeEach(() => {
  etl = openEtlFolder();
});
afterEach(() => etl.remove());

function plant(write: WriteLog, name: (typeof chosen)[number]): void {
  const placement = placements.find((each) => each.name === name);
  if (placement === undefined) throw new Error(`No placement is called ${name}.`);
  const samples = name === 'across the 16 KiB cut' ? kinds : secretSamples;
  const texts = samples
    .filter(placement.suits)
    .map((sample): Planted => ({ text: placement.place(sample), fileName: undefined }));
  etl.save(name, write(texts, name));
}

function run(...options: string[]): string {
  const { printed, status } = etl.run(...options);
  expect(status, printed).toBe(0);
  return printed;
}

const leaksInOutput = () =>
  [...readAll(etl.out)].flatMap(([path, text]) => [...scan('a name', path), ...scan(path, text)]);

/** Number of masks by rule, over all sessions written. */
function countedMasks(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of listFiles(etl.out).filter((each) => /^[^/]+\.json$/.test(each))) {
    const { provenance } = JSON.parse(readFileSync(join(etl.out, path), 'utf8'));
    for (const [rule, times] of Object.entries<number>(provenance.redactions)) {
      counts.set(rule, (counts.get(rule) ?? 0) + times);
    }
  }
  return counts;
}

test('tries at least 25 kinds of secrets', () => expect(kinds.length).toBeGreaterThanOrEqual(25));

describe.each(Object.entries(writeLogs))('secrets in a log of %s', (format, write) => {
  test('reach the output without masking, where the scanner finds them', inMinutes, () => {
    plant(write, 'bare');
    run('--no-redact');
    const text = [...readAll(etl.out)].map(([, content]) => content).join('\n');
    const inJson = (secret: string): string => JSON.stringify(secret.split('\n')[1] ?? secret).slice(1, -1);
    expect(secretSamples.filter(({ secret }) => !text.includes(inJson(secret))).map(({ rule }) => rule)).toEqual([]);
    expect(leaksInOutput()).not.toEqual([]);
  });

  test('do not appear in what the ETL writes and prints, and each is counted by its rule', inMinutes, () => {
    for (const name of chosen) plant(write, name);
    const printed = run();
    expect(scan('printed', printed)).toEqual([]);
    expect(scan('printed as JSON', run('--json'))).toEqual([]);
    expect(leaksInOutput()).toEqual([]);
    const masks = countedMasks();
    expect(kinds.filter(({ rule }) => !masks.has(rule)).map(({ rule }) => rule)).toEqual([]);
    const total = [...masks.values()].reduce((sum, times) => sum + times, 0);
    expect(printed).toMatch(new RegExp(`^${format} .* ${total.toLocaleString('en-US')}$`, 'm'));
    for (const [rule, times] of masks) {
      expect(printed).toMatch(new RegExp(`^  ${format}: (?:.*, )?${rule} ${times}(?:,|$)`, 'm'));
    }
  });
});
