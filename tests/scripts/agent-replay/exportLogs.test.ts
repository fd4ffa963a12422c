import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ConvertedLog, convertPaths } from '../../../scripts/agent-replay/convertPaths.ts';
import { exportLogs, notesFor } from '../../../scripts/agent-replay/exportCommand.ts';
import type { Terminal } from '../../../scripts/agent-replay/terminal.ts';
import type { NotesFile } from '../../../src/session/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { isOpenFolder } from '../../helpers/isOpenFolder.ts';

const disk = vi.hoisted(() => ({ isFull: false, knowsLinks: true }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const failing = (code: string) => Object.assign(new Error(`${code}: injected`), { code, syscall: 'write' });
  return {
    ...fs,
    fsyncSync: (file: number) => {
      if (disk.isFull) throw failing('ENOSPC');
      fs.fsyncSync(file);
    },
    linkSync: (from: string, to: string) => {
      if (!disk.knowsLinks) throw failing('EPERM');
      fs.linkSync(from, to);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
afterEach(() => {
  Object.assign(disk, { isFull: false, knowsLinks: true });
  rmSync(folder, { recursive: true, force: true });
});

const logOf = (session_id: string, prompt = 'Go.'): ConvertedLog => ({
  session: {
    ...replaySession,
    session_id,
    events: [{ type: 'message', event_id: 'event-001', seq: 1, role: 'user', text: prompt }],
  },
  contents: [],
});
const stem = '2026-03-01-013-report';
const exportOne = async (log: ConvertedLog): Promise<string> => {
  const [file] = await exportLogs([log], { folder, format: 'markdown' });
  return basename(file?.path ?? '');
};

test.each([
  ['2026-01-25-013-统计', '2026-01-25-013-统计.html'],
  ['8322e722-9b7b-406d-bee4-88170b8c676b', '8322e722-9b7b-406d-bee4-88170b8c676b.html'],
  ['../../etc/passwd', 'etc-passwd.html'],
  ['a\u0000b/../c', 'a-b-c.html'],
  ['x'.repeat(300), `${'x'.repeat(60)}.html`],
])("exportLogs names the file by the session's id: %s", async (id, name) => {
  const [file] = await exportLogs([logOf(id)], { folder, format: 'html' });
  expect(file?.path).toBe(join(folder, name));
  expect(file?.wanted).toEqual(name === `${id}.html` ? undefined : { name: `${id}.html`, is: 'unusable' });
  expect(readdirSync(folder)).toEqual([name]);
});

test.each([true, false])(
  'exportLogs gives another session of the same id another name, and says so, on a disk with hard links: %s',
  async (known) => {
    disk.knowsLinks = known;
    expect(await exportOne(logOf(stem, 'First'))).toBe(`${stem}.md`);
    const again = await exportLogs([logOf(stem, 'Second')], { folder, format: 'markdown' });
    expect(again).toEqual([{ path: join(folder, `${stem}-2.md`), wanted: { name: `${stem}.md`, is: 'taken' } }]);
    expect(readFileSync(join(folder, `${stem}.md`), 'utf8')).toContain('First');
    expect(readdirSync(folder).sort()).toEqual([`${stem}-2.md`, `${stem}.md`]);
  },
);

test('exportLogs does not export the same session twice', async () => {
  await exportOne(logOf(stem));
  expect(await exportOne(logOf(stem))).toBe(`${stem}.md`);
  expect(readdirSync(folder)).toEqual([`${stem}.md`]);
});

test.each(['precious.txt', 'nowhere.txt'])('exportLogs follows no link: to %s', async (target) => {
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(folder, 'elsewhere/precious.txt'), 'precious');
  symlinkSync(join(folder, 'elsewhere', target), join(folder, `${stem}.md`));
  expect(await exportOne(logOf(stem))).toBe(`${stem}-2.md`);
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['precious.txt']);
  expect(readFileSync(join(folder, 'elsewhere/precious.txt'), 'utf8')).toBe('precious');
});

test('exportLogs on a full disk leaves no partial file, and keeps existing ones whole', async () => {
  await exportOne(logOf(stem, 'First'));
  disk.isFull = true;
  await expect(exportOne(logOf(stem, 'Second'))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readdirSync(folder)).toEqual([`${stem}.md`]);
  expect(readFileSync(join(folder, `${stem}.md`), 'utf8')).toContain('First');
});

test.skipIf(!isOpenFolder(tmpdir()))('exportLogs lets nobody read an export who could not read its log', async () => {
  const path = join(folder, 'plans.jsonl');
  const plan = {
    topic: 'T',
    goal: 'G',
    steps: [{ id: 's', title: 't', step_type: 'RESEARCH', expected_outcome: 'o' }],
  };
  const record = { timestamp: '2026-03-01T08:00:00Z', question: 'q', locale: 'en-US', context: '', plan };
  writeFileSync(path, `${JSON.stringify({ ...record, review_log: [], telemetry: null })}\n`);
  chmodSync(folder, 0o755);
  for (const [mode, expected] of [
    [0o600, 0o600],
    [0o644, 0o644 & ~process.umask()],
  ] as const) {
    chmodSync(path, mode);
    const { logs } = await convertPaths([path], { redact: true });
    const [written] = await exportLogs(logs, { folder: join(folder, String(mode)), format: 'markdown' });
    expect(statSync(written?.path ?? '').mode & 0o777).toBe(expected);
  }
});

const notesOf = (session_id: string, text = 'Look here'): NotesFile => ({
  format: 'agent-replay-notes',
  version: 1,
  session_id,
  notes: [{ id: 'note-1', on: { kind: 'item', item: 'event-001' }, text, created_at: '2026-03-14T08:05:00Z' }],
});
const terminal = { t: (english: string) => english } as unknown as Terminal;
const readNotes = (content: string, logs = [logOf(stem)], format: 'html' | 'markdown' = 'html') => {
  const notes = join(folder, 'some.notes.json');
  writeFileSync(notes, content);
  return notesFor(logs, format, { notes, redact: true }, terminal);
};

test('a page has the notes of its session, with secrets masked', async () => {
  const key = ['sk-ant-api03', 'a1B2c3D4e5F6g7H8i9J0'.repeat(4)].join('-');
  const notes = readNotes(JSON.stringify(notesOf(stem, `Its key is ${key}`)));
  const [file] = await exportLogs([logOf(stem)], { folder, format: 'html', notes });
  const html = readFileSync(file?.path ?? '', 'utf8');
  expect(html).toContain('"item":"event-001"');
  expect(html).toContain('Its key is');
  expect(html).not.toContain(key);
});

test.each<[name: string, run: () => unknown, says: RegExp]>([
  ['no notes', () => readNotes('{"format": "agent-replay-notes"}'), /is no file of notes: \/version: .*\(and 2 more\)/],
  ['no JSON', () => readNotes('# Notes'), /is no file of notes: line 1, column 1: /],
  [
    'notes on another session',
    () => readNotes(JSON.stringify(notesOf('other'))),
    /has notes on other, and this is 2026/,
  ],
  ['a report', () => readNotes(JSON.stringify(notesOf(stem)), [logOf(stem)], 'markdown'), /the page of one session/],
  [
    'two sessions',
    () => readNotes(JSON.stringify(notesOf(stem)), [logOf(stem), logOf('2')]),
    /the page of one session/,
  ],
])('notes are refused in words: %s', (_, run, says) => {
  expect(run).toThrow(says);
});
