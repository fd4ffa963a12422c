import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes, reportError } from '../../../scripts/agent-replay/failure.ts';
import type { Terminal } from '../../../scripts/agent-replay/terminal.ts';
import { indexPaths } from '../../../scripts/etl/catalogue/folderCatalogue.ts';
import { OutputError } from '../../../scripts/etl/writeAtomically.ts';
import { heardError, sayError } from '../../../scripts/serve/libraryMessages.ts';
import { openLibraryThread } from '../../../scripts/serve/openLibraryThread.ts';

/** What the command prints for an error, and its exit code. */
function told(error: unknown): { text: string; exitCode: number } {
  let text = '';
  const terminal = { debug: false, t: (english: string) => english, say: (line: string) => (text += line) };
  const exitCode = reportError(error, terminal as unknown as Terminal);
  return { text, exitCode };
}

test('a damaged catalogue is reported in a sentence of its own, also from the thread that opens it', async () => {
  const out = mkdtempSync(join(tmpdir(), 'ark-thread-'));
  const { catalogue } = indexPaths(out);
  mkdirSync(join(catalogue, '..'), { recursive: true });
  writeFileSync(catalogue, `SQLite format 3\0${'?'.repeat(4096)}`);
  try {
    const opening = openLibraryThread({ paths: [], out, project: out, report: () => undefined });
    const error: unknown = await opening.then((library) => library.close()).catch((reason: unknown) => reason);
    expect(told(error)).toEqual({
      text: expect.stringMatching(/catalogue\.db: the catalogue is damaged.*Restore it from a copy/),
      exitCode: exitCodes.failed,
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

test('an error keeps between threads the fields by which the command reports it', () => {
  const passed = (error: unknown): Error => heardError(structuredClone(sayError(error)));
  const full = { code: 'ENOSPC', errno: -28, syscall: 'write', path: '/out/a.json' };
  expect(passed(Object.assign(new Error('full'), full))).toMatchObject({ message: 'full', ...full });
  expect(passed(new OutputError('kept'))).toBeInstanceOf(OutputError);
  expect(passed(new TypeError('bug'))).not.toBeInstanceOf(OutputError);
  expect(told(passed('thrown text'))).toMatchObject({ exitCode: exitCodes.bug });
});
