import { describe, expect, it } from 'vitest';
import {
  createCommandReader,
  readScript,
  startsWithShell,
} from '../../../../src/adapters/codex-log/grammar/commands.ts';
import { readFileNames, readLineLimit } from '../../../../src/adapters/codex-log/scan/nestedLog.ts';

describe('readScript', () => {
  it.each([
    ["bash -lc 'ls -la'", 'ls -la'],
    ['bash -lc ls', 'ls'],
    ['bash -lc ls -R', 'ls -R'],
    [`/bin/zsh -lc "sed -n '1,20p' a.ts"`, "sed -n '1,20p' a.ts"],
    [`bash -lc "rg -n '"'^## '"' a.md"`, "rg -n '^## ' a.md"],
    [String.raw`bash -lc "echo \"\$HOME\" \\ 'x'"`, String.raw`echo "$HOME" \ 'x'`],
    ["bash -lc 'a\nb'", 'a\nb'],
    [String.raw`"C:\\WINDOWS\\powershell.exe" -NoProfile -Command 'Get-Content a'`, 'Get-Content a'],
    ['cmd.exe /c dir', 'dir'],
    ['git status', 'git status'],
    ["bash -lc 'never closed", "bash -lc 'never closed"],
    ['', ''],
  ])('reads %s', (command, script) => expect(readScript(command)).toBe(script));
});

describe('createCommandReader', () => {
  it.each([
    ["bash -lc 'ls' in /srv", "bash -lc 'ls'"],
    ["bash -lc 'cd /a in /b' in /srv", "bash -lc 'cd /a in /b'"],
    [String.raw`powershell -Command 'x' in C:\work`, `powershell -Command 'x'`],
    ['bash -lc ls in .', 'bash -lc ls'],
    ['bash -lc ls in /srv/in progress', 'bash -lc ls'],
  ])('finds the directory of %s', (line, command) => {
    expect(line.slice(0, createCommandReader().feed(line))).toBe(command);
  });

  it('waits for the closing quote', () => {
    const reader = createCommandReader();
    expect(reader.feed("bash -lc 'for x in /a; do")).toBeUndefined();
    expect(reader.feed("done in /b' in /srv")).toBe("done in /b'".length);
  });

  it.each(['bash -lc x', '/usr/bin/zsh -c x', '"C:\\\\pwsh.exe" -Command x', 'cmd /c x'])(
    'recognises a shell in %s',
    (line) => expect(startsWithShell(line)).toBe(true),
  );
  it.each(['bash', 'the shell bash runs', 'git -c x'])('recognises none in %s', (line) =>
    expect(startsWithShell(line)).toBe(false),
  );
});

describe('readLineLimit', () => {
  it.each([
    ["sed -n '1,220p' a.md", { lines: 220, alone: true }],
    ["nl -ba a.md | sed -n '10,19p'", { lines: 10, alone: true }],
    ['tail -n 120 a.md', { lines: 120, alone: true }],
    ['head -40 a.md', { lines: 40, alone: true }],
    ['Get-Content a.md -TotalCount 30', { lines: 30, alone: true }],
    ["wc -l a && sed -n '1,160p' a", { lines: 160, alone: false }],
    ['cat a.md', undefined],
    ["sed -n '9,1p' a", undefined],
  ])('reads %s', (script, limit) => expect(readLineLimit(script)).toEqual(limit));

  it('reads a script of more numbers than a call takes arguments', () => {
    expect(readLineLimit('head -9\n'.repeat(200_000))).toEqual({ lines: 9, alone: false });
  });

  it('names the files of a script', () => {
    expect(readFileNames("sed -n '1,2p' docs/a.md | rg x ./b.log")).toEqual(['docs/a.md', './b.log']);
    expect(readFileNames('a'.repeat(1_000_000))).toEqual([]);
  });
});
