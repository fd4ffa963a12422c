import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../../src/replay/folds/workdirAt.ts';

describe('resolvePath', () => {
  it.each([
    ['/work', 'app', '/work/app'],
    ['/work/app', '..', '/work'],
    ['/work', '../../..', '/'],
    ['/work', './a//b/./c', '/work/a/b/c'],
    ['/work', '/else/where/', '/else/where'],
    ['/work', '~/x', '~/x'],
    ['~', '..', '~'],
    ['.', 'app', 'app'],
    ['.', '../up', '../up'],
    ['app', '../..', '..'],
    ['.', '.', '.'],
    ['C:\\work', 'app\\src', 'C:\\work\\app\\src'],
    ['C:\\work', '..\\..\\..', 'C:'],
    ['C:\\work', 'D:/x', 'D:/x'],
    ['\\\\server\\share', 'x', '\\\\server\\share\\x'],
  ])('resolves from %s the path %s to %s', (folder, path, expected) => {
    expect(resolvePath(folder, path)).toBe(expected);
  });
});
