import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordIndex } from '../../../src/adapters/claude-code/run.ts';
import { cpuMsOf } from '../../cpuTime.ts';

describe('RecordIndex', () => {
  it('names each item that a prompt leaves behind once', () => {
    const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, (parents) => {
        const index = new RecordIndex();
        const named = new Set<number>();
        const expected = new Set<number>();
        for (const [at, choice] of parents.entries()) {
          const parent = choice % (at + 1);
          for (const seq of index.leftBehind(String(parent), at)) {
            expect(named.has(seq)).toBe(false);
            named.add(seq);
          }
          if (parent > 0) for (let seq = parent + 1; seq <= at; seq += 1) expected.add(seq);
          index.note(String(at + 1), at + 1, at + 1, true);
        }
        expect([...named].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
      }),
    );
  });

  it('keeps the usage of the reply that a prompt goes back to', () => {
    const index = new RecordIndex();
    index.note('prompt', 1, 1, true);
    index.note('reply', 2, 2, true);
    index.noteUsage(3);
    index.note('wrong', 4, 4, true);
    index.note('answer', 5, 5, true);
    index.noteUsage(6);
    expect([...index.leftBehind('reply', 6)]).toEqual([4, 5, 6]);
    expect([...index.leftBehind('prompt', 6)]).toEqual([2, 3]);
  });

  it('takes linear time for a log that rewinds again and again', async () => {
    const index = new RecordIndex();
    const count = 100_000;
    for (let seq = 1; seq <= count; seq += 1) index.note(String(seq), seq, seq, true);
    let named = 0;
    const took = await cpuMsOf(() => {
      for (let seq = count - 1; seq > 0; seq -= 1) for (const _ of index.leftBehind(String(seq), count)) named += 1;
      for (let seq = 1; seq < count; seq += 1) for (const _ of index.leftBehind(String(seq), count)) named += 1;
    });
    expect(named).toBe(count - 1);
    expect(took).toBeLessThan(2_000);
  });
});
