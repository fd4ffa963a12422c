import { describe, expect, it } from 'vitest';
import { openMargin } from '../../../src/session/carrier/openMargin.ts';

describe('openMargin', () => {
  it('says nothing where there is nothing to say', () => {
    expect(openMargin({}).fields()).toEqual({});
  });

  it('keeps values at their paths, and names what is inferred once', () => {
    const margin = openMargin({});
    margin.keep(['output', 'status'], 'odd');
    margin.keep(['output', 'result', 'list', 2], 'third');
    margin.infer('status', 'agent.model_id');
    margin.infer('status');
    expect(margin.fields()).toEqual({
      inferred: ['status', 'agent.model_id'],
      extensions: { std001: { output: { status: 'odd', result: { list: { 2: 'third' } } } } },
    });
  });

  it('adds to what is there, and leaves it alone', () => {
    const carrier = { inferred: ['a'], extensions: { other: { x: 1 }, std001: { output: { status: 'old' } } } };
    const before = structuredClone(carrier);
    const margin = openMargin(carrier);
    margin.keep(['output', 'error'], 'e');
    margin.infer('b');
    expect(margin.fields()).toEqual({
      inferred: ['a', 'b'],
      extensions: { other: { x: 1 }, std001: { output: { status: 'old', error: 'e' } } },
    });
    expect(carrier).toEqual(before);
  });

  it('overwrites nothing: another value of one name gets a number', () => {
    const margin = openMargin({ extensions: { std001: { status: 'old', output: 'text' } } });
    margin.keep(['status'], 'new');
    margin.keep(['status'], 'newest');
    margin.keep(['output', 'status'], 'x');
    margin.keep(['output', 'error'], 'y');
    expect(margin.fields().extensions).toEqual({
      std001: {
        status: 'old',
        'status~2': 'new',
        'status~3': 'newest',
        output: { status: 'x', error: 'y' },
        'output~2': 'text',
      },
    });
  });

  it('keeps fields of its own that have another type', () => {
    expect(openMargin({ inferred: 'x', extensions: 7 }).fields()).toEqual({
      extensions: { std001: { inferred: 'x', extensions: 7 } },
    });
    expect(openMargin({ extensions: { std001: 'text' } }).fields()).toEqual({
      extensions: { std001: { std001: 'text' } },
    });
  });

  it('takes `__proto__` for a key like any other', () => {
    const margin = openMargin({});
    margin.keep(['__proto__', 'polluted'], true);
    const kept = margin.fields().extensions?.std001 as object;
    expect(Object.keys(kept)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });
});
