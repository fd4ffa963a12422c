import { describe, expect, it } from 'vitest';
import { createOpenCalls } from '../../../src/adapters/frago/calls.ts';

const call = (seq: number, more: { id?: string; uuid?: string } = {}) => ({
  seq,
  name: 'Read',
  path: undefined,
  id: more.id,
  uuid: more.uuid,
});

describe('calls waiting for results', () => {
  it('are found by id, whatever the order', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { id: 'a' }));
    calls.add(call(2, { id: 'b' }));
    expect(calls.take('b', undefined)).toMatchObject({ call: { seq: 2 }, guessed: false });
    expect(calls.has('b')).toBe(false);
    expect(calls.take('a', 'b')).toMatchObject({ call: { seq: 1 }, guessed: false });
  });

  it('are found by the record that the result follows', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { uuid: 'r1' }));
    calls.add(call(2, { uuid: 'r2' }));
    expect(calls.take(undefined, 'r1')).toMatchObject({ call: { seq: 1 }, guessed: false });
    expect(calls.take(undefined, 'r2')).toMatchObject({ call: { seq: 2 }, guessed: false });
  });

  it('are matched by order in a chain of parallel calls', () => {
    const calls = createOpenCalls();
    for (const seq of [1, 2, 3]) calls.add(call(seq, { uuid: `r${seq}` }));
    expect(calls.take(undefined, 'r3')).toMatchObject({ call: { seq: 1 }, guessed: true });
    expect(calls.take(undefined, 'result')).toMatchObject({ call: { seq: 2 }, guessed: true });
    expect(calls.take(undefined, 'result')).toMatchObject({ call: { seq: 3 }, guessed: true });
    expect(calls.take(undefined, 'r3')).toBeUndefined();
  });

  it('get the results of their record, in which only the first has an id', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { id: 'a', uuid: 'r' }));
    calls.add(call(2, { uuid: 'r' }));
    expect(calls.take('b', 'r')).toMatchObject({ call: { seq: 2 }, guessed: false });
    expect(calls.take('a', 'r')).toMatchObject({ call: { seq: 1 }, guessed: false });
  });

  it('do not get a result with an unknown id if they have another one', () => {
    const calls = createOpenCalls();
    calls.add(call(1, { id: 'a', uuid: 'r' }));
    expect(calls.take('z', 'r')).toBeUndefined();
  });
});
