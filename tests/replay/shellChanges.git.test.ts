import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { codexRollout } from '../../src/adapters/codex-rollout/index.ts';
import { convertSource, toSession } from '../../src/adapters/index.ts';
import { endOf, fileHistories, indexSession, type SessionPatch, sessionPatch } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { LogDrawing, sessionOf } from '../adapters/claude-code/drawLog.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const scratch = mkdtempSync(join(tmpdir(), 'shell-changes-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const before: Readonly<Record<string, string>> = {
  'mill.txt': 'stone\nwheel\nsail\n',
  'kept.txt': 'grain\nsack\n',
  'gone.txt': 'chaff\n',
  'old.txt': 'miller\n',
};
const logo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

/** A repository with those files, committed. */
function repository(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(before)) writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, 'logo.png'), logo);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@n', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'before');
  return folder;
}

/** Files that differ from the commit, as git reports, by name. */
function changedIn(folder: string): string[] {
  execFileSync('git', ['add', '-A'], { cwd: folder });
  const args = ['diff', '--cached', '--name-only', '--no-renames'];
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim().split('\n').toSorted();
}

/** Works in a repository, and writes what a log would say of it. */
interface Worker {
  read(file: string): void;
  edit(file: string, old: string, now: string): void;
  run(command: string): void;
  session(): Promise<Session>;
}

/** What Claude Code writes. */
function claudeIn(folder: string): Worker {
  const log = new LogDrawing({ cwd: folder });
  let count = 0;
  log.user('Mend the mill.');
  const call = (name: string, input: object, content: string, toolUseResult: object): void => {
    count += 1;
    log.call(`toolu_${count}`, name, { ...input });
    log.result(`toolu_${count}`, content, { toolUseResult });
  };
  return {
    read(file) {
      const [filePath, content] = [join(folder, file), readFileSync(join(folder, file), 'utf8')];
      const lines = content.split('\n');
      const text = lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n');
      const shown = { filePath, content, numLines: lines.length, startLine: 1, totalLines: lines.length };
      call('Read', { file_path: filePath }, text, { type: 'text', file: shown });
    },
    edit(file, oldString, newString) {
      const filePath = join(folder, file);
      const text = readFileSync(filePath, 'utf8');
      const after = text.replace(oldString, newString);
      const lines = (of: string, sign: string) =>
        of
          .trimEnd()
          .split('\n')
          .map((line) => sign + line);
      const [old, now] = [lines(text, '-'), lines(after, '+')];
      writeFileSync(filePath, after);
      call('Edit', { file_path: filePath, old_string: oldString, new_string: newString }, 'Updated.', {
        ...{ filePath, oldString, newString, originalFile: null, userModified: false, replaceAll: false },
        structuredPatch: [
          { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines: [...old, ...now] },
        ],
      });
    },
    run(command) {
      const stdout = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
      call('Bash', { command, description: 'Work' }, stdout, {
        stdout,
        stderr: '',
        interrupted: false,
        isImage: false,
      });
    },
    session: () => sessionOf(log),
  };
}

/** What Codex writes into a rollout. */
function codexIn(folder: string): Worker {
  const id = '019fd942-3946-735b-9de8-fa0606b6df28';
  const records: string[] = [];
  let count = 0;
  const add = (type: string, payload: object): void => {
    const timestamp = new Date(Date.UTC(2026, 7, 6, 12) + records.length * 1000).toISOString();
    records.push(`${JSON.stringify({ timestamp, type, payload })}\n`);
  };
  add('session_meta', {
    id,
    timestamp: '2026-08-06T12:00:00.000Z',
    cwd: folder,
    originator: 'codex-tui',
    cli_version: '0.146.0',
  });
  add('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend the mill.' }] });
  const exec = (command: string): void => {
    count += 1;
    const stdout = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const call_id = `call_${count}`;
    const args = JSON.stringify({ command: ['bash', '-lc', command], workdir: folder });
    add('response_item', { type: 'function_call', name: 'shell', arguments: args, call_id });
    const output = JSON.stringify({ output: stdout, metadata: { exit_code: 0, duration_seconds: 0.1 } });
    add('response_item', { type: 'function_call_output', call_id, output });
  };
  return {
    read: (file) => exec(`cat ${file}`),
    edit(file, old, now) {
      count += 1;
      writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(old, now));
      const input = `*** Begin Patch\n*** Update File: ${file}\n@@\n-${old}\n+${now}\n*** End Patch`;
      const call_id = `call_${count}`;
      add('response_item', { type: 'custom_tool_call', status: 'completed', call_id, name: 'apply_patch', input });
      const output = JSON.stringify({
        output: `Success. Updated the following files:\nM ${file}\n`,
        metadata: { exit_code: 0 },
      });
      add('response_item', { type: 'custom_tool_call_output', call_id, output });
    },
    run: exec,
    async session() {
      const file = fileOf(`sessions/2026/08/06/rollout-2026-08-06T12-00-00-${id}.jsonl`, records.join(''));
      const { sessions } = await convertSource(codexRollout, { files: [file] });
      const [first] = sessions;
      if (first === undefined) throw new Error('No session came of the rollout.');
      return toSession(first.session);
    },
  };
}

