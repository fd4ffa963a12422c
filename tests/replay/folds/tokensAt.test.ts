import { describe, expect, it } from 'vitest';
import {
  contextAt,
  endOf,
  indexSession,
  positionOf,
  startOf,
  tokensApartAt,
  tokensAt,
} from '../../../src/replay/index.ts';
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

const drawn = `
  @ model model-a
  0:00 user: a
  0:01 usage(model-b): input 10, output 5, cache_read 100, cache_write 20
  0:02 Task(b) 1m
    0:03 usage(model-c): input 7
  0:04 usage: output 9
  0:05 notice(compaction): 130 -> 40
  0:06 notice(compaction): done
  0:07 usage: input 50
`;

describe('contextAt', () => {
  const index = indexSession(sessionFromText(drawn));

  it('gives the size of the latest request, without output, and ignores a response alone', () => {
    expect(contextAt(index, startOf(index))).toEqual({ model: 'model-a' });
    expect(contextAt(index, positionOf(index, 1))).toEqual({ tokens: 130, item: 1, model: 'model-b' });
    expect(contextAt(index, positionOf(index, 4))).toEqual({ tokens: 130, item: 1, model: 'model-b' });
  });

  it('drops at a compaction, and is unknown if the compaction states no size', () => {
    expect(contextAt(index, positionOf(index, 5))).toMatchObject({ tokens: 40, item: 5 });
    expect(contextAt(index, positionOf(index, 6))).toEqual({ model: 'model-b' });
    expect(contextAt(index, endOf(index))).toMatchObject({ tokens: 50, item: 7 });
  });

  it('gives each agent its own context', () => {
    expect(contextAt(index, endOf(index), 1)).toEqual({ tokens: 7, item: 3, model: 'model-c' });
  });

  it('gives no model that was only inferred', () => {
    const session = sessionFromText('@ model unknown\n0:00 user: a');
    session.inferred = ['agent.model_id'];
    const guessed = indexSession(session);
    expect(contextAt(guessed, endOf(guessed))).toEqual({});
  });
});
