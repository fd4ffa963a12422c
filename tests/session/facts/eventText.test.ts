import { expect, test } from 'vitest';
import { leadOf, wordsOfPerson } from '../../../src/session/facts/eventText.ts';
import { cpuMsOf } from '../../cpuTime.ts';

test.each([
  ['a link', 'See [the guide](docs/guide.md), then go on.', 'See the guide, then go on.'],
  ['a link with brackets and a title', '[Wiki](https://a.example/b_(c) "Title") says', 'Wiki says'],
  ['code as a link', 'Changed [`src/a.ts:12`](/src/a.ts#L12).', 'Changed src/a.ts:12.'],
  ['a picture', '![before](shot.png) and after', 'before and after'],
  ['a heading and bold words', '## Done\n**All** passed', 'Done.\nAll passed'],
  ['a rule before a bold heading', '---\n\n## **Done**\nAll passed', 'Done.\nAll passed'],
  ['a heading that ends with a mark', '# What now?\nNothing', 'What now?\nNothing'],
  ['a Chinese heading', '## 完成\n都通过了', '完成。\n都通过了'],
  ['an underlined heading and rules of stars', 'Done\n====\nAll\n* * *\npassed', 'Done\n\nAll\n\npassed'],
])('the beginning of a text has %s as words', (_, text, words) => {
  expect(leadOf(text)).toBe(words);
});

test.each(['handlers[name](event)', '[x] done (see below)', '[half a link](http://'])('%s is no link', (text) => {
  expect(leadOf(text)).toBe(text);
});

test.each([
  ['<environment_context>\n<cwd>/a</cwd>\n</environment_context>\n\nMend it', 'Mend it'],
  ['# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>\nBe kind\n</INSTRUCTIONS>\nMend it', 'Mend it'],
  ['<ide_opened_file>a.ts</ide_opened_file><system-reminder>x</system-reminder> Mend it', 'Mend it'],
  ['# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nMend it\n', 'Mend it'],
  ['## User Input\n\n```text\nMend it\n```\n\nYou **MUST** consider the user input before', 'Mend it'],
  ['[[ ## user_query ## ]]\n\nMend it', 'Mend it'],
  // nothing else is left, or the frame is not known
  ['## User Input\n\n```text\n\n```\n\nYou **MUST** consider the user input', undefined],
  ['<environment_context>only this</environment_context>', undefined],
  ['<environment_context>never ends', undefined],
  ['<task>Mend it</task>', undefined],
  ['# My plan\n\nMend it', undefined],
])('of the prompt %j the person wrote %j', (text, words) => expect(wordsOfPerson(text)).toBe(words ?? text));

test('finds what the person wrote in linear time', async () => {
  const took = (length: number): Promise<number> => {
    const text = '<system-reminder>'.repeat(length / 17);
    return cpuMsOf(() => {
      for (let n = 0; n < 50; n += 1) wordsOfPerson(text);
    });
  };
  await took(17_000);
  expect(await took(340_000)).toBeLessThan(100 * (await took(17_000)) + 50);
});