async function patchOf(worker: Worker): Promise<SessionPatch> {
  const index = indexSession(await worker.session());
  return sessionPatch(index, fileHistories(index), endOf(index));
}

const workers = [
  { name: 'claude-code', work: claudeIn },
  { name: 'codex-rollout', work: codexIn },
];

describe.skipIf(!hasGit).each(workers)('the patch of a session of $name', ({ name, work }) => {
  const commands = [
    { does: 'sed -i', command: "sed -i 's/wheel/cog/' mill.txt", files: ['mill.txt'] },
    { does: 'a redirection', command: 'echo flour > mill.txt', files: ['mill.txt'] },
    { does: 'a new file by redirection', command: 'echo flour > new.txt', files: ['new.txt'] },
    { does: 'mv', command: 'mv old.txt renamed.txt', files: ['old.txt', 'renamed.txt'] },
    { does: 'git mv', command: 'git mv old.txt renamed.txt', files: ['old.txt', 'renamed.txt'] },
    { does: 'rm', command: 'rm gone.txt', files: ['gone.txt'] },
    { does: 'a binary file', command: 'cat mill.txt >> logo.png', files: ['logo.png'] },
    { does: 'a binary copy', command: 'cp logo.png icon.png', files: ['icon.png'] },
  ];

  test.each(commands)('says that it does not know what was done by $does', async ({ does, command, files }) => {
    const folder = repository(`${name} ${does}`);
    const worker = work(folder);
    worker.read('mill.txt');
    worker.edit('kept.txt', 'grain', 'rye');
    worker.run(command);
    const { text, whole, partial, left, doubted } = await patchOf(worker);
    expect(changedIn(folder)).toEqual(['kept.txt', ...files].toSorted());
    expect(doubted).toEqual(files);
    for (const file of files) expect(text).toContain(`# what a command did to it is not in the log: ${file}\n`);
    // Nothing that git finds changed goes unmentioned.
    const named = new Set([...whole, ...partial, ...left, ...doubted]);
    expect(changedIn(folder).filter((file) => !named.has(file))).toEqual([]);
    expect(whole).not.toContain(files[0]);
  });

  test('does not call a file whole that git set back after its edit', async () => {
    const folder = repository(`${name} set back`);
    const worker = work(folder);
    worker.read('mill.txt');
    worker.edit('mill.txt', 'wheel', 'cog');
    worker.run('git checkout -q -- mill.txt');
    const { whole, doubted } = await patchOf(worker);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })).toBe('');
    expect([whole, doubted]).toEqual([[], ['mill.txt']]);
  });

  test('names git commands that may have changed any file', async () => {
    const folder = repository(`${name} stash`);
    const worker = work(folder);
    worker.edit('mill.txt', 'wheel', 'cog');
    worker.run('git stash -q');
    const { text } = await patchOf(worker);
    expect(text).toContain('# may have changed any file, which the log does not tell: git stash\n');
  });

  test('has no doubt about what only looks, stages or makes a branch', async () => {
    const worker = work(repository(`${name} looks`));
    worker.read('mill.txt');
    worker.edit('mill.txt', 'wheel', 'cog');
    for (const command of ['git diff mill.txt', 'git add mill.txt', 'git checkout -q -b side', 'grep -c cog mill.txt'])
      worker.run(command);
    const { text, doubted } = await patchOf(worker);
    expect(doubted).toEqual([]);
    expect(text).not.toContain('may have changed any file');
  });
});

describe.skipIf(!hasGit)('a file read whole before and after a command', () => {
  test('is in the patch as git diff has it, with what the command did', async () => {
    const folder = repository('read after');
    const worker = claudeIn(folder);
    worker.read('mill.txt');
    worker.run("sed -i 's/wheel/cog/' mill.txt");
    worker.read('mill.txt');
    const { text, doubted, whole } = await patchOf(worker);
    expect([whole, doubted]).toEqual([['mill.txt'], []]);
    const diff = execFileSync('git', ['diff', 'mill.txt'], { cwd: folder, encoding: 'utf8' });
    const hunk = diff.slice(diff.indexOf('\n stone'));
    expect(hunk).toContain('-wheel\n+cog');
    expect(text).toContain(hunk);
  });
});
