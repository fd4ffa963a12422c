import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretSamples } from '../secretSamples.ts';
import { type EtlFolder, openEtlFolder } from './openEtlFolder.ts';
import { writeLogs } from './plantedLogs.ts';
import { createScanner, readAll } from './scanForSecrets.ts';

const inMinutes = { timeout: 120_000 };

/** One secret per rule, for rules whose secrets can be part of a file name. */
const kinds = [...new Map(secretSamples.map((sample) => [sample.rule, sample])).values()].filter(
  ({ secret, inContext }) => /^[\w.=+~@$-]{1,120}$/.test(inContext(secret)),
);
const scan = createScanner(kinds.map(({ secret }) => secret));

let etl: EtlFolder;
beforeEach(() => {
  etl = openEtlFolder();
});
afterEach(() => etl.remove());

const leaksInOutput = () =>
  [...readAll(etl.out)].flatMap(([path, text]) => [...scan('a name', path), ...scan(path, text)]);

test('tries at least 25 kinds of secrets', () => expect(kinds.length).toBeGreaterThanOrEqual(25));

describe.each(Object.entries(writeLogs))('secrets in file names, %s', (_, write) => {
  test('do not appear in what the ETL writes and prints', inMinutes, () => {
    for (const { secret, inContext } of kinds) {
      const fileName = inContext(secret);
      etl.save(fileName, write([{ text: 'Look at the file.', fileName }], fileName));
      etl.save('.', { [`${fileName}.bin`]: 'no log', [`${fileName}.json`]: '{"session_id": "a", "tool_calls": [}' });
    }
    const missing = `/nowhere/${kinds[0]?.secret}.jsonl`;
    expect(etl.run('--no-redact', missing).printed).toContain(kinds[0]?.secret);
    expect(leaksInOutput()).not.toEqual([]);
    etl.clear();
    for (const options of [[], ['--json'], ['--check']]) {
      const { printed } = etl.run(missing, ...options);
      expect(scan(`printed with ${options}`, printed)).toEqual([]);
      expect(printed).toContain('[REDACTED:');
    }
    expect(leaksInOutput()).toEqual([]);
  });
});
