import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { convertFiles, type SourceFile } from 'agent-replay-kit/adapters';
import { describeConformance, summarizeConversion } from 'agent-replay-kit/adapters/testing';
import { adapter } from './adapter.ts';

const folder = join(import.meta.dirname, '../samples');
const samples = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ name: relative(folder, path).replaceAll('\\', '/'), content: readFileSync(path) }));

// Properties that every adapter must have: valid and whole output, every record accounted for, the same result however the bytes come, …
describeConformance(adapter, { samples }, { describe, it });

// The output of this adapter for its samples: check it, and assert what must stay so.
it('tells calls, failures and tokens of a session', async () => {
  const files = samples.map(
    ({ name, content }): SourceFile => ({
      name,
      bytes: async function* () {
        yield content;
      },
    }),
  );
  for await (const outcome of convertFiles(files, { adapters: [adapter] })) {
    assert.equal(outcome.is, 'source', JSON.stringify(outcome));
    if (outcome.is !== 'source') continue;
    const { sessions } = summarizeConversion(outcome.conversion);
    assert.deepEqual(sessions[0]?.calls, { 'bash failed': 1, 'read_file succeeded': 1 });
    assert.deepEqual(sessions[0]?.usage, { input: 812, output: 64 });
  }
});

it('is named as its package.json says', () => {
  const { name, version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  assert.deepEqual(adapter.package, { name, version });
});
