import { newTokens } from '../session/internal.ts';
import { modelOfRun } from './folds/tokensAt.ts';
import { memoizeSteps } from './memoize.ts';
import { isPrompt, type ReplayItem } from './replayItem.ts';
import type { ReplayRun, SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';

/** A model's response to one request, and its usage. */
export interface ModelResponse {
  /** The item of its usage, as a position in `SessionIndex.items`. */
  readonly usage: number;
  /** The calls that it asked for, ascending. */
  readonly calls: readonly number[];
  /** Model name as in the log; absent where the log has none. */
  readonly model: string | undefined;
  /** See `newTokens`; undefined where the log does not state them. */
  readonly tokens: number | undefined;
}

/** The responses whose usage is in a log. */
export interface ModelResponses {
  /** Grouped by run, in order within each. */
  readonly all: readonly ModelResponse[];
  /** For each item of the session its response, as a position in `all`, or -1. */
  readonly ofItem: Int32Array;
  /** For each item the model in use then, as a position in `models`, or -1. */
  readonly modelOf: Int32Array;
  readonly models: readonly string[];
}

/**
 * Some logs write the usage of a response directly before the calls that it asks for. This time is too short for a model to answer again.
 */
const atOnceMs = 200;

/**
 * Assigns each call, answer and thought to a response. A usage covers what its run said and did since the previous usage, or since a
 * person's prompt; if that includes no call, it covers the calls that begin directly after it.
 */
export const responsesOf = memoizeSteps(function* (index: SessionIndex): Generator<undefined, ModelResponses> {
  const all: ModelResponse[] = [];
  const ofItem = new Int32Array(index.items.length).fill(-1);
  const modelOf = new Int32Array(index.items.length).fill(-1);
  const models: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (model: string | undefined): number => {
    if (model === undefined) return -1;
    const number = numbers.get(model) ?? models.push(model) - 1;
    numbers.set(model, number);
    return number;
  };
  for (const run of index.runs) {
    let model = modelOfRun(index, run.index);
    let current = numberOf(model);
    let since: number[] = [];
    for (const [n, at] of run.items.entries()) {
      if (n % itemsPerStep === itemsPerStep - 1) yield;
      const item = index.items[at] as ReplayItem;
      const named = item.is === 'event' ? namedModel(item) : undefined;
      if (named !== undefined && named !== model) {
        model = named;
        current = numberOf(model);
      }
      modelOf[at] = current;
      if (item.is === 'event' && item.event.type === 'usage') {
        if (!since.some((each) => isCall(index, each))) since = [...since, ...callsAtOnce(index, run, n)];
        const calls = since.filter((each) => isCall(index, each));
        for (const each of since) {
          ofItem[each] = all.length;
          modelOf[each] = current;
        }
        ofItem[at] = all.length;
        all.push({ usage: at, calls, model, tokens: newTokens(item.event.usage) });
        since = [];
      } else if (
        isPrompt(item) &&
        item.is === 'event' &&
        item.event.type === 'message' &&
        item.event.origin !== 'queued'
      ) {
        since = [];
      } else if (ofItem[at] === -1 && isGiven(item)) since.push(at);
    }
  }
  return { all, ofItem, modelOf, models };
});

/** Tokens of the response that an item belongs to; undefined where the log does not state them. */
export function tokensOfItem(index: SessionIndex, item: number): number | undefined {
  const { all, ofItem } = responsesOf(index);
  return all[ofItem[item] as number]?.tokens;
}

function namedModel(item: ReplayItem): string | undefined {
  if (item.is === 'call') return undefined;
  const { event } = item;
  return event.type === 'usage' || event.type === 'message' ? event.model : undefined;
}

function isCall({ items }: SessionIndex, at: number): boolean {
  return items[at]?.is === 'call';
}

/** Whether an item comes from the model: a call, an answer, a thought. */
function isGiven(item: ReplayItem): boolean {
  if (item.is === 'call') return true;
  return item.event.type === 'thinking' || (item.event.type === 'message' && item.event.role === 'assistant');
}

function callsAtOnce(index: SessionIndex, { items }: ReplayRun, usage: number): number[] {
  const calls: number[] = [];
  const latest = (index.starts[items[usage] as number] as number) + atOnceMs;
  for (const at of items.subarray(usage + 1)) {
    if (!isCall(index, at) || (index.starts[at] as number) > latest) break;
    calls.push(at);
  }
  return calls;
}
