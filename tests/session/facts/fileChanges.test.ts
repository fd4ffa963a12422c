import { expect, test } from 'vitest';
import { parsePatchText, patchesOfChanges } from '../../../src/adapters/codex-rollout/patches.ts';
import { countChanges, fileChanges } from '../../../src/session/facts/fileChanges.ts';
import { isPlaced, unifiedPatch } from '../../../src/session/facts/unifiedPatch.ts';
import { createBuilders } from '../../../stories/data/builders.ts';
import { edit, editWithoutPatch, readFile, write } from '../../../stories/data/calls.ts';

const { call } = createBuilders();

test('patches of the log come first, with their numbers', () => {
  const [change] = fileChanges(edit);
  expect(change).toMatchObject({ change: 'modified', hunks: [{ oldStart: 1, newStart: 1 }] });
  expect(countChanges(fileChanges(edit))).toEqual({ added: 3, removed: 5 });
});

test('without a patch, each replacement is a hunk without numbers', () => {
  const [change] = fileChanges(editWithoutPatch);
  expect(change?.hunks).toHaveLength(2);
  expect(change?.hunks.every(({ newStart }) => newStart === undefined)).toBe(true);
  expect(countChanges(fileChanges(editWithoutPatch))).toEqual({ added: 2, removed: 1 });
});

test('a write adds every line, and says that it does not know what was there', () => {
  expect(fileChanges(write)[0]).toMatchObject({ change: 'written' });
  expect(countChanges(fileChanges(write))).toEqual({ added: 4, removed: 0 });
});

test('a patch that does not say how a file changed is filled from what the call asked for', () => {
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
])('%s changes nothing that is known', (_, item) => {
  expect(fileChanges(item)).toEqual([]);
});

test('a line without a sign is kept as context', () => {
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

test('a patch that names no places gets no numbers, and its text claims none', () => {
  const patches = parsePatchText('*** Update File: a.md\n@@\n same\n-old\n+new\n@@ def f():\n+more');
  const changes = fileChanges(call('apply_patch', 'action', { result: { patches } }));
  expect(changes[0]?.hunks.flatMap(Object.keys)).toEqual(['lines', 'lines']);
  expect(unifiedPatch(changes)).toBe('--- a/a.md\n+++ b/a.md\n@@ @@\n same\n-old\n+new\n@@ @@\n+more');
  expect(isPlaced(changes)).toBe(false);
});

test('a whole file that was added or deleted has its place', () => {
  const added = parsePatchText('*** Add File: a.md\n+one\n+two');
  const deleted = patchesOfChanges({ 'b.md': { type: 'delete', content: 'one\n' } });
  const changes = fileChanges(call('apply_patch', 'action', { result: { patches: [...added, ...deleted] } }));
  expect(isPlaced(changes)).toBe(true);
  expect(unifiedPatch(changes)).toBe(
    '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,2 @@\n+one\n+two\n--- a/b.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one',
  );
});

test('a change is written as a unified diff', () => {
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
