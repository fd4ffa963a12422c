import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placements } from '../placements.ts';
import { secretSamples } from '../secretSamples.ts';
import { type EtlFolder, openEtlFolder } from './openEtlFolder.ts';
import { type LogFiles, type Planted, type WriteLog, writeLogs } from './plantedLogs.ts';
import { createScanner, readAll } from './scanForSecrets.ts';

const inMinutes = { timeout: 300_000 };

const chosen = ['bare', 'quoted', 'in JSON', 'in a URL', 'split by terminal codes', 'across the 16 KiB cut'] as const;

/** One secret per rule. */
const kinds = [...new Map(secretSamples.map((sample) => [sample.rule, sample])).values()];
const scan = createScanner(secretSamples.map(({ secret }) => secret));

function logsOf([format, write]: [string, WriteLog], name: (typeof chosen)[number]): LogFiles {
  const placement = placements.find((each) => each.name === name);
  if (placement === undefined) throw new Error(`No placement is called ${name}.`);
  const samples = name === 'bare' ? secretSamples : kinds;
  const texts = samples
    .filter(placement.suits)
    .map((sample): Planted => ({ text: placement.place(sample), fileName: undefined }));
  return write(texts, `${format} ${name}`);
}

const folders: EtlFolder[] = [];

/** Runs the ETL over logs of every format that contain the secrets in these placements. */
function runOver(names: readonly (typeof chosen)[number][]) {
  const etl = openEtlFolder();
  folders.push(etl);
  for (const entry of Object.entries(writeLogs)) {
    for (const name of names) etl.save(join(entry[0], name), logsOf(entry, name));
  }
  const run = (...options: string[]): string => {
    const { printed, status } = etl.run(...options);
    expect(status, printed).toBe(0);
    return printed;
  };
  return { run, files: () => [...readAll(etl.out)] };
}

afterAll(() => {
  for (const etl of folders) etl.remove();
});

type Written = [path: string, text: string];

const formatOf = (text: string): string => JSON.parse(text).provenance.source_format;
const isSession = ([path]: Written): boolean => /^[^/]+\.json$/.test(path);
const leaksIn = (files: readonly Written[]) =>
  files.flatMap(([path, text]) => [...scan('a name', path), ...scan(path, text)]);

/** The texts of a format's sessions, and of their contents. */
function writtenBy(format: string, files: readonly Written[]): string {
  const own = files
    .filter((file) => isSession(file) && formatOf(file[1]) === format)
    .map(([path]) => path.slice(0, -5));
  return files
    .filter(([path]) => own.some((name) => path === `${name}.json` || path.startsWith(`${name}.content/`)))
    .map(([, text]) => text)
    .join('\n');
}

/** Number of masks in a format's sessions, by rule. */
function countedMasks(format: string, files: readonly Written[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, text] of files.filter((file) => isSession(file) && formatOf(file[1]) === format)) {
    for (const [rule, times] of Object.entries<number>(JSON.parse(text).provenance.redactions)) {
      counts.set(rule, (counts.get(rule) ?? 0) + times);
    }
  }
  return counts;
}

test('tries at least 25 kinds of secrets', () => expect(kinds.length).toBeGreaterThanOrEqual(25));

describe('secrets reach the output without masking, where the scanner finds them', () => {
  let files: Written[];
  beforeAll(() => {
    const { run, files: written } = runOver(['bare']);
    run('--no-redact');
    files = written();
  }, inMinutes.timeout);

  test.each(Object.keys(writeLogs))('%s', (format) => {
    const text = writtenBy(format, files);
    const inJson = (secret: string): string => JSON.stringify(secret.split('\n')[1] ?? secret).slice(1, -1);
    expect(secretSamples.filter(({ secret }) => !text.includes(inJson(secret))).map(({ rule }) => rule)).toEqual([]);
    expect(scan(format, text)).not.toEqual([]);
  });
});

describe('secrets do not appear, and each is counted by its rule', () => {
  let files: Written[];
  let printed: string;
  let printedJson: string;
  beforeAll(() => {
    const { run, files: written } = runOver(chosen);
    printed = run();
    printedJson = run('--json');
    files = written();
  }, inMinutes.timeout);

  test('in what the ETL writes and prints', inMinutes, () => {
    expect(scan('printed', printed)).toEqual([]);
    expect(scan('printed as JSON', printedJson)).toEqual([]);
    expect(leaksIn(files)).toEqual([]);
  });

  test.each(Object.keys(writeLogs))('%s', (format) => {
    const masks = countedMasks(format, files);
    expect(kinds.filter(({ rule }) => !masks.has(rule)).map(({ rule }) => rule)).toEqual([]);
    const total = [...masks.values()].reduce((sum, times) => sum + times, 0);
    expect(printed).toMatch(new RegExp(`^${format} .* ${total.toLocaleString('en-US')}$`, 'm'));
    for (const [rule, times] of masks) {
      expect(printed).toMatch(new RegExp(`^  ${format}: (?:.*, )?${rule} ${times}(?:,|$)`, 'm'));
    }
  });
});
