import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endOf, fileHistories, indexSession, sessionPatch } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';

const folder = join(import.meta.dirname, '../../data/sessions');
const samples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Session);

// In these samples a file is changed that no call has shown.
test.each([
  ['gemini-cli', 'Round the forecast', 'print.py'],
  ['qwen-code', 'Round degrees', 'src/print.ts'],
])('a sample of %s has the file before its first change, so that its net change is known', (format, title, path) => {
  const session = samples.find(
    ({ provenance, task_title }) => provenance?.source_format === format && task_title === title,
  );
  if (session === undefined) throw new Error(`No sample of ${format} is called ${title}.`);
  const index = indexSession(session);
  const { whole } = sessionPatch(index, fileHistories(index), endOf(index));
  expect(whole).toContain(path);
});
