import { expect, it } from 'vitest';
import { patchesOfChanges, summarizePatches } from '../../../src/adapters/codex-rollout/patches.ts';

const changes = {
  '/a.ts': { type: 'add', content: 'one\ntwo\n' },
  '/b.ts': { type: 'delete', content: 'gone' },
  '/c.ts': {
    type: 'update',
    unified_diff: '@@ -3 +3,2 @@ f()\n-x\n+y\n+z\n\\ No newline at end of file\n',
    move_path: null,
  },
  '/d.ts': { type: 'update', unified_diff: '', move_path: '/e.ts' },
  '/f.ts': { type: 'add', unified_diff: '@@ -0,0 +1,1 @@\n+only\n' },
};

it('reads the change applied to each file', () => {
  expect(patchesOfChanges(changes)).toEqual([
    {
      path: '/a.ts',
      change: 'added',
      hunks: [{ old_start: 0, old_lines: 0, new_start: 1, new_lines: 2, lines: ['+one', '+two'] }],
    },
    {
      path: '/b.ts',
      change: 'deleted',
      hunks: [{ old_start: 1, old_lines: 1, new_start: 0, new_lines: 0, lines: ['-gone'] }],
    },
    {
      path: '/c.ts',
      change: 'modified',
      hunks: [{ old_start: 3, old_lines: 1, new_start: 3, new_lines: 2, lines: ['-x', '+y', '+z'], context: 'f()' }],
    },
    { path: '/d.ts', change: 'renamed', moved_to: '/e.ts' },
    {
      path: '/f.ts',
      change: 'added',
      hunks: [{ old_start: 0, old_lines: 0, new_start: 1, new_lines: 1, lines: ['+only'] }],
    },
  ]);
});

it('returns nothing for no changes', () => {
  expect(patchesOfChanges(undefined)).toEqual([]);
  expect(patchesOfChanges([])).toEqual([]);
  expect(patchesOfChanges({ '/a': 7 })).toEqual([{ path: '/a', change: 'modified' }]);
});

it('summarises patches in one line', () => {
  const patches = patchesOfChanges(changes);
  expect(summarizePatches([])).toBeUndefined();
  expect(summarizePatches(patches.slice(2, 3))).toBe('Edited /c.ts (+2 −1)');
  expect(summarizePatches(patches.slice(3, 4))).toBe('Renamed /d.ts → /e.ts (+0 −0)');
  expect(summarizePatches(patches)).toBe('Changed 5 files (+5 −2)');
});
