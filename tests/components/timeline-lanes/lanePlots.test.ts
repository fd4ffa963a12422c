import { expect, test } from 'vitest';
import { figuresOnAxis, holderAt, valueAt } from '../../../src/components/timeline-lanes/LanePlots.tsx';
import { indexSession, layoutLanes, type SessionIndex, timeShares } from '../../../src/replay/index.ts';
import { lanePlots } from '../../../src/replay/lanes/lanePlots.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = sessionFromText(`
  0:00 user: Go
  0:01 Read(a) 2s
  0:04 usage: input 100, output 20, cache_write 900
  0:05 Task(dig) 10s as explorer
    0:06 Grep(x) 1s
    0:08 usage: input 5000, output 1
  0:16 usage: input 50, output 30, cache_read 1000
  0:20 notice(compaction): 1050 -> 300
  0:25 usage: output 7, cache_read 400
  0:30 user: More
  0:31 assistant: Done`);
const index = indexSession(session);

function drawn(plot: 'context' | 'tokens', of: SessionIndex = index): [at: number, value: number][] {
  const { items, values } = lanePlots(of)[plot] ?? { items: [], values: [] };
  return Array.from(items, (item, n) => [of.starts[item] as number, values[n] as number]);
}

test("the context plot shows the session's own agent, and drops at a compaction", () => {
  expect(drawn('context')).toEqual([
    [4000, 1000],
    [16_000, 1050],
    [20_000, 300],
    [25_000, 400],
  ]);
  expect(lanePlots(index).context).toMatchObject({ most: 1050, limit: undefined });
});

test('tokens add up over all agents, without cache reads', () => {
  expect(drawn('tokens')).toEqual([
    [4000, 1020],
    [8000, 6021],
    [16_000, 6101],
    [25_000, 6108],
  ]);
});

test('the limit of the model is drawn only if the log has it', () => {
  const said = { ...session, extensions: { 'codex-rollout': { model_context_window: 258_400 } } };
  expect(lanePlots(indexSession(said)).context?.limit).toBe(258_400);
});

test('a log with no figures, or with only one, has no plot', () => {
  const one = indexSession(sessionFromText('0:00 Read(a) 1s\n0:01 usage: input 5'));
  expect(lanePlots(one)).toEqual({ context: undefined, tokens: undefined });
  const unknown = indexSession(sessionFromText('0:00 Read(a) 1s\n0:01 usage: output 5\n0:02 usage: output 6'));
  expect(lanePlots(unknown).context).toBeUndefined();
  expect(drawn('tokens', unknown)).toEqual([
    [1000, 5],
    [2000, 11],
  ]);
});

test('plot values and whom the session waited for are known at every offset', () => {
  const time = index.axes.squeezed;
  const { axis } = layoutLanes(index, time);
  const { band, plots } = figuresOnAxis(index, axis);
  const [context] = plots;
  if (band === undefined || context === undefined) throw new Error('Band and context are there');
  expect(valueAt(context, 3999)).toBeUndefined();
  expect([4000, 19_999, 20_000, 99_999].map((offset) => valueAt(context, offset))).toEqual([1000, 1050, 300, 400]);
  expect([500, 2000, 6000, 29_000].map((offset) => holderAt(band, offset))).toEqual([
    'model',
    'tools',
    'agents',
    'person',
  ]);
  const shares = timeShares(index);
  for (const holder of ['tools', 'agents', 'person', 'model'] as const) {
    const spans = band.holders.map((each, n) =>
      each === holder ? (band.to[n] as number) - (band.from[n] as number) : 0,
    );
    expect(spans.reduce((sum, ms) => sum + ms, 0)).toBe(shares[holder]);
  }
});
