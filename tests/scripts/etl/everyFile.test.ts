import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTerminal } from '../../../scripts/agent-replay/terminal.ts';
import { formatReport } from '../../../scripts/etl/formatReport.ts';
import { adapters } from '../../../src/adapters/index.ts';
import { runPlainEtl } from '../../helpers/plainEtl.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'every file 全部-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(name: string, text: string | Uint8Array): void {
  const path = join(project, 'logs', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const etl = () =>
  runPlainEtl({ paths: [join(project, 'logs')], out: join(project, 'out'), project }, { annotate: 'none' });

it('etl lists every file that is not converted with its reason, in the second run too', async () => {
  put('notes.txt', 'Buy milk.');
  put('picture.bin', new Uint8Array([137, 80, 78, 71, 0, 1, 2]));
  put('empty.jsonl', '');
  put('node_modules/x/log.jsonl', '{}');
  symlinkSync(join(project, 'logs/notes.txt'), join(project, 'logs/again.txt'));
  symlinkSync('/etc/hostname', join(project, 'logs/outside'));
  const first = await etl();
  expect(first.unrecognised.map(({ file }) => file)).toEqual(['empty.jsonl', 'notes.txt', 'picture.bin']);
  for (const { refusals } of first.unrecognised) {
    expect(Object.keys(refusals)).toHaveLength(adapters.length);
    expect(Object.values(refusals).every((because) => because !== '')).toBe(true);
  }
  expect(first.passedOver.map(({ file }) => file)).toEqual([
    join(project, 'logs/again.txt'),
    join(project, 'logs/node_modules'),
  ]);
  expect(first.failures.map(({ file }) => file)).toEqual([join(project, 'logs/outside')]);
  expect((await etl()).unrecognised).toEqual(first.unrecognised);
  expect(formatReport(first, createTerminal({ language: 'en', process }), true)).toContain('notes.txt');
});
