import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeKinds } from '../../../../src/components/shared/code/codePart.ts';
import {
  type GrammarName,
  grammarNames,
  grammarOfFence,
  grammarOfPath,
} from '../../../../src/components/shared/code/grammars.ts';
import { grammarLoaders, highlightCode } from '../../../../src/components/shared/code/highlightCode.ts';
import { isHighlightable } from '../../../../src/components/shared/code/useCodeLines.ts';
import { splitNumbers } from '../../../../src/session/text/lines.ts';

test.each(grammarNames)('the grammar %s loads, and its pieces join to the whole text', async (grammar) => {
  expect(Object.keys(grammarLoaders)).toContain(grammar);
  const text = '# tide\nconst a = "<b>&amp;" + 1; // \u6f6e\n\nfunction f() { return `x`; }\n';
  const lines = await highlightCode(text, grammar);
  expect(lines.map((parts) => parts.map((part) => part.text).join('')).join('\n')).toBe(text);
});

test('pieces have their kinds', async () => {
  const [line = []] = await highlightCode("export const at: number = offset('x', 60); // tide", 'typescript');
  const kinds = new Map(line.map(({ text, kind }) => [text, kind]));
  expect(kinds.get('export')).toBe('keyword');
  expect(kinds.get('offset')).toBe('name');
  expect(kinds.get("'x'")).toBe('string');
  expect(kinds.get('60')).toBe('number');
  expect(kinds.get('// tide')).toBe('comment');
  expect(kinds.get('number')).toBe('type');
});

test('a piece that spans several lines is coloured on each', async () => {
  const lines = await highlightCode('/* one\ntwo */ x', 'typescript');
  expect(lines.map(([first]) => first)).toEqual([
    { text: '/* one', kind: 'comment' },
    { text: 'two */', kind: 'comment' },
  ]);
});

test.each<[string, GrammarName | undefined]>([
  ['ts', 'typescript'],
  ['TSX', 'tsx'],
  ['sh', 'bash'],
  [' python ', 'python'],
  ['html', 'markup'],
  ['text', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
])('finds the grammar of a fence named %s', (name, grammar) => {
  expect(grammarOfFence(name)).toBe(grammar);
});

test.each<[string, GrammarName | undefined]>([
  ['/w/src/a.ts', 'typescript'],
  ['C:\\w\\a.PY', 'python'],
  ['Dockerfile', 'docker'],
  ['/w/Makefile', 'makefile'],
  ['/w/.env', 'ini'],
  ['/w/a.png', undefined],
  ['/w/README', undefined],
])('finds the grammar of the file %s', (path, grammar) => {
  expect(grammarOfPath(path)).toBe(grammar);
});

test.each([
  ['a usual one', 'const a = 1;\n'.repeat(700), true],
  ['one of too many lines', 'x\n'.repeat(801), false],
  ['one of too many characters', `${'x'.repeat(900)}\n`.repeat(60), false],
  ['one of a line too long', 'x'.repeat(1001), false],
  ['an empty one', '', false],
])('%s is coloured: %#', (_, text, expected) => {
  expect(isHighlightable(text)).toBe(expected);
});

test('line numbers before lines are not coloured as code', () => {
  expect(splitNumbers(['     1\u2192a', '    10\u2192', '   100\u2192b'])).toEqual({
    numbers: ['     1\u2192', '    10\u2192', '   100\u2192'],
    lines: ['a', '', 'b'],
  });
  expect(splitNumbers(['1\ta', 'b'])).toBeUndefined();
  expect(splitNumbers([])).toBeUndefined();
});

test('every kind has a weight, or a colour whose contrast is tested', () => {
  const css = readFileSync('src/components/shared/Code.css', 'utf8');
  const known = ['text-2', 'text-3', 'red', 'blue', 'orange', 'purple', 'green', 'gold', 'cyan'];
  for (const kind of codeKinds) {
    const rule = new RegExp(`\\[data-code="${kind}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
    const colour = /color: var\(--ark-code-[a-z]+, var\(--ark-([a-z0-9-]+)\)\)/.exec(rule)?.[1];
    expect(kind === 'strong' ? rule.includes('font-weight: 600') : known.includes(colour ?? '')).toBe(true);
  }
});
