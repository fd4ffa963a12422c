import { contextAt } from '../folds/tokensAt.ts';
import { memoizeSteps } from '../memoize.ts';
import { responsesOf } from '../responses.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { itemsPerStep } from '../slices.ts';
import type { SessionMs } from '../timeAxis.ts';

/** A figure that changes along a session: each value holds from its item to the next item. */
export interface LanePlot {
  /** The items that set a value, as ascending positions in `SessionIndex.items`. */
  readonly items: Uint32Array;
  /** NaN from where the value is no longer known. */
  readonly values: Float64Array;
  /** The largest value. */
  readonly most: number;
  /** The upper limit, where the log states one. */
  readonly limit: number | undefined;
}

/** The figures that can be plotted along a session; absent where its log does not state them. */
export interface LanePlots {
  /** Tokens in the context of the session's own agent; a compaction shows as a cliff. */
  readonly context: LanePlot | undefined;
  /** Tokens so far of all agents, as `newTokens` counts them. */
  readonly tokens: LanePlot | undefined;
}

/** Computes the plots of a session; computed once. */
export const lanePlots = memoizeSteps(function* (index: SessionIndex): Generator<undefined, LanePlots> {
  const context = yield* contextPlot(index);
  yield* responsesOf.steps(index);
  return { context, tokens: tokensPlot(index) };
});

function* contextPlot(index: SessionIndex): Generator<undefined, LanePlot | undefined> {
  const items: number[] = [];
  const values: number[] = [];
  for (const [n, at] of (index.runs[0]?.items ?? new Uint32Array()).entries()) {
    if (n % itemsPerStep === 0) yield;
    const item = index.items[at];
    if (item?.is !== 'event') continue;
    const { event } = item;
    if (event.type !== 'usage' && !(event.type === 'notice' && event.kind === 'compaction')) continue;
    const { tokens = Number.NaN } = contextAt(index, { item: at, at: index.starts[at] as SessionMs });
    items.push(at);
    values.push(tokens);
  }
  return plotOf(items, values, contextLimit(index));
}

function tokensPlot(index: SessionIndex): LanePlot | undefined {
  const responses = responsesOf(index).all.filter(({ tokens }) => tokens !== undefined);
  responses.sort((a, b) => a.usage - b.usage);
  let sum = 0;
  const values = responses.map(({ tokens = 0 }) => {
    sum += tokens;
    return sum;
  });
  return plotOf(
    responses.map(({ usage }) => usage),
    values,
    undefined,
  );
}

/** Undefined where fewer than two values are known, which make no curve. */
function plotOf(items: readonly number[], values: readonly number[], limit: number | undefined): LanePlot | undefined {
  const known = values.filter((value) => !Number.isNaN(value));
  const most = known.reduce((so, value) => Math.max(so, value), 0);
  if (known.length < 2 || most === 0) return undefined;
  return { items: Uint32Array.from(items), values: Float64Array.from(values), most, limit };
}

/** Maximum number of tokens in the model's context, where the log states it. */
function contextLimit({ session }: SessionIndex): number | undefined {
  for (const extension of Object.values(session.extensions ?? {})) {
    if (typeof extension !== 'object' || extension === null || !('model_context_window' in extension)) continue;
    const limit = extension.model_context_window;
    if (typeof limit === 'number' && limit > 0) return limit;
  }
  return undefined;
}
