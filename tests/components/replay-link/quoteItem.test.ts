import { expect, test } from 'vitest';
import { quoteItem } from '../../../src/components/replay-link/quoteItem.ts';
import { indexSession, type ReplayItem } from '../../../src/replay/index.ts';
import type { FilePatch } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const { items } = indexSession(
  sessionFromText(`
    0:00     user: See <b>this</b>\u202e ![pixel](https://evil.example/p.png)
    0:05     Bash(pnpm test) 2s failed: 2 tests failed
    0:09     thinking:
    0:10     Edit(a.ts) 1s
  `),
);
const quote = (at: number, address?: string): string =>
  quoteItem(items[at] as ReplayItem, { name: 'You: [a](b)', time: '0:00', address });

test('a message is a quote of which nothing is active', () => {
  expect(quote(0, 'https://host.example/#t=1')).toBe(
    '[0:00 \u00b7 You: &#91;a&#93;(b)](<https://host.example/#t=1>)\n\n> See &lt;b>this&lt;/b> !&#91;pixel](https://evil.example/p.png)\n',
  );
});

test('a call is its command and what it printed, each as code inside the quote', () => {
  expect(quote(1)).toBe(
    '**0:00 \u00b7 You: &#91;a&#93;(b)**\n\n> ```sh\n> pnpm test\n> ```\n>\n> ```\n> 2 tests failed\n> ```\n',
  );
});

test('a change is its difference', () => {
  const [, , , item] = items;
  if (item?.is !== 'call') throw new Error('The last item is a call.');
  const lines = [' same', '-was', '+is'];
  const patches: FilePatch[] = [
    { path: 'a.ts', change: 'modified', hunks: [{ old_start: 1, old_lines: 2, new_start: 1, new_lines: 2, lines }] },
  ];
  const call = { ...item.call, output: { ...item.call.output, result: { patches } } };
  expect(quoteItem({ ...item, call }, { name: 'Edit a.ts', time: '0:10' })).toBe(
    '**0:10 \u00b7 Edit a.ts**\n\n> ```diff\n>  same\n> -was\n> +is\n> ```\n',
  );
});

test('an item without a text is its line alone, and an address cannot end the link', () => {
  expect(quote(2, 'https://host.example/a b>')).toBe(
    '[0:00 \u00b7 You: &#91;a&#93;(b)](<https://host.example/a%20b%3E>)\n',
  );
});
