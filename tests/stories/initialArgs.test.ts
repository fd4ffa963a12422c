import { expect, test } from 'vitest';
import { initialArgs } from '../../.storybook/initialArgs.ts';

test('a story is drawn anew when a control changes what counts only at first, and only then', () => {
  const args = { defaultLayout: 'unified', startAt: 'top', layout: 'bar', onDefault: undefined };
  const first = initialArgs(args);
  expect(initialArgs({ ...args, layout: 'card' })).toBe(first);
  expect(initialArgs({ ...args, defaultLayout: 'split' })).not.toBe(first);
  expect(initialArgs({ ...args, startAt: 'playhead' })).not.toBe(first);
});
