import { expect, test } from 'vitest';
import { titleOfPrompt } from '../../../src/adapters/assemble/titleOfPrompt.ts';

test.each([
  ['Fix the tide table.\nIt is an hour off.', 'Fix the tide table.'],
  ['\n  \n<task>\nClose the gaps.\n</task>', 'Close the gaps.'],
  ['<system-reminder>\n</system-reminder>\n', ''],
  ['5b0f7a52-7c3e-4e0b-9c56-2f6f8f6c1a11', ''],
  ['5b0f7a52-7c3e-4e0b-9c56-2f6f8f6c1a11 is wrong', '5b0f7a52-7c3e-4e0b-9c56-2f6f8f6c1a11 is wrong'],
  ['<b>bold</b> is kept', '<b>bold</b> is kept'],
  ['# Close the gaps\n\nAll of them.', 'Close the gaps'],
  ['##\n#12 is open', '#12 is open'],
  ['', ''],
])('makes of %j the title %j', (prompt, title) => {
  expect(titleOfPrompt(prompt)).toBe(title);
});

test('truncates a long line', () => {
  expect(titleOfPrompt(`<task>\n${'a'.repeat(200)}`)).toHaveLength(80);
});
