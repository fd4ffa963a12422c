import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWaitingLine } from '../../../src/adapters/codex-log/createWaitingLine.ts';

const step = fc.oneof(
  fc.record({ is: fc.constant('add' as const), key: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ is: fc.constant('take' as const), key: fc.constantFrom('a', 'b', 'c') }),
  fc.constant({ is: 'takeOldest' as const, key: '' }),
);

describe('createWaitingLine', () => {
  it('returns the same as a list searched from its start', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const line = createWaitingLine<number>();
        const list: { key: string; value: number }[] = [];
        for (const [value, { is, key }] of steps.entries()) {
          if (is === 'add') {
            line.add(key, value);
            list.push({ key, value });
          } else {
            const at = is === 'take' ? list.findIndex((each) => each.key === key) : 0;
            const [expected] = at === -1 ? [] : list.splice(at, 1);
            expect(is === 'take' ? line.take(key) : line.takeOldest()).toBe(expected?.value);
          }
          expect(line.size).toBe(list.length);
          expect(line.count('a')).toBe(list.filter((each) => each.key === 'a').length);
        }
      }),
    );
  });
});
