import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { columnsOf } from '../../../scripts/agent-replay/terminal.ts';
import { adapters } from '../../../src/adapters/index.ts';
import { testFolder } from '../../helpers/testFolder.ts';
import { command, emptyPage, failing, runAgentReplay as run, runInHere, samples, written } from './runAgentReplay.ts';

const log = join(samples, 'claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
const plans = join(samples, 'planner/plans.jsonl');

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

const own = testFolder();

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
    const { status, stdout, stderr } = run(args, { cwd: own.path });
    expect(stderr).toContain(sentence);
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 });
    expect(readdirSync(own.path)).toEqual([]);
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
    const out = join(own.path, 'out');
    const { status, stdout, stderr } = run(['export', log, '--out', out, '--markdown'], { faults });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  it('export and etl name a file that stands where a folder should be', () => {
    const file = join(own.path, 'taken');
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
  const noneIsLog = 'None of the files is a log that the kit knows.';

  it.each([
    ['that are not there', (path: string) => path, 'There is no such file or folder.', 'No log was read.'],
    ['that are empty', (path: string) => written(path, ''), 'The file is empty. Name the log itself.', noneIsLog],
    ['of no format', (path: string) => written(path, 'milk'), 'No adapter knows the file.', noneIsLog],
  ])('%s are named with the reason; without any log the command exits with 3', async (_, make, reason, ending) => {
    const { status, stdout, stderr } = await runInHere([
      'export',
      make(join(own.path, 'shopping.txt')),
      '--out',
      own.path,
    ]);
    expect(stderr).toContain(`shopping.txt: ${reason}`);
    expect(stderr).toContain(ending);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  });

  it('are not blamed where a folder has no files at all', async () => {
    const empty = join(own.path, 'empty');
    mkdirSync(empty);
    const { status, stderr } = await runInHere(['export', empty, '--out', own.path]);
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 3, stderr: 'No files found. Check the path.' });
  });

  it('that are not there are named before anything is served', async () => {
    const { status, stderr } = await runInHere(['serve', join(own.path, 'nowhere'), '--no-browser']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^There is no such file or folder: .*nowhere\. Check the path\.\n$/);
  });

  it('write no control sequences, line breaks or secrets of their names to the terminal', async () => {
    const secret = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_');
    const name = `evil\u001b[2J\u0007\n${secret}.txt`;
    writeFileSync(join(own.path, name), 'milk');
    for (const part of ['open', 'export', 'etl']) {
      const { stdout, stderr } = await runInHere(
        [part, join(own.path, name), '--out', join(own.path, 'out')].slice(0, part === 'open' ? 2 : 4),
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

it('formats lists what is read, where the tools keep it, and what of it is on this machine', async () => {
  const sessions = join(own.path, '.codex/sessions');
  cpSync(join(samples, 'codex-rollout'), sessions, { recursive: true });
  const env = { HOME: own.path, USERPROFILE: own.path, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' };
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

it('a wrong call ends with 2, also where nobody reads what it says', async () => {
  const child = spawn(process.execPath, [command, 'wf'], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.destroy();
  expect(await new Promise((ended) => child.on('exit', ended))).toBe(2);
});
