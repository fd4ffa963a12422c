import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunkLines } from '../../../src/session/facts/fileChanges.ts';
import { FileContent } from '../../../src/session/facts/fileContent.ts';
import { knownBase, netChange } from '../../../src/session/facts/netChange.ts';

const at = { path: 'a.txt' };
const textOf = (content: FileContent, call: number): (string | undefined)[] =>
  content.stateAt(call).lines.map((line) => content.lines[line]?.text);

test('applies what a late reading shows to the content before the session too', () => {
  const content = new FileContent();
  content.patch(1, [
    {
      oldStart: 2,
      newStart: 2,
      lines: [
        { sign: '-', text: 'b' },
        { sign: '+', text: 'B' },
      ],
    },
  ]);
  expect(knownBase(content)).toBe('partial');
  expect(content.show(2, { first: 1, lines: ['a', 'B', 'c'], total: 3 })).toBe(false);
  expect(knownBase(content)).toBe('whole');
  expect(textOf(content, 0)).toEqual(['a', 'b', 'c']);
  expect(textOf(content, 1)).toEqual(['a', 'B', 'c']);
});

test('applies an edit at an unknown position once the file is seen', () => {
  const content = new FileContent();
  content.replace(1, [{ before: 'two', after: 'zwei' }], [{ lines: [{ sign: '+', text: 'zwei' }] }]);
  expect(content.loose).toHaveLength(1);
  expect(netChange(content, 1, at)).toMatchObject({ base: 'partial', isPartial: true });
  content.show(2, { first: 1, lines: ['one', 'zwei', 'three'], total: 3 });
  expect(content.loose).toEqual([]);
  expect(textOf(content, 0)).toEqual(['one', 'two', 'three']);
  expect(netChange(content, 1, at)).toMatchObject({ base: 'whole', isPartial: false, added: 1, removed: 1 });
});

test('knows nothing of a file that was only overwritten', () => {
  const content = new FileContent();
  content.write(1, 'new\n', { created: false });
  expect(netChange(content, 1, at)).toMatchObject({ base: 'unknown', change: 'written', isPartial: true });
});

test('attributes lines that no call wrote to the reading that shows them', () => {
  const content = new FileContent();
  content.show(1, { first: 1, lines: ['a', 'b'], total: 2 });
  expect(content.show(2, { first: 1, lines: ['a', 'x', 'b'], total: 3 })).toBe(true);
  const line = content.lines[content.stateAt(2).lines[1] as number];
  expect(line).toMatchObject({ text: 'x', writtenBy: 2, outside: true });
});

test('splits a hunk at unknown lines between known ones', () => {
  const content = new FileContent();
  content.show(1, { first: 1, lines: ['a'] });
  content.show(1, { first: 3, lines: ['c'] });
  content.patch(2, [
    {
      oldStart: 1,
      newStart: 1,
      lines: [
        { sign: '-', text: 'a' },
        { sign: '+', text: 'A' },
      ],
    },
    {
      oldStart: 3,
      newStart: 3,
      lines: [
        { sign: '-', text: 'c' },
        { sign: '+', text: 'C' },
      ],
    },
  ]);
  expect(hunkLines(netChange(content, 2, at))).toEqual(['@@ -1,1 +1,1 @@', '-a', '+A', '@@ -3,1 +3,1 @@', '-c', '+C']);
});

test('distinguishes a last line without a line break from the same line with one', () => {
  const content = new FileContent();
  content.show(1, { first: 1, lines: ['a', 'b'], total: 2 });
  const hunk = {
    oldStart: 1,
    newStart: 1,
    lines: [
      { sign: ' ', text: 'a' },
      { sign: '-', text: 'b', noBreak: true },
      { sign: '+', text: 'b' },
    ],
  } as const;
  content.patch(2, [hunk]);
  expect(hunkLines(netChange(content, 2, at))).toEqual([
    '@@ -1,2 +1,2 @@',
    ' a',
    '-b',
    '\\ No newline at end of file',
    '+b',
  ]);
});

const hasGit = spawnSync('git', ['--version']).status === 0;
const line = fc.constantFrom('', '}', 'if (x) {', '  run();', '    deep();', '  }', 'end', 'begin');

test.skipIf(!hasGit)('gives the hunks of git diff between two texts', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'net-change-'));
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  const write = (path: string, lines: readonly string[]): void =>
    writeFileSync(path, lines.map((each) => `${each}\n`).join(''));
  const lines = fc.array(line, { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      write(before, old);
      write(after, now);
      const { stdout } = spawnSync('git', ['diff', '--no-index', '-U3', before, after], { encoding: 'utf8' });
      const body = stdout.slice(stdout.indexOf('\n@@') + 1).replace(/\n$/, '');
      const told = stdout === '' ? '' : body.replace(/^@@.*$/gm, '@@');
      const content = new FileContent();
      content.show(0, { first: 1, lines: old, total: old.length });
      content.write(1, now.map((each) => `${each}\n`).join(''), { created: false });
      const ours = hunkLines(netChange(content, 1, at))
        .join('\n')
        .replace(/^@@.*$/gm, '@@');
      expect(ours).toBe(told);
    }),
    { numRuns: 60, seed: 20261122 },
  );
  rmSync(folder, { recursive: true, force: true });
});

test('replaces a text that begins with the blank first line of a file', () => {
  const content = new FileContent();
  content.show(0, { first: 1, lines: ['', 'a', 'b'], total: 3 });
  content.replace(1, [{ before: '\na', after: '\nA' }], []);
  expect(textOf(content, 1)).toEqual(['', 'A', 'b']);
});

test('replaces each of two places in a line', () => {
  const content = new FileContent();
  content.show(0, { first: 1, lines: ['old(old)', 'old'], total: 2 });
  content.replace(1, [{ before: 'old', after: 'new', all: true }], []);
  expect(textOf(content, 1)).toEqual(['new(new)', 'new']);
});

test('replaces one text after the other as an editor does', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '\n'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  const edits = fc.array(fc.record({ before: text, after: text, all: fc.boolean() }), { maxLength: 8 });
  const file = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba', ''), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(file, edits, (lines, list) => {
      const content = new FileContent();
      content.show(0, { first: 1, lines, total: lines.length });
      let now = lines.map((line) => `${line}\n`).join('');
      for (const [n, edit] of list.entries()) {
        const { before, after, all } = edit;
        const next = all ? now.replaceAll(before, () => after) : now.replace(before, () => after);
        // Without a line break before the next line, lines would be joined.
        if (!next.endsWith('\n') || (before.endsWith('\n') && !after.endsWith('\n'))) continue;
        content.replace(n + 1, [edit], []);
        now = next;
        expect(textOf(content, n + 1)).toEqual(now.split('\n').slice(0, -1));
        expect(content.removedBy(n + 1)).toBe(content.lines.filter(({ removedBy }) => removedBy === n + 1).length);
      }
    }),
    { numRuns: 300 },
  );
});
