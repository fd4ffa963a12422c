import { expect, test } from 'vitest';
import { parsePatchText, patchesOfChanges } from '../../../src/adapters/codex-rollout/patches.ts';
import { countChanges, fileChanges, haveLineNumbers, unifiedPatch } from '../../../src/session/facts/fileChanges.ts';
import { createBuilders } from '../../../stories/data/builders.ts';
import { edit, editWithoutPatch, readFile, write } from '../../../stories/data/calls.ts';

const { call } = createBuilders();

test('prefers the patches of the log, with their line numbers', () => {
  const [change] = fileChanges(edit);
  expect(change).toMatchObject({ change: 'modified', hunks: [{ oldStart: 1, newStart: 1 }] });
  expect(countChanges(fileChanges(edit))).toEqual({ added: 3, removed: 5 });
});

test('gives each replacement as a hunk without line numbers where there is no patch', () => {
  const [change] = fileChanges(editWithoutPatch);
  expect(change?.hunks).toHaveLength(2);
  expect(change?.hunks.every(({ newStart }) => newStart === undefined)).toBe(true);
  expect(countChanges(fileChanges(editWithoutPatch))).toEqual({ added: 2, removed: 1 });
});

test('gives every line of a write as added, and marks the content before it as unknown', () => {
  expect(fileChanges(write)[0]).toMatchObject({ change: 'written' });
  expect(countChanges(fileChanges(write))).toEqual({ added: 4, removed: 0 });
});

test.each([
  ['edit', { filePath: 'a', oldString: 'one', newString: 'two', replaceAll: true }],
  ['edit', { path: 'a', edits: [{ oldText: 'one', newText: 'two' }] }],
  ['StrReplaceFile', { path: 'a', edit: { old: 'one', new: 'two' } }],
  ['write', { command: 'str_replace', path: 'a', old_str: 'one', new_str: 'two' }],
])('knows the texts of a replacement under every name that editors give them: %s %o', (tool, params) => {
  const [change] = fileChanges(call(tool, 'action', { params }));
  expect(change).toMatchObject({ path: 'a', change: 'modified' });
  expect(change?.hunks).toMatchObject([
    {
      lines: [
        { sign: '-', text: 'one' },
        { sign: '+', text: 'two' },
      ],
    },
  ]);
});

test('fills a patch without hunks from what the call asked for', () => {
  const asked = { file_path: 'a.ts', content: 'one\ntwo\n' };
  const added = call('Write', 'action', { params: asked, result: { patches: [{ path: 'a.ts', change: 'added' }] } });
  expect(fileChanges(added)).toMatchObject([{ path: 'a.ts', change: 'added' }]);
  expect(countChanges(fileChanges(added))).toEqual({ added: 2, removed: 0 });
  const gone = call('shell', 'action', { result: { patches: [{ path: 'b.ts', change: 'deleted' }] } });
  expect(fileChanges(gone)).toEqual([{ path: 'b.ts', change: 'deleted', hunks: [] }]);
});

test.each([
  ['a read', readFile],
  ['an edit of nothing', call('Edit', 'action', { params: { file_path: '/a' } })],
  ['a write without text', call('Write', 'action', { params: { file_path: '/a', content: 3 } })],
  ['a change of no file', call('Edit', 'action', { params: { old_string: 'a', new_string: 'b' } })],
])('finds no known change in %s', (_, item) => {
  expect(fileChanges(item)).toEqual([]);
});

test('keeps a line without a sign as context', () => {
  const patches = [
    {
      path: 'a',
      change: 'modified' as const,
      hunks: [
        { old_start: 1, old_lines: 1, new_start: 1, new_lines: 1, lines: ['-a', '+b', '\\ No newline at end of file'] },
      ],
    },
  ];
  const [change] = fileChanges(call('Edit', 'action', { result: { patches } }));
  expect(change?.hunks[0]?.lines.at(-1)).toEqual({ sign: '+', text: 'b', noBreak: true });
});

test('gives no line numbers to a patch without positions, and claims none in its text', () => {
  const patches = parsePatchText('*** Update File: a.md\n@@\n same\n-old\n+new\n@@ def f():\n+more');
  const changes = fileChanges(call('apply_patch', 'action', { result: { patches } }));
  expect(changes[0]?.hunks.flatMap(Object.keys)).toEqual(['lines', 'lines']);
  expect(unifiedPatch(changes)).toBe('--- a/a.md\n+++ b/a.md\n@@ @@\n same\n-old\n+new\n@@ @@\n+more');
  expect(haveLineNumbers(changes)).toBe(false);
});

test('knows the position of a file that was added or deleted as a whole', () => {
  const added = parsePatchText('*** Add File: a.md\n+one\n+two');
  const deleted = patchesOfChanges({ 'b.md': { type: 'delete', content: 'one\n' } });
  const changes = fileChanges(call('apply_patch', 'action', { result: { patches: [...added, ...deleted] } }));
  expect(haveLineNumbers(changes)).toBe(true);
  expect(unifiedPatch(changes)).toBe(
    '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,2 @@\n+one\n+two\n--- a/b.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one',
  );
});

test('writes a change as a unified diff', () => {
  expect(
    unifiedPatch([
      {
        path: 'src/a.ts',
        change: 'modified',
        hunks: [
          {
            oldStart: 3,
            newStart: 3,
            lines: [
              { sign: ' ', text: 'kept' },
              { sign: '-', text: 'old' },
              { sign: '+', text: 'new' },
              { sign: '+', text: 'more' },
            ],
          },
        ],
      },
      { path: 'b.ts', change: 'renamed', movedTo: 'c.ts', hunks: [] },
      { path: 'gone.ts', change: 'deleted', hunks: [{ lines: [{ sign: '-', text: 'x' }] }] },
    ]),
  ).toBe(
    [
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -3,2 +3,3 @@',
      ' kept',
      '-old',
      '+new',
      '+more',
      '--- a/b.ts',
      '+++ b/c.ts',
      '--- a/gone.ts',
      '+++ /dev/null',
      '@@ @@',
      '-x',
    ].join('\n'),
  );
});
