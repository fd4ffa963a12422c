import { describe, expect, it } from 'vitest';
import { createOpenCalls } from '../../../src/adapters/frago/calls.ts';

const call = (seq: number, more: { id?: string; uuid?: string } = {}) => ({
  seq,
  name: 'Read',
  path: undefined,
  id: more.id,
  uuid: more.uuid,
});

describe('calls that wait for results', () => {
  it('finds a call by its id, whatever the order', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { id: 'a' }));
    calls.add(call(2, { id: 'b' }));
    expect(calls.take('b', undefined)).toMatchObject({ call: { seq: 2 }, guessed: false });
    expect(calls.has('b')).toBe(false);
    expect(calls.take('a', 'b')).toMatchObject({ call: { seq: 1 }, guessed: false });
  });

  it('finds a call by the record that the result follows', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { uuid: 'r1' }));
    calls.add(call(2, { uuid: 'r2' }));
    expect(calls.take(undefined, 'r1')).toMatchObject({ call: { seq: 1 }, guessed: false });
    expect(calls.take(undefined, 'r2')).toMatchObject({ call: { seq: 2 }, guessed: false });
  });

  it('guesses by order in a chain of parallel calls', () => {
    const calls = createOpenCalls();
    for (const seq of [1, 2, 3]) calls.add(call(seq, { uuid: `r${seq}` }));
    expect(calls.take(undefined, 'r3')).toMatchObject({ call: { seq: 1 }, guessed: true });
    expect(calls.take(undefined, 'result')).toMatchObject({ call: { seq: 2 }, guessed: true });
    expect(calls.take(undefined, 'result')).toMatchObject({ call: { seq: 3 }, guessed: true });
    expect(calls.take(undefined, 'r3')).toBeUndefined();
  });

  it('gives the results of one record to its calls: only the first has an id', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { id: 'a', uuid: 'r' }));
    calls.add(call(2, { uuid: 'r' }));
    expect(calls.take('b', 'r')).toMatchObject({ call: { seq: 2 }, guessed: false });
    expect(calls.take('a', 'r')).toMatchObject({ call: { seq: 1 }, guessed: false });
  });

  it('gives a result of an unknown id to no call that has another id', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { id: 'a', uuid: 'r' }));
    expect(calls.take('z', 'r')).toBeUndefined();
  });
});
