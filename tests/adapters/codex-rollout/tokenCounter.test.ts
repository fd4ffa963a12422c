import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../../../src/adapters/codex-rollout/thread.ts';

const total = (input: number, cached: number, output: number) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  reasoning_output_tokens: 0,
  total_tokens: input + output,
});

describe('createTokenCounter', () => {
  it('returns the increase of each total, without the cached input', () => {
    const counter = createTokenCounter();
    expect(counter.count(total(100, 60, 10))).toEqual({
      input: 40,
      output: 10,
      cache_read: 60,
      reasoning: 0,
      total: 110,
    });
    expect(counter.count(total(100, 60, 10))).toBeUndefined();
    expect(counter.count(total(150, 80, 15))).toMatchObject({ input: 30, output: 5, cache_read: 20, total: 55 });
  });

  it('restarts if the total falls', () => {
    const counter = createTokenCounter();
    counter.skip(total(1000, 0, 100));
    expect(counter.count(total(70, 20, 7))).toMatchObject({ input: 50, output: 7 });
  });

  it('counts a response once, whether a total or a record has it first', () => {
    const usage = total(100, 60, 10);
    const first = createTokenCounter();
    expect(first.count(usage)).toBeDefined();
    expect(first.add(usage)).toBeUndefined();
    const second = createTokenCounter();
    expect(second.add(usage)).toBeDefined();
    expect(second.count(usage)).toBeUndefined();
    expect(second.add(usage)).toBeDefined();
  });

  it('adds up to the last total, however often totals are repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(50), fc.nat(3)), { maxLength: 20 }), (steps) => {
        const counter = createTokenCounter();
        let [input, output, stated] = [0, 0, 0];
        for (const [moreInput, moreOutput, repeats] of steps) {
          input += moreInput;
          output += moreOutput;
          for (let time = 0; time <= repeats; time += 1) stated += counter.count(total(input, 0, output))?.output ?? 0;
        }
        expect(stated).toBe(output);
      }),
    );
  });
});
