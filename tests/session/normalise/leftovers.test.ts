import { describe, expect, it } from 'vitest';
import { openLeftovers } from '../../../src/session/normalise/leftovers.ts';

describe('openLeftovers', () => {
  it('adds no fields when there is nothing to keep', () => {
    expect(openLeftovers({}).fields()).toEqual({});
  });

  it('keeps values at their paths, and names inferred fields once', () => {
    const leftovers = openLeftovers({});
    leftovers.keep(['output', 'status'], 'odd');
    leftovers.keep(['output', 'result', 'list', 2], 'third');
    leftovers.infer('status', 'agent.model_id');
    leftovers.infer('status');
    expect(leftovers.fields()).toEqual({
      inferred: ['status', 'agent.model_id'],
      extensions: { std001: { output: { status: 'odd', result: { list: { 2: 'third' } } } } },
    });
  });

  it('adds to existing leftovers without changing them', () => {
    const owner = { inferred: ['a'], extensions: { other: { x: 1 }, std001: { output: { status: 'old' } } } };
    const before = structuredClone(owner);
    const leftovers = openLeftovers(owner);
    leftovers.keep(['output', 'error'], 'e');
    leftovers.infer('b');
    expect(leftovers.fields()).toEqual({
      inferred: ['a', 'b'],
      extensions: { other: { x: 1 }, std001: { output: { status: 'old', error: 'e' } } },
    });
    expect(owner).toEqual(before);
  });

  it('overwrites nothing: another value of the same name gets a number', () => {
    const leftovers = openLeftovers({ extensions: { std001: { status: 'old', output: 'text' } } });
    leftovers.keep(['status'], 'new');
    leftovers.keep(['status'], 'newest');
    leftovers.keep(['output', 'status'], 'x');
    leftovers.keep(['output', 'error'], 'y');
    expect(leftovers.fields().extensions).toEqual({
      std001: {
        status: 'old',
        'status~2': 'new',
        'status~3': 'newest',
        output: { status: 'x', error: 'y' },
        'output~2': 'text',
      },
    });
  });

  it('keeps the object’s own fields of another type', () => {
    expect(openLeftovers({ inferred: 'x', extensions: 7 }).fields()).toEqual({
      extensions: { std001: { inferred: 'x', extensions: 7 } },
    });
    expect(openLeftovers({ extensions: { std001: 'text' } }).fields()).toEqual({
      extensions: { std001: { std001: 'text' } },
    });
  });

  it('treats `__proto__` as an ordinary key', () => {
    const leftovers = openLeftovers({});
    leftovers.keep(['__proto__', 'polluted'], true);
    const kept = leftovers.fields().extensions?.std001 as object;
    expect(Object.keys(kept)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });
});
