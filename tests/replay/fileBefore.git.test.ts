import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  endOf,
  type FileHistory,
  fileHistories,
  indexSession,
  lineOrigin,
  type SessionIndex,
  sessionPatch,
} from '../../src/replay/index.ts';
import { LogDrawing, sessionOf } from '../adapters/claude-code/drawLog.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const scratch = mkdtempSync(join(tmpdir(), 'file-before-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

/** A repository with one file, committed. */
function repository(name: string, text: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'mill.txt'), text);
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'before'],
  ])
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@n', ...args], { cwd: folder });
  return folder;
}

/** Edits a file as Claude Code does, and writes its record, with the file before the change. */
function edit(log: LogDrawing, id: string, filePath: string, oldString: string, newString: string): void {
  const originalFile = readFileSync(filePath, 'utf8');
  writeFileSync(filePath, originalFile.replace(oldString, newString));
  const at = originalFile.slice(0, originalFile.indexOf(oldString)).split('\n').length;
  log.call(id, 'Edit', { file_path: filePath, old_string: oldString, new_string: newString });
  log.result(id, `The file ${filePath} has been updated.`, {
    toolUseResult: {
      ...{ filePath, oldString, newString, originalFile, userModified: false, replaceAll: false },
      structuredPatch: [
        { oldStart: at, oldLines: 1, newStart: at, newLines: 1, lines: [`-${oldString}`, `+${newString}`] },
      ],
    },
  });
}

async function replayed(log: LogDrawing): Promise<{ index: SessionIndex; history: FileHistory }> {
  const index = indexSession(await sessionOf(log));
  const [history] = fileHistories(index);
  if (history === undefined) throw new Error('No file has a history.');
  return { index, history };
}

describe.skipIf(!hasGit)('a file that was changed but never read', () => {
  test('is in the patch as git diff has it, where the log states it beside the change', async () => {
    const folder = repository('never read', lines(40));
    const log = new LogDrawing({ cwd: folder });
    log.user('Mend the mill.');
    edit(log, 't1', join(folder, 'mill.txt'), 'line 7', 'cog');
    edit(log, 't2', join(folder, 'mill.txt'), 'line 31', 'sail');
    const { index, history } = await replayed(log);
    expect(history.base).toBe('whole');
    const { text, whole } = sessionPatch(index, [history], endOf(index));
    expect(whole).toEqual(['mill.txt']);
    const diff = execFileSync('git', ['diff', 'mill.txt'], { cwd: folder, encoding: 'utf8' });
    const hunks = (of: string): string => of.slice(of.indexOf('@@')).replace(/^(@@ .* @@).*$/gm, '$1');
    expect(hunks(text)).toBe(hunks(diff));
    expect(hunks(text)).toContain(' line 6\n-line 7\n+cog\n line 8\n');
  });

  test('does not count as shown to the agent', async () => {
    const folder = repository('not shown', lines(12));
    const log = new LogDrawing({ cwd: folder });
    edit(log, 't1', join(folder, 'mill.txt'), 'line 7', 'cog');
    const { index, history } = await replayed(log);
    expect(lineOrigin(history, endOf(index), { side: 'old', number: 2 })).toEqual({ text: 'line 2', isOutside: false });
  });
});

test('a change whose log states another file than the calls before it had left shows a change from outside', async () => {
  const folder = join(scratch, 'outside');
  mkdirSync(folder);
  const path = join(folder, 'mill.txt');
  writeFileSync(path, lines(12));
  const log = new LogDrawing({ cwd: folder });
  log.call('t0', 'Read', { file_path: path, offset: 3, limit: 2 });
  log.result('t0', '     3→line 3\n     4→line 4', {
    toolUseResult: {
      type: 'text',
      file: { filePath: path, content: 'line 3\nline 4', startLine: 3, numLines: 2, totalLines: 12 },
    },
  });
  writeFileSync(path, lines(12).replace('line 4', 'flour'));
  edit(log, 't1', path, 'line 7', 'cog');
  const { history } = await replayed(log);
  expect(history.steps.map(({ outside }) => outside !== undefined)).toEqual([false, true]);
});

test('of a long file, what the session holds of it is known, and all once its content is there', async () => {
  const folder = join(scratch, 'long');
  mkdirSync(folder);
  const path = join(folder, 'mill.txt');
  writeFileSync(path, lines(4000));
  const log = new LogDrawing({ cwd: folder });
  edit(log, 't1', path, 'line 2000', 'cog');
  const session = await sessionOf(log);
  const [ref] = session.tool_calls[0]?.content_refs ?? [];
  expect(ref?.pointer).toBe('/output/result/patches/0/before');
  const baseWith = (wholes: ReadonlyMap<string, string>) => fileHistories(indexSession(session), wholes)[0]?.base;
  expect(baseWith(new Map())).toBe('partial');
  expect(baseWith(new Map([[ref?.path ?? '', lines(4000)]]))).toBe('whole');
});
