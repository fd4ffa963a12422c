import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../scripts/agent-replay/terminal.ts';
import { adapters } from '../../../src/adapters/index.ts';
import {
  command,
  emptyPage,
  failing,
  repository,
  runAgentReplay as run,
  runInHere,
  samples,
} from './runAgentReplay.ts';

const log = join(samples, 'claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
const withSubagents = join(
  samples,
  'claude-code/projects/-home-lin-tide-table/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60.jsonl',
);
const plans = join(samples, 'planner/plans.jsonl');

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}

const parts = ['open', 'export', 'element', 'etl', 'check', 'formats', 'events', 'wf', 'plans', 'completion'];

describe('help', () => {
  it('lists every part, and `--version` prints the version', async () => {
    const { status, stdout } = await runInHere(['--help']);
    expect(status).toBe(0);
    for (const part of parts) expect(stdout).toMatch(new RegExp(`^  ${part} `, 'm'));
    expect((await runInHere(['check', '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each(parts)('of %s names its options, shows examples and explains its exit codes', async (part) => {
    const { status, stdout } = await runInHere([part, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: agent-replay ${part}`);
    expect(stdout).toContain('--language');
    expect(stdout).toMatch(/^Examples:\n {2}agent-replay /m);
    expect(stdout).toMatch(/^Exit codes: 0 /m);
  });

  it.each(['en', 'zh'])('fits terminals of every width, in %s', async (language) => {
    for (const part of ['', ...parts]) {
      for (const columns of [80, 120]) {
        const { stdout } = await runInHere([...(part === '' ? [] : [part]), '--help', '--language', language], {
          columns,
        });
        const lines = stdout.split('\n');
        expect(lines.filter((line) => columnsOf(line) > columns || line !== line.trimEnd())).toEqual([]);
        // What the library says in English of its own.
        if (language === 'zh') expect(stdout).not.toMatch(/choices:|default:|Examples:|Exit codes/);
      }
    }
  });

  it('is in Chinese for a Chinese locale, and in the language that is asked for', async () => {
    const zh = { LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' };
    expect((await runInHere(['etl', '--help'], { env: zh })).stdout).toContain('把智能体日志转换为');
    expect((await runInHere(['etl', '--help', '--language', 'en'], { env: zh })).stdout).toContain('Turns agent logs');
    expect((await runInHere(['--language=zh', 'etl', '--fromat', 'x'])).stderr).toContain(
      '没有选项 --fromat。是否想输入 --format？',
    );
  });

  it('is also shown by `help`', async () => {
    expect((await runInHere(['help', 'etl'])).stdout).toBe((await runInHere(['etl', '--help'])).stdout);
    expect(await runInHere(['plans', 'help', 'replay'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--index <n>'),
    });
  });

  it('replaces a missing subcommand, on stderr and as an error', async () => {
    expect(await runInHere([])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Commands:') });
  });

  it('fits into 60 columns', async () => {
    const { stdout } = await runInHere(['etl', '--help'], { columns: 60 });
    const [head = ''] = stdout.split('Examples:');
    for (const line of head.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('an invalid call', () => {
  it.each([
    [['exprot', 'x'], 'There is no command exprot. Did you mean export? See: agent-replay --help'],
    [['etl', '--fromat', 'x'], 'There is no option --fromat. Did you mean --format? See: agent-replay etl --help'],
    [
      ['etl', '--format', 'clade-code'],
      '“clade-code” does not fit. Did you mean claude-code? Known: std001, claude-code',
    ],
    [['open', '--format', 'cobol', 'x'], '“cobol” does not fit. Known: std001'],
    [['open', '--port', 'abc'], '“abc” does not fit. It takes a whole number from 0 to 65535.'],
    [['open', '--port', '99999'], '“99999” does not fit.'],
    [['open', '--port', '0x50'], '“0x50” does not fit.'],
    [['export', '--out'], 'The option --out <path> lacks its value.'],
    [['check'], 'The argument paths is missing. See: agent-replay check --help'],
    [['wf', 'step', 'one', 'x'], 'number: “one” does not fit. It takes a whole number from 0'],
    [['wf', 'tiem', 'x'], 'There is no command tiem. Did you mean time? See: agent-replay wf --help'],
    [['events', 'a', '1', 'b'], 'There are more arguments than it takes.'],
    [['completion', 'fsh'], 'Did you mean fish?'],
    [[log], `${log} is no command, but something on this disk. To replay it: agent-replay open ${log}`],
    [['wf', log], `${log} is no command, but something on this disk. To replay it: agent-replay open ${log}`],
    [['etl', '--watch', '--check'], '--watch writes, --check does not. Use one of them.'],
  ])('%j gives one line that says what to do, and exits with 2', async (args, sentence) => {
    const { status, stdout, stderr } = await runInHere(args);
    expect(stderr).toContain(sentence);
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 });
  });

  it.each([
    [['exprot', 'x'], 'There is no command exprot. Did you mean export? See: agent-replay --help'],
    [['export', plans, '--out', 'x.html'], '4 sessions do not fit into one file. Name a folder with --out.'],
    [['export', plans, '--out', 'x.html', '--markdown'], '--markdown does not go with x.html.'],
  ])('%j does so in a process of its own, too, and leaves no files', (args, sentence) => {
    const { status, stdout, stderr } = run(args, { cwd: folder });
    expect(stderr).toContain(sentence);
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('refusals by the system', () => {
  it.each([
    ['no permission', failing('mkdirSync', 'EACCES', 'EACCES: permission denied, mkdir'), 'No permission: '],
    ['a disk that cannot be written', failing('mkdirSync', 'EROFS', 'EROFS: read-only', 'true'), 'No permission: '],
    ['a full disk', failing('writeSync', 'ENOSPC', 'ENOSPC: no space', 'args[0] > 2'), 'The disk is full'],
    ['too many open files', failing('mkdirSync', 'EMFILE', 'EMFILE: too many open files'), 'Too many files are open.'],
    [
      'whatever else',
      failing('mkdirSync', 'EIO', 'EIO: i/o error, mkdir'),
      'The system refused: EIO: i/o error, mkdir.',
    ],
  ])('export, given %s, exits with 3 and a sentence, and leaves no files', (_, faults, sentence) => {
    const out = join(folder, 'out');
    const { status, stdout, stderr } = run(['export', log, '--out', out, '--markdown'], { faults });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  it('export and etl name a file that stands where a folder should be', () => {
    const file = join(folder, 'taken');
    writeFileSync(file, 'mine');
    for (const part of ['export', 'etl']) {
      const { status, stderr } = run([part, log, '--out', file]);
      expect(stderr).toContain(`A file stands where a folder should be: ${file}`);
      expect(status).toBe(3);
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.runIf(process.platform === 'linux')('export and etl end where the system takes no folder', () => {
    for (const part of ['export', 'etl']) {
      const { status, stderr } = run([part, log, '--out', '/proc/nope'], { timeout: 30_000 });
      expect(stderr).toContain('No folder can be made there: /proc/nope. Name another folder with --out.');
      expect(status).toBe(3);
    }
  });

  it('open names a port that is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, said } = await new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(process.execPath, ['--import', emptyPage, command, 'open', log, '--port', String(port)], {
        env: { ...process.env, LC_ALL: 'C' },
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      child.on('exit', (code) => resolve({ code, said }));
    });
    server.close();
    expect(said).toContain(`Port ${port} of this machine is in use. Choose another with --port`);
    expect(said).not.toMatch(/^ +at /m);
    expect(code).toBe(3);
  });

  it('a fault of the kit exits with 70; its stack is shown with --debug only', () => {
    const faults = `
      const real = JSON.stringify;
      JSON.stringify = (...args) => { if (args[2] === 2) throw new TypeError('boom'); return real(...args); };
    `;
    const quiet = run(['formats', '--json'], { faults });
    expect(quiet).toMatchObject({ status: 70, stdout: '' });
    expect(quiet.stderr).toContain('Stopped by a fault of the kit: boom. Please report it');
    expect(quiet.stderr).not.toMatch(/^ +at /m);
    expect(run(['formats', '--json', '--debug'], { faults }).stderr).toMatch(/^ +at /m);
  });
});

describe('files that are not logs', () => {
  it.each([
    ['that are not there', (path: string) => path, 'There is no such file or folder.'],
    ['that are empty', (path: string) => written(path, ''), 'The file is empty. Name the log itself.'],
    ['of no format', (path: string) => written(path, 'milk'), 'No adapter knows the file.'],
  ])('%s are named with the reason; without any log the command exits with 3', async (_, make, reason) => {
    const { status, stdout, stderr } = await runInHere(['export', make(join(folder, 'shopping.txt')), '--out', folder]);
    expect(stderr).toContain(`shopping.txt: ${reason}`);
    expect(stderr).toContain('None of the files is a log that the kit knows.');
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  });

  it('are not blamed where a folder has no files at all', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { status, stderr } = await runInHere(['export', empty, '--out', folder]);
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 3, stderr: 'No files found. Check the path.' });
  });

  it('that are not there are named before anything is served', async () => {
    const { status, stderr } = await runInHere(['serve', join(folder, 'nowhere'), '--no-browser']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^There is no such file or folder: .*nowhere\. Check the path\.\n$/);
  });

  it('write no control sequences, line breaks or secrets of their names to the terminal', async () => {
    const secret = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_');
    const name = `evil\u001b[2J\u0007\n${secret}.txt`;
    writeFileSync(join(folder, name), 'milk');
    for (const part of ['open', 'export', 'etl']) {
      const { stdout, stderr } = await runInHere(
        [part, join(folder, name), '--out', join(folder, 'out')].slice(0, part === 'open' ? 2 : 4),
      );
      expect(stdout + stderr).toContain('evil');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
      expect(stdout + stderr).not.toContain(secret);
      expect(stdout + stderr).not.toMatch(/^ghp_/m);
    }
    for (const args of [['events', `${name}x`], ['wf', 'time', `${name}x`], ['check', `${name}x`], [`${name}x`]]) {
      const { stdout, stderr } = await runInHere(args);
      expect(stderr).toContain('evil');
      expect(stderr.trimEnd()).not.toContain('\u001b');
      expect(stdout + stderr).not.toContain(secret);
      expect(stdout + stderr).not.toMatch(/^ghp_|^REDACTED/m);
    }
  });
});

describe('open', () => {
  it('serves what the ETL makes of a log, and leaves no files when it ends', async () => {
    const args = ['--import', emptyPage, command, 'open', samples, '--json', '--no-browser'];
    const child = spawn(process.execPath, args, { env: { ...process.env, LC_ALL: 'C', TMPDIR: folder } });
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith('\n}\n')) resolve(text);
      });
      child.on('exit', (code) => reject(new Error(`It ended with ${code}.`)));
    });
    const { url, sessions } = JSON.parse(said) as { url: string; sessions: { session_id: string; format: string }[] };
    expect(new Set(sessions.map(({ format }) => format)).size).toBeGreaterThan(5);
    let contents = 0;
    for (const [at, { session_id }] of sessions.entries()) {
      const session = await (await fetch(`${url}${at + 1}/session.json`)).text();
      expect(JSON.parse(session)).toMatchObject({ session_id });
      for (const [, name = ''] of session.matchAll(/"path":\s*"[^"/]+\.content\/([^"/]+)"/g)) {
        const { status, headers } = await fetch(`${url}${at + 1}/contents/${name}`, {
          headers: { range: 'bytes=0-0' },
        });
        expect([status, headers.get('content-length')], name).toEqual([206, '1']);
        contents += 1;
      }
    }
    expect(contents).toBeGreaterThan(3);
    expect(readdirSync(folder)).toHaveLength(1);
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('export', () => {
  it('sums up the conversion in one line, beside the paths', async () => {
    const { status, stdout, stderr } = await runInHere(['export', log, '--out', folder, '--markdown']);
    expect(stderr).toMatch(/^\d+ records, 0 dropped, \d+ secrets? masked$/m);
    expect(stdout.trim()).toBe(join(folder, readdirSync(folder)[0] ?? ''));
    expect(status).toBe(0);
  });

  it('says that runs of subagents lie beside a log that came alone', async () => {
    const alone = join(folder, 'alone.jsonl');
    writeFileSync(alone, readFileSync(withSubagents));
    const { stderr } = await runInHere(['export', alone, '--out', join(folder, 'alone.md')]);
    expect(stderr).toMatch(/, 2 runs of subagents not in these files: name the session’s whole folder, /);
  });

  it('reports what a torn log lost, and exits with 1 under --strict', async () => {
    const torn = join(folder, 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
    writeFileSync(torn, readFileSync(log).subarray(0, -200));
    const out = join(folder, 'out');
    const loose = await runInHere(['export', torn, '--out', out, '--markdown']);
    expect(loose.stderr).toMatch(/records, 1 dropped, /);
    expect(loose.status).toBe(0);
    expect((await runInHere(['export', torn, '--out', out, '--markdown', '--strict'])).status).toBe(1);
    expect(await runInHere(['open', torn, '--strict'])).toMatchObject({ status: 1, stdout: '' });
  });

  it('writes the named file, in the format of its extension', async () => {
    const path = join(folder, 'deep', 'report.md');
    expect((await runInHere(['export', log, '--out', path])).stdout.trim()).toBe(path);
    expect(readFileSync(path, 'utf8')).toMatch(/^# /);
    mkdirSync(join(folder, 'folder.md'));
    await runInHere(['export', log, '--markdown', '--out', join(folder, 'folder.md')]);
    expect(readdirSync(join(folder, 'folder.md'))).toHaveLength(1);
  });

  it('writes the changes as a patch, asked for by option or by file name', async () => {
    const ferry = 'data/sources/claude-code/projects/-home-noor-ferry-board';
    const path = join(folder, 'changes.patch');
    expect((await runInHere(['export', ferry, '--out', path])).stdout.trim()).toBe(path);
    const patch = readFileSync(path, 'utf8');
    expect(patch).toMatch(/^# Changes of session \S+\n# only in part, as far as the log tells: README\.md\n/);
    expect(patch.match(/^diff --git .*$/gm)).toHaveLength(6);
    const { stdout } = await runInHere(['export', ferry, '--patch', '--out', folder]);
    expect(readFileSync(stdout.trim(), 'utf8')).toBe(patch);
    expect((await runInHere(['export', ferry, '--patch', '--out', 'x.md'])).stderr).toContain(
      '--patch does not go with x.md.',
    );
  });

  it('lists with --json what it wrote, and from what', async () => {
    const { stdout } = await runInHere(['export', plans, '--out', folder, '--markdown', '--json']);
    const report = JSON.parse(stdout);
    expect(report.files).toHaveLength(4);
    expect(report.sessions[0]).toMatchObject({ format: 'planner', task_title: expect.any(String) });
    expect(report.formats[0].account).toMatchObject({ records: 4, dropped: 0 });
  });

  it('reads files in the format named for them, whatever they look like', async () => {
    const odd = join(folder, 'odd.txt');
    writeFileSync(odd, 'no banner here\n');
    expect((await runInHere(['export', odd, '--out', folder, '--markdown'])).status).toBe(3);
    expect((await runInHere(['export', odd, '--out', folder, '--markdown', '--format', 'codex-log'])).status).toBe(0);
  });
});

it('element writes into the folder named, or the file named', () => {
  const env = { NODE_OPTIONS: `--import ${emptyPage}` };
  const file = join(folder, 'replay.js');
  expect(run(['element', '--out', file], { env })).toMatchObject({ status: 0, stdout: `${file}\n` });
  expect(readFileSync(file, 'utf8')).toContain('agentReplayStyle');
  const inFolder = join(folder, 'site', 'agent-replay.js');
  expect(run(['element', '--out', join(folder, 'site')], { env })).toMatchObject({
    status: 0,
    stdout: `${inFolder}\n`,
  });
});

describe('check', () => {
  it('accepts sessions of the standard, and stores of Frago', async () => {
    const { status, stdout } = await runInHere(['check', 'data/sessions', 'data/sources/frago']);
    expect(stdout).toMatch(/^(\d+) of \1 conform to the standard\.$/m);
    expect(status).toBe(0);
  });

  it('reports what does not conform: where, what stands there and what is expected', async () => {
    const [name = ''] = readdirSync(join(repository, 'data/sessions')).filter((each) => each.includes('-report.json'));
    const session = JSON.parse(readFileSync(join(repository, 'data/sessions', name), 'utf8'));
    session.summary.tool_calls_count = 999;
    session.tool_calls[0].duration_ms = -5;
    writeFileSync(join(folder, 'bad.json'), JSON.stringify(session));
    writeFileSync(join(folder, 'broken.json'), '{"session_id": "x",\n "tool_calls": [}');
    const { status, stdout } = await runInHere([
      'check',
      '--strict',
      join(folder, 'bad.json'),
      join(folder, 'broken.json'),
    ]);
    expect(stdout).toMatch(/\/summary\/tool_calls_count .* There stands: 999\. Expected: \d+\./);
    expect(stdout).toContain('it is -5, expected is a number, 0 or more. Correct the field named. (schema-violation)');
    expect(stdout).toMatch(/2:17 The file is not valid JSON\./);
    expect(stdout).toContain('0 of 2 conform to the standard.');
    expect(status).toBe(1);
  });

  it('reports missing texts that a session refers to, as etl and export do, and accepts those that are there', async () => {
    const said = `${'a line of the report\n'.repeat(2000)}the end`;
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'cat report' } };
    const envelope = {
      sessionId: '5e55107a-0000-4000-8000-000000000001',
      cwd: '/',
      version: '2.0.0',
      isSidechain: false,
    };
    const record = (uuid: string, parentUuid: string | null, type: string, content: unknown) =>
      JSON.stringify({
        ...envelope,
        uuid,
        parentUuid,
        type,
        timestamp: '2026-02-01T10:00:00.000Z',
        message: { role: type, content },
      });
    const lines = [
      record('00000000-0000-4000-8000-000000000001', null, 'user', 'Show the report'),
      record('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'assistant', [call]),
      record('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 'user', [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: said },
      ]),
    ];
    const out = join(folder, 'out');
    expect((await runInHere(['etl', written(join(folder, 'long.jsonl'), lines.join('\n')), '--out', out])).status).toBe(
      0,
    );
    const [name = ''] = readdirSync(out).filter((each) => each.endsWith('.json'));
    const session = join(out, name);
    expect(await runInHere(['check', out])).toMatchObject({ status: 0 });

    const again = join(folder, 'again');
    const report: unknown = JSON.parse(
      (await runInHere(['etl', session, '--out', again, '--json', '--strict'])).stdout,
    );
    expect(report).toMatchObject({ dataLoss: 0, failures: [], unrecognised: [] });
    const contentsOf = (root: string) => readdirSync(join(root, name.replace('.json', '.content')));
    expect(contentsOf(again)).toEqual(contentsOf(out));
    expect(await runInHere(['export', session, '--out', join(folder, 'report.md'), '--strict'])).toMatchObject({
      status: 0,
    });

    rmSync(join(out, name.replace('.json', '.content')), { recursive: true });
    const { status, stdout } = await runInHere(['check', out]);
    expect(status).toBe(1);
    expect(stdout).toContain('missing-content');
    expect((await runInHere(['etl', session, '--out', join(folder, 'third'), '--strict'])).status).toBe(1);
    expect((await runInHere(['export', session, '--out', join(folder, 'again.md'), '--strict'])).status).toBe(1);
  });

  it('exits with 3 where there is nothing to check', async () => {
    expect(await runInHere(['check', join(folder, 'none.json')])).toMatchObject({ status: 3 });
    expect(await runInHere(['check', folder])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('no session to check'),
    });
  });
});

it('formats lists what is read, where the tools keep it, and what of it is on this machine', async () => {
  const sessions = join(folder, '.codex/sessions');
  cpSync(join(samples, 'codex-rollout'), sessions, { recursive: true });
  const env = { HOME: folder, USERPROFILE: folder, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' };
  const { stdout } = await runInHere(['formats'], { env });
  for (const { descriptor } of adapters) {
    const { id } = descriptor;
    expect(stdout).toMatch(new RegExp(`^${id}  `, 'm'));
  }
  expect(stdout).toMatch(new RegExp(`✓ ${sessions} \\(\\d+ files, newest \\d{4}-`));
  const { formats } = JSON.parse((await runInHere(['formats', '--json'], { env })).stdout);
  const kept = formats.find(({ format }: { format: string }) => format === 'codex-rollout').kept;
  expect(kept).toContainEqual({ path: sessions, files: expect.any(Number), newest: expect.any(String) });
});

describe('plans', () => {
  it('fails on an invalid line, unless asked not to', async () => {
    const bad = join(folder, 'bad.jsonl');
    writeFileSync(bad, `${readFileSync(plans, 'utf8').trimEnd()}\n{"question": 1}\n`);
    const validate = (...more: string[]) =>
      runInHere(['plans', 'validate', '--log-path', bad, '--output-dir', folder, ...more]);
    expect(await validate()).toMatchObject({ status: 1, stdout: expect.stringContaining('Validated 4 / 5 records') });
    expect((await validate('--exit-zero')).status).toBe(0);
  });

  it('reports an index out of range, and says which run was taken', async () => {
    const replay = (...more: string[]) =>
      runInHere(['plans', 'replay', '--log-path', plans, '--output-dir', folder, ...more]);
    const { status, stdout, stderr } = await replay('--index', '9');
    expect(stderr).toContain('There is no run 9: they go from 0 to 3, or from -1 to -4. Run 3 was taken.');
    expect(stdout).toContain('Replay index 3:');
    expect(status).toBe(1);
    expect((await replay('--index', '9', '--exit-zero')).status).toBe(0);
    expect(await replay('--index', '-4')).toMatchObject({ status: 0, stderr: '' });
  });

  it('says where no run is valid', async () => {
    const none = written(join(folder, 'none.jsonl'), '{"question": 1}\n');
    const { status, stdout } = await runInHere(['plans', 'replay', '--log-path', none, '--output-dir', folder]);
    expect(stdout).toContain('No run is valid, so that none was summed up.\n1 line is not valid: see ');
    expect(status).toBe(1);
  });
});
