import { describe, expect, it } from 'vitest';
import { endOf, indexSession, positionOf, startOf, tokensApartAt, tokensAt } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    0:00 user: a
    0:01 usage: input 10, output 5
    0:02 Task(b) 1m
      0:03 usage: output 100, cost_usd 0.5
    0:04 usage: input 1, output 2, cache_read 300
  `),
);

describe('tokensAt', () => {
  it('adds up usage so far by kind, without kinds that were never stated', () => {
    expect(tokensAt(index, startOf(index))).toEqual({});
    expect(tokensAt(index, positionOf(index, 3))).toEqual({ input: 10, output: 105, cost_usd: 0.5 });
    expect(tokensAt(index, endOf(index))).toEqual({ input: 11, output: 107, cache_read: 300, cost_usd: 0.5 });
  });

  it('adds up a single run', () => {
    expect(tokensAt(index, endOf(index), 0)).toEqual({ input: 11, output: 7, cache_read: 300 });
    expect(tokensAt(index, endOf(index), 1)).toEqual({ output: 100, cost_usd: 0.5 });
  });
});

describe('tokensApartAt', () => {
  it('adds up the main agent and its subagents separately', () => {
    expect(tokensApartAt(index, endOf(index))).toEqual({
      main: { input: 11, output: 7, cache_read: 300 },
      inner: { output: 100, cost_usd: 0.5 },
    });
    expect(tokensApartAt(index, positionOf(index, 1))).toEqual({ main: { input: 10, output: 5 }, inner: {} });
  });
});
