import { expect, test } from 'vitest';
import { titleOfPrompt } from '../../../src/adapters/assemble/promptTitles.ts';
import { cpuMsOf } from '../../cpuTime.ts';

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
  ['Implement the following plan:\n\n# Plan: Close the gaps\n\n## Context\nMany.', 'Close the gaps'],
  ['Implement the following plan:\n\nClose the gaps.', 'Close the gaps.'],
  ['Please execute this plan\n# Context\nThere are gaps.', 'There are gaps.'],
  ['Work through this:\n\n## Close the gaps', 'Close the gaps'],
  ['请处理：\n# 补上缺口', '补上缺口'],
  ['Repeat this word:\ntide', 'Repeat this word:'],
  ['Repeat this word:', 'Repeat this word:'],
  ['# Plan for the gaps', 'Plan for the gaps'],
  ['## User Input\n\n```text\nClose the gaps.\n```', 'Close the gaps.'],
  ['[trimmed for length]\nClose the gaps.', 'Close the gaps.'],
  ['[[ ## query ## ]]\n\nWhat is high water?', 'What is high water?'],
  ['[Image #1]', ''],
  ['[Image #1] What is that?', '[Image #1] What is that?'],
  ['[The table](table.md) is wrong', '[The table](table.md) is wrong'],
  ['<file path="a.md" />\nClose the gaps.', 'Close the gaps.'],
  ['<user_query>Close the gaps.</user_query>', 'Close the gaps.'],
  ['<command-name>/review</command-name>\nthe gaps', 'the gaps'],
  ['/clear\nClose the gaps.', 'Close the gaps.'],
  ['/review the gaps', '/review the gaps'],
  ['/init', '/init'],
  ['/srv/tide.log is empty', '/srv/tide.log is empty'],
  ['---\n***\nClose the gaps.', 'Close the gaps.'],
])('makes of %j the title %j', (prompt, title) => {
  expect(titleOfPrompt(prompt)).toBe(title);
});

test('truncates a long line', () => {
  expect(titleOfPrompt(`<task>\n${'a'.repeat(200)}`)).toHaveLength(80);
});

test.each(['[', '<a ', '/a', '`', '[a]\n', 'plan:\n', '<a>'])(
  'takes little time over %j many times over',
  async (part) => {
    const prompt = part.repeat(200_000);
    expect(await cpuMsOf(() => titleOfPrompt(prompt))).toBeLessThan(3000);
  },
);
