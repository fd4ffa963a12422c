import { describe, expect, it } from 'vitest';
import { contextLinks, explainLink } from '../../../src/replay/index.ts';
import { indexCalls, type LinkCall } from './linkSession.ts';

function reasons(calls: readonly LinkCall[]) {
  const index = indexCalls(calls);
  return contextLinks(index).map((link) => explainLink(index, link));
}

describe('explainLink', () => {
  it('gives the first quoted line, and the changed file', () => {
    const text = 'export const first = readAll(1);\nexport const second = readAll(2);';
    expect(
      reasons([
        { tool: 'Read', params: { file_path: '/work/a.ts' }, text },
        { tool: 'Edit', category: 'action', params: { file_path: '/work/a.ts', old_string: text, new_string: '' } },
      ]),
    ).toEqual([
      [
        { kind: 'quote', lines: 2, text: 'export const first = readAll(1);' },
        { kind: 'file', path: '/work/a.ts' },
      ],
    ]);
  });

  it('names at most three words, and counts the rest', () => {
    const found = ['src/a/one.ts', 'src/b/two.ts', 'src/c/three.ts', 'src/d/four.ts'];
    const [[words] = []] = reasons([
      { tool: 'Glob', params: { pattern: '*' }, text: found.join('\n') },
      { tool: 'Bash', category: 'action', params: { command: `lint ${found.join(' ')}` } },
    ]);
    expect(words).toEqual({ kind: 'words', words: found.slice(0, 3), more: 1 });
  });

  it('gives no reasons for items that are no calls', () => {
    const index = indexCalls([]);
    expect(explainLink(index, { from: 0, to: 1, strength: 'weak', kinds: ['words'] })).toEqual([]);
  });
});
