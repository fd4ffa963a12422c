import { expect, test } from 'vitest';
import { withoutMarks } from '../../src/session/text/markdown.ts';

test.each([
  ['## Task: **mend** the `tide` table', 'Task: mend the tide table'],
  ['one\n### two', 'one\ntwo'],
  ['<!-- Describe it\nhere --># Title', '# Title'],
  ['Look at src/**/*.ts and docs/**/*.md', 'Look at src/**/*.ts and docs/**/*.md'],
  ['mend __init__.py', 'mend __init__.py'],
  ['2 ** 3 ** 4', '2 ** 3 ** 4'],
])('%s', (text, shown) => {
  expect(withoutMarks(text)).toBe(shown);
});

test('takes a long text of marks at the speed of its length', () => {
  const text = `${'<!--'.repeat(2000)}${' **a'.repeat(2000)}`;
  expect(withoutMarks(text)).toBe(text);
});
