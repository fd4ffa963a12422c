import { expect, test } from 'vitest';
import { isAside } from '../../../src/components/message-card/isAside.ts';
import { clipText } from '../../../src/components/shared/text/clipText.ts';
import { message } from '../../../stories/data/builders.ts';

test('a short message is whole, a long one clipped by lines', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `${at}`).join('\n');
  expect(clipText(lines(48))).toEqual({ text: lines(48), hidden: 0 });
  expect(clipText(lines(49))).toEqual({ text: lines(32), hidden: 17 });
});

test.each([
  ['user', undefined, false],
  ['assistant', 'teammate', false],
  ['user', 'shell', false],
  ['user', 'context', true],
  ['user', 'background_task', true],
  ['system', undefined, true],
] as const)('a message of %s, origin %s, is an aside: %s', (role, origin, aside) => {
  expect(isAside(message(role, 'x', origin === undefined ? {} : { origin }))).toBe(aside);
});
