import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { convertPaths } from '../../../scripts/agent-replay/convertPaths.ts';
import { exportLogs } from '../../../scripts/agent-replay/exportCommand.ts';
import { adapters } from '../../../src/adapters/index.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../data/sources');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('convertPaths converts logs of every format, and gives a reason for every file that is none', async () => {
  writeFileSync(join(folder, 'shopping.txt'), 'milk');
  const { logs, report } = await convertPaths([samples, folder, join(folder, 'none')], { redact: true });
  const formats = new Set(logs.map(({ session }) => session.provenance?.source_format));
  expect([...formats].sort()).toEqual(adapters.map(({ descriptor }) => descriptor.id).sort());
  expect(report.unrecognised.map(({ file }) => file)).toContain('shopping.txt');
  expect(report.failures.map(({ file }) => file)).toEqual([join(folder, 'none')]);
});

test('convertPaths keeps the contents set aside where the references of their session say', async () => {
  const { logs } = await convertPaths([samples], { redact: true });
  const embedded = logs.flatMap(({ session, contents }) => {
    const refs = [...session.tool_calls, ...session.events].flatMap(({ content_refs = [] }) => content_refs);
    return contents.map((content) => ({ content, refs }));
  });
  expect(embedded.length).toBeGreaterThan(3);
  for (const { content, refs } of embedded) expect(refs.map(({ path }) => path)).toContain(content.path);
  expect(embedded.some(({ content }) => content.mediaType === 'image/png')).toBe(true);
});

test('convertPaths makes one report of each log', async () => {
  const { logs } = await convertPaths([join(samples, 'wf')], { redact: true });
  const files = await exportLogs(logs, { folder: join(folder, 'out'), format: 'markdown' });
  expect(files).toHaveLength(logs.length);
  expect(listFiles(join(folder, 'out'))).toHaveLength(logs.length);
});
