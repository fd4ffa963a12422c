import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPatch, openRoot } from '../../examples/studio/server/applyPatch.ts';

let folder: string;
let root: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const text = (name: string): string => readFileSync(join(root, name), 'utf8');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ark apply 补丁-')));
  root = join(folder, 'repository');
  mkdirSync(join(root, 'src'), { recursive: true });
  git('init', '-q');
  writeFileSync(join(root, 'src/tides.ts'), 'one\ntwo\nthree\nfour\n');
  writeFileSync(join(root, 'src/twice.ts'), 'same\nother\nsame\n');
  writeFileSync(join(root, 'old 文件.txt'), 'gone\n');
  writeFileSync(join(root, 'src/open.ts'), 'one\ntwo\nlast');
  writeFileSync(join(root, 'logo.bin'), Buffer.from([1, 0, 2, 10]));
  writeFileSync(join(folder, 'outside.txt'), 'precious\n');
  symlinkSync('../outside.txt', join(root, 'link.txt'));
  symlinkSync('..', join(root, 'up'));
  git('add', '-A');
  git('-c', 'user.name=Reader', '-c', 'user.email=reader@example.org', 'commit', '-qm', 'Begin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (name: string, hunk = '@@ -2,1 +2,1 @@\n-two\n+zwei'): string => `--- a/${name}\n+++ b/${name}\n${hunk}`;

describe('applyPatch', () => {
  it('changes, creates and removes files, and stages nothing', () => {
    const made = '--- /dev/null\n+++ b/new/deep/file.ts\n@@ -0,0 +1,2 @@\n+a\n+b';
    const removed = '--- a/old 文件.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-gone';
    expect(applyPatch(root, [change('src/tides.ts'), made, removed].join('\n'))).toEqual({
      files: ['src/tides.ts', 'new/deep/file.ts', 'old 文件.txt'],
    });
    expect([text('src/tides.ts'), text('new/deep/file.ts')]).toEqual(['one\nzwei\nthree\nfour\n', 'a\nb\n']);
    expect(git('diff', '--cached', '--name-only')).toBe('');
    expect(git('-c', 'core.quotePath=false', 'status', '--porcelain')).toBe(
      ' D "old 文件.txt"\n M src/tides.ts\n?? new/\n',
    );
  });

  it('accepts the absolute path of a file inside, and finds lines whose position the log does not give', () => {
    const path = join(root, 'src/tides.ts');
    const patch = `--- ${path}\n+++ ${path}\n@@ @@\n-two\n+zwei\n+zwei und halb\n@@ @@\n-four\n+vier`;
    expect(applyPatch(root, patch)).toEqual({ files: ['src/tides.ts'] });
    expect(text('src/tides.ts')).toBe('one\nzwei\nzwei und halb\nthree\nvier\n');
  });

  it.each([
    ['a path out of the root', change('../outside.txt'), '../outside.txt is not inside'],
    ['a whole path elsewhere', '--- /etc/hosts\n+++ /etc/hosts\n@@ @@\n-a\n+b', '/etc/hosts is not inside'],
    ['a way through a link', change('up/outside.txt'), 'up is a link, which is not followed'],
    ['a link', change('link.txt'), 'link.txt is a link'],
    ['what belongs to git', '--- /dev/null\n+++ b/.GIT/hooks/post-commit\n@@ -0,0 +1 @@\n+x', 'belongs to git itself'],
    ['a quoted path', change('a"b\\056.txt'), 'no plain one'],
    ['a folder', change('src'), 'src is no file'],
    ['a binary file', change('logo.bin', '@@ @@\n-a\n+b'), 'logo.bin is a binary file'],
    ['a binary patch', `diff --git a/logo.bin b/logo.bin\nGIT binary patch\nliteral 3`, 'changes a binary file'],
    [
      'a link that it makes',
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+..',
      'does more than change text',
    ],
    ['a rename', '--- a/src/tides.ts\n+++ b/src/ebb.ts\n@@ -2,1 +2,1 @@\n-two\n+zwei', 'renames src/tides.ts'],
    ['a mode', 'old mode 100644\nnew mode 100755', 'does more than change text'],
    ['lines that stand elsewhere', change('src/tides.ts', '@@ -2,1 +2,1 @@\n-zwei\n+two'), 'It does not fit'],
    ['lines that stand twice', change('src/twice.ts', '@@ @@\n-same\n+new'), '2 times in src/twice.ts'],
    ['lines that stand nowhere', change('src/twice.ts', '@@ @@\n-none\n+new'), 'nowhere in src/twice.ts'],
    ['lines beside nothing', change('src/tides.ts', '@@ -1,0 +2,1 @@\n+new'), 'does not say beside which'],
    [
      'a hunk of other lengths',
      change('src/tides.ts', '@@ -2,1 +2,1 @@\n-two\n+zwei\n+drei'),
      'does not have the lines',
    ],
    [
      'a file that is there',
      '--- /dev/null\n+++ b/src/tides.ts\n@@ -0,0 +1 @@\n+x',
      'It does not fit: src/tides.ts: already exists',
    ],
    ['a file twice', `${change('src/tides.ts')}\n${change('src/tides.ts')}`, 'changes a file twice'],
    ['nothing', 'hello', 'does more than change text'],
  ])('refuses %s, and says why', (_, patch, why) => {
    const before = git('status', '--porcelain');
    const good = '--- a/old 文件.txt\n+++ b/old 文件.txt\n@@ -1 +1 @@\n-gone\n+here\n';
    for (const each of [patch, good + patch]) {
      expect(applyPatch(root, each)).toMatchObject({ refused: expect.stringContaining(why) });
      expect(git('status', '--porcelain')).toBe(before);
    }
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('precious\n');
  });

  it('refuses a file with uncommitted changes, staged ones and new files included', () => {
    writeFileSync(join(root, 'src/tides.ts'), 'one\ntwo\nthree\nfour\nfive\n');
    const refused = { refused: 'src/tides.ts has changes that are not committed. Commit or stash them first.' };
    expect(applyPatch(root, change('src/tides.ts'))).toEqual(refused);
    git('add', '-A');
    expect(applyPatch(root, change('src/tides.ts'))).toEqual(refused);
    writeFileSync(join(root, 'mine.ts'), 'two\n');
    expect(applyPatch(root, change('mine.ts'))).toMatchObject({ refused: expect.stringContaining('not committed') });
    expect(text('src/tides.ts')).toContain('two');
  });
});

describe('applyPatch to a file whose last line has no line feed', () => {
  it.each([
    ['its last line changed', '@@ -3,1 +3,1 @@\n-last\n+new', 'one\ntwo\nnew'],
    ['its last line changed, with what stands before', '@@ -2,2 +2,2 @@\n two\n-last\n+new', 'one\ntwo\nnew'],
    ['a line before the last changed', '@@ -2,2 +2,2 @@\n-two\n+zwei\n last', 'one\nzwei\nlast'],
    ['a line added behind the last', '@@ -3,1 +3,2 @@\n last\n+more', 'one\ntwo\nlast\nmore'],
    ['lines added around the last', '@@ -3,1 +3,3 @@\n+less\n last\n+more', 'one\ntwo\nless\nlast\nmore'],
    ['its last line removed', '@@ -2,2 +2,1 @@\n two\n-last', 'one\ntwo\n'],
    ['the place of the change not said', '@@ @@\n-two\n-last\n+end', 'one\nend'],
    ['another line changed', '@@ -1,1 +1,1 @@\n-one\n+eins', 'eins\ntwo\nlast'],
    ['its end said by the log', '@@ -3,1 +3,1 @@\n-last\n\\ No newline at end of file\n+new', 'one\ntwo\nnew\n'],
  ])('handles %s', (_, hunk, after) => {
    expect(applyPatch(root, change('src/open.ts', hunk))).toEqual({ files: ['src/open.ts'] });
    expect(text('src/open.ts')).toBe(after);
  });

  it('removes the file', () => {
    const hunk = '@@ -1,3 +0,0 @@\n-one\n-two\n-last';
    expect(applyPatch(root, `--- a/src/open.ts\n+++ /dev/null\n${hunk}`)).toEqual({ files: ['src/open.ts'] });
    expect(git('status', '--porcelain')).toBe(' D src/open.ts\n');
  });
});

it('applyPatch finds many equal lines among many more in one pass', { timeout: 10_000 }, () => {
  const lines = (count: number, line: string): string => `${line}\n`.repeat(count);
  writeFileSync(join(root, 'src/equal.ts'), `${lines(200_000, 'x')}end\n`);
  git('add', '-A');
  git('-c', 'user.name=Reader', '-c', 'user.email=reader@example.org', 'commit', '-qm', 'Equal lines');
  const hunk = (last: string): string => `@@ @@\n${lines(100_000, ' x')}-${last}\n+new`;
  expect(applyPatch(root, change('src/equal.ts', hunk('x')))).toEqual({
    refused: 'The lines to change stand 100000 times in src/equal.ts, and the log does not say where.',
  });
  expect(applyPatch(root, change('src/equal.ts', hunk('none')))).toMatchObject({
    refused: expect.stringContaining('nowhere'),
  });
  expect(applyPatch(root, change('src/equal.ts', hunk('end')))).toEqual({ files: ['src/equal.ts'] });
  expect(text('src/equal.ts')).toBe(`${lines(200_000, 'x')}new\n`);
});

describe('openRoot', () => {
  it('accepts only the top folder of a repository', () => {
    expect(openRoot(root)).toBe(root);
    for (const each of [folder, join(root, 'src')])
      expect(() => openRoot(each)).toThrow('is not the top folder of a git');
  });
});
