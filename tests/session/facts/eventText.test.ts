import { expect, test } from 'vitest';
import { leadOf } from '../../../src/session/facts/eventText.ts';

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
