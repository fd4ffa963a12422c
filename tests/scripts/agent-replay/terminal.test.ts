import { describe, expect, it } from 'vitest';
import { columnsOf, createTerminal, languageOf, pathFromHere } from '../../../scripts/agent-replay/terminal.ts';

/** A terminal that keeps what is written. */
function fake({
  env = {},
  isTTY = true,
  columns = 0,
}: {
  env?: NodeJS.ProcessEnv;
  isTTY?: boolean;
  columns?: number;
} = {}) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY,
    columns,
    hasColors: () => true,
    write: (text: string) => {
      written[name] += text;
      return true;
    },
  });
  const process = { stdout: stream('stdout'), stderr: stream('stderr'), stdin: { isTTY }, env };
  const terminal = createTerminal({ language: 'en', process: process as unknown as NodeJS.Process });
  return { terminal, written };
}

describe('colours', () => {
  it('are shown on a terminal', () => {
    const { terminal, written } = fake();
    terminal.print(terminal.paint('bold', 'title'));
    terminal.say('wrong', 'red');
    expect(written).toEqual({ stdout: '\u001b[1mtitle\u001b[22m\n', stderr: '\u001b[31mwrong\u001b[39m\n' });
  });

  it.each([
    ['with NO_COLOR', { env: { NO_COLOR: '1' } }],
    ['with NO_COLOR, whatever else is asked for', { env: { NO_COLOR: '1', FORCE_COLOR: '3' } }],
    ['in a pipe', { isTTY: false }],
  ])('are not shown %s', (_, surroundings) => {
    const { terminal, written } = fake(surroundings);
    terminal.print(terminal.paint('bold', 'title'));
    terminal.say('wrong', 'red');
    expect(written).toEqual({ stdout: 'title\n', stderr: 'wrong\n' });
  });
});

describe('what a terminal writes', () => {
  it("contains no control characters but the kit's colours", () => {
    const { terminal, written } = fake();
    terminal.print('a\u001b[2Jb\u0007\u202ec\nd');
    terminal.say('a\u001b]0;title\u0007b\rc');
    expect(written.stdout).toBe('a\uFFFD[2Jb\uFFFD\uFFFDc\nd\n');
    expect(written.stderr).toBe('a\uFFFD]0;title\uFFFDb\uFFFDc\n');
  });

  it("contains a log's lines and tabs, and nothing that a terminal obeys", () => {
    const { terminal, written } = fake();
    const graphics = '\u001b_Ga=d\u001b\\';
    const hidden = '\u001b\u001b[0m]0;title\u0007';
    terminal.quote(`a\tb\r\n\u001b[31mc${graphics}${hidden}\rd\u202ee`);
    expect(written.stdout).toMatch(/^a\tb\nc[^\n]*d\uFFFDe\n$/);
    expect(written.stdout).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
  });

  it('takes linear time, whatever sequences a log begins', () => {
    const { terminal, written } = fake();
    for (const begun of ['\u001b]', '\u001b]8;;a', '\u001b_']) terminal.quote(begun.repeat(300_000));
    expect(written.stdout).not.toContain('\u001b');
  });

  it("contains a log's text as it is in a pipe", () => {
    const { terminal, written } = fake({ isTTY: false });
    terminal.quote('a\u001b[31m\r\nb');
    expect(written.stdout).toBe('a\u001b[31m\r\nb\n');
  });

  it('contains no secrets where it is about progress', () => {
    const { terminal, written } = fake();
    const secret = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_');
    terminal.say(`There is no file ${secret}.txt`);
    expect(written.stderr).not.toContain(secret);
  });
});

it('width is that of the terminal, or COLUMNS, or unlimited', () => {
  expect(fake({ columns: 50 }).terminal.width).toBe(50);
  expect(fake({ env: { COLUMNS: '60' } }).terminal.width).toBe(60);
  expect(fake().terminal.width).toBe(Number.POSITIVE_INFINITY);
  expect([columnsOf('abc'), columnsOf('会话'), columnsOf('\u001b[1mx\u001b[22m')]).toEqual([3, 4, 1]);
});

it.each([
  [[], { LANG: 'zh_CN.UTF-8' }, 'zh'],
  [[], { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en'],
  [[], { LANG: 'de_DE.UTF-8' }, 'en'],
  [['etl', '--language', 'en'], { LANG: 'zh_CN' }, 'en'],
  [['--language=zh', 'etl'], {}, 'zh'],
  [['etl', '--', '--language', 'zh'], { LANG: 'C' }, 'en'],
])('languageOf %j with %j is %s', (argv, env, language) => expect(languageOf(argv, env)).toBe(language));

it('pathFromHere shortens paths below the current folder', () => {
  expect(pathFromHere('.')).toBe('.');
  expect(pathFromHere('data/sessions')).toBe('data/sessions');
  expect(pathFromHere('/elsewhere/x')).toBe('/elsewhere/x');
});

it('groups the digits of figures as a locale would', () => {
  const { terminal } = fake();
  for (const value of [0, 7, 999, 1000, 12_345, 1_234_567.25, 0.5, 2.71459, 9_007_199_254_740_991, -1234, -123456]) {
    expect(terminal.figure(value)).toBe(value.toLocaleString('en-US'));
  }
});
