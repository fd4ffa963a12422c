import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretSamples } from '../secretSamples.ts';
import { type EtlFolder, openEtlFolder } from './openEtlFolder.ts';
import { writeLogs } from './plantedLogs.ts';
import { createScanner, readAll } from './scanForSecrets.ts';

const inMinutes = { timeout: 300_000 };

/** One secret per rule, for rules whose secrets can be part of a file name. */
const kinds = [...new Map(secretSamples.map((sample) => [sample.rule, sample])).values()].filter(
  ({ secret, inContext }) => /^[\w.=+~@$-]{1,120}$/.test(inContext(secret)),
);
const scan = createScanner(kinds.map(({ secret }) => secret));
const missing = `/nowhere/${kinds[0]?.secret}.jsonl`;

let etl: EtlFolder;
beforeAll(() => {
  etl = openEtlFolder();
  for (const { secret, inContext } of kinds) {
    const fileName = inContext(secret);
    for (const [format, write] of Object.entries(writeLogs)) {
      etl.save(`${format}/${fileName}`, write([{ text: 'Look at the file.', fileName }], `${format} ${fileName}`));
    }
    etl.save('.', { [`${fileName}.bin`]: 'no log', [`${fileName}.json`]: '{"session_id": "a", "tool_calls": [}' });
  }
});
afterAll(() => etl.remove());

const leaksInOutput = () =>
  [...readAll(etl.out)].flatMap(([path, text]) => [...scan('a name', path), ...scan(path, text)]);

/** The formats of the sessions written that contain a secret. */
function leakingFormats(): Set<string> {
  const sessions = [...readAll(etl.out)].filter(
    ([path, text]) => /^[^/]+\.json$/.test(path) && scan(path, text).length,
  );
  return new Set(sessions.map(([, text]) => JSON.parse(text).provenance.source_format));
}

test('tries at least 25 kinds of secrets', () => expect(kinds.length).toBeGreaterThanOrEqual(25));

test(
  'secrets in file names reach the output of every format without masking, where the scanner finds them',
  inMinutes,
  () => {
    expect(etl.run('--no-redact', missing).printed).toContain(kinds[0]?.secret);
    expect(leakingFormats()).toEqual(new Set(Object.keys(writeLogs)));
    etl.clear();
  },
);

test.each([[[]], [['--json']], [['--check']]])(
  'secrets in file names do not appear in what the ETL writes and prints (%j)',
  inMinutes,
  (options) => {
    const { printed } = etl.run(missing, ...options);
    expect(scan(`printed with ${options}`, printed)).toEqual([]);
    expect(printed).toContain('[REDACTED:');
    expect(leaksInOutput()).toEqual([]);
  },
);

test('secrets in file names do not appear in what a run prints that finds nothing new', inMinutes, () => {
  for (const { secret, inContext } of kinds) etl.save('.', { [`${inContext(secret)}.jsonl`]: '' });
  for (const time of ['first', 'second']) {
    const { printed } = etl.run('--json');
    expect(scan(`printed the ${time} time`, printed)).toEqual([]);
    expect(printed).toContain('[REDACTED:');
  }
});

test('names of other files and of missing ones are masked in a run whose sessions are as they were', inMinutes, () => {
  const plainly = openEtlFolder();
  plainly.save('log', writeLogs['claude-code']?.([{ text: 'Look at the file.', fileName: 'tides' }], 'plain') ?? {});
  expect(JSON.parse(plainly.run('--json').printed).published).toMatchObject({ written: 1 });
  expect(scan('a run with a missing path', plainly.run('--json', missing).printed)).toEqual([]);
  for (const { secret, inContext } of kinds) plainly.save('.', { [`${inContext(secret)}.bin`]: 'no log' });
  for (const time of ['first', 'second']) {
    const { printed } = plainly.run('--json');
    expect(scan(`printed the ${time} time`, printed)).toEqual([]);
    expect(JSON.parse(printed).published).toMatchObject({ written: 0, skippedSources: 1 });
  }
  plainly.remove();
});
