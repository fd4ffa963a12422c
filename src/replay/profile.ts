import type { Prices } from '../session/index.ts';
import { type Cost, type ResponseCosts, responseCosts } from './prices.ts';
import { type CallFacts, callFactsSteps, type Groups, groupSteps, type ProfileDimension } from './profileFacts.ts';
import { responsesOf } from './responses.ts';
import { exactTerm } from './search/query.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { finish } from './slices.ts';
import type { SessionMs } from './timeAxis.ts';

/** The figures of some calls. Calls that ran at once each count in full. */
export interface ProfileFigures {
  /** The calls, as ascending positions in `SessionIndex.items`. */
  readonly items: Uint32Array;
  readonly failed: number;
  /** Their total time in milliseconds, as far as the log states durations. */
  readonly totalMs: number;
  /** That time without the time of subagents that they started. */
  readonly selfMs: number;
  /** The 95th percentile of their durations; undefined where the log states none. */
  readonly p95Ms: number | undefined;
  /**
   * Tokens of the responses that asked for these calls, as `newTokens` counts them; a response that asked for several calls is shared out
   * evenly. When grouped by agent or model, tokens of all their responses. Undefined where the log states none.
   */
  readonly tokens: number | undefined;
  readonly cost: Cost | undefined;
  /** Lines that they added to and removed from files. */
  readonly added: number;
  readonly removed: number;
  /** Whether more lines were removed than `removed`, as in `LineChange`. */
  readonly moreRemoved: boolean;
}

/** Calls that have something in common. */
export interface ProfileRow extends ProfileFigures {
  /**
   * Name of the group as in the log; undefined for what has none: calls that touch no file, responses without a call, a run without a name.
   */
  readonly name: string | undefined;
  /** A query that finds exactly these calls; undefined where there is none. */
  readonly query: string | undefined;
}

/** Where the time, tokens and cost of a session went. */
export interface SessionProfile {
  readonly by: ProfileDimension;
  /** Longest time first. A call that touches two files counts in two rows, so the rows may add up to more than the total. */
  readonly rows: readonly ProfileRow[];
  readonly all: ProfileFigures;
  /** The calls that took longest, the longest first, as positions in `SessionIndex.items`. */
  readonly slowest: readonly number[];
}

export interface ProfileOptions {
  readonly by: ProfileDimension;
  /** Counts only what goes on in this range; for calls that reach beyond it, the part inside. Default: the whole session. */
  readonly within?: { readonly from: SessionMs; readonly to: SessionMs } | undefined;
  /** Prices of tokens; without them a cost is known only where the log states it. */
  readonly prices?: Prices | undefined;
  /** Number of slowest calls listed. Default: 10. */
  readonly slowest?: number | undefined;
}

/** Adds up where time, tokens and cost went. For a long session run `profileSteps` first, so that a page stays responsive. */
export function profileOf(index: SessionIndex, options: ProfileOptions): SessionProfile {
  return addUp(index, finish(callFactsSteps(index)), finish(groupSteps(index, options.by)), options);
}

function addUp(index: SessionIndex, facts: CallFacts, groups: Groups, options: ProfileOptions): SessionProfile {
  const { by, within, prices, slowest: most = 10 } = options;
  const shares = sharesWithin(index, within);
  const callsOf = callsByGroup(groups, shares);
  const costs = responseCosts(index, prices);
  const linesOf = by === 'file' ? linesByFile(facts, shares) : undefined;
  const spending = spendingWithin(index, facts, groups, costs, within);
  const rows = groups.names.flatMap((name, group): ProfileRow[] => {
    const calls = callsOf[group] as Uint32Array;
    if (calls.length === 0 && spending.responses[group] === 0) return [];
    return [
      {
        name,
        query: name === undefined ? undefined : exactTerm(by, name),
        ...figuresOf(index, facts, calls, shares),
        ...(name === undefined ? {} : linesOf?.(name)),
        ...spentBy(spending, group, costs),
      },
    ];
  });
  const all = countedCalls(shares);
  return {
    by,
    rows: rows.sort((a, b) => b.totalMs - a.totalMs || b.items.length - a.items.length),
    all: { ...figuresOf(index, facts, all, shares), ...spentBy(spending, groups.names.length, costs) },
    slowest: slowestOf(index, facts, all, most),
  };
}

/** The part of each call that lies in the range, 0 to 1; -1 where none of it does. */
function sharesWithin({ landmarks, starts, ends }: SessionIndex, within: ProfileOptions['within']): Float64Array {
  if (within === undefined) return new Float64Array(landmarks.call.length).fill(1);
  return Float64Array.from(landmarks.call, (at) => {
    const [from, to] = [starts[at] as number, ends[at] as number];
    if (from > within.to || to < within.from) return -1;
    if (!(to > from) || !Number.isFinite(to)) return 1;
    return (Math.min(to, within.to) - Math.max(from, within.from)) / (to - from);
  });
}

/** The calls that lie in the range at all, ascending, by their positions in `landmarks.call`. */
function countedCalls(shares: Float64Array): Uint32Array {
  const calls = new Uint32Array(shares.length);
  let count = 0;
  for (let call = 0; call < shares.length; call += 1) {
    if ((shares[call] as number) < 0) continue;
    calls[count] = call;
    count += 1;
  }
  return calls.subarray(0, count);
}

/** The counted calls of each group, ascending, by their positions in `landmarks.call`. */
function callsByGroup({ names, firstOf, groups }: Groups, shares: Float64Array): readonly Uint32Array[] {
  const counts = new Uint32Array(names.length);
  const eachCounted = (visit: (group: number, call: number) => void): void => {
    for (let call = 0; call < shares.length; call += 1) {
      if ((shares[call] as number) < 0) continue;
      for (let n = firstOf[call] as number; n < (firstOf[call + 1] as number); n += 1) visit(groups[n] as number, call);
    }
  };
  eachCounted((group) => {
    (counts[group] as number) += 1;
  });
  const calls = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  eachCounted((group, call) => {
    (calls[group] as Uint32Array)[counts[group] as number] = call;
    (counts[group] as number) += 1;
  });
  return calls;
}

function figuresOf(
  { landmarks }: SessionIndex,
  facts: CallFacts,
  calls: Uint32Array,
  shares: Float64Array,
): Omit<ProfileFigures, 'tokens' | 'cost'> {
  let [failed, totalMs, selfMs, added, removed, moreRemoved] = [0, 0, 0, 0, 0, 0];
  for (const call of calls) {
    failed += facts.failed[call] as number;
    added += facts.added[call] as number;
    removed += facts.removed[call] as number;
    moreRemoved |= facts.moreRemoved[call] as number;
    const total = facts.total[call] as number;
    if (Number.isNaN(total)) continue;
    totalMs += total * (shares[call] as number);
    selfMs += (facts.self[call] as number) * (shares[call] as number);
  }
  const items = new Uint32Array(calls.length);
  for (let n = 0; n < calls.length; n += 1) items[n] = landmarks.call[calls[n] as number] as number;
  return { items, failed, totalMs, selfMs, p95Ms: p95Of(facts, calls), added, removed, moreRemoved: moreRemoved === 1 };
}

/** The 95th percentile by nearest rank, over calls with a known duration. */
function p95Of({ total }: CallFacts, calls: Uint32Array): number | undefined {
  const known = new Float64Array(calls.length);
  let count = 0;
  for (let n = 0; n < calls.length; n += 1) {
    const length = total[calls[n] as number] as number;
    if (Number.isNaN(length)) continue;
    known[count] = length;
    count += 1;
  }
  return count === 0 ? undefined : nthOf(known.subarray(0, count), Math.ceil(0.95 * count) - 1);
}

/** As many parts are tried before the rest is sorted, so that no order of the numbers makes the search slow. */
const mostParts = 64;

/** The number that would stand at a place if the numbers were sorted, found without sorting them all. Changes their order. */
function nthOf(numbers: Float64Array, nth: number): number {
  let [first, last] = [0, numbers.length - 1];
  for (let parts = 0; last - first > 16 && parts < mostParts; parts += 1) {
    const pivot = numbers[(first + last) >> 1] as number;
    let [low, high] = [first, last];
    while (low <= high) {
      while ((numbers[low] as number) < pivot) low += 1;
      while ((numbers[high] as number) > pivot) high -= 1;
      if (low > high) break;
      const kept = numbers[low] as number;
      numbers[low] = numbers[high] as number;
      numbers[high] = kept;
      low += 1;
      high -= 1;
    }
    // Between the two parts all numbers are the pivot.
    if (nth <= high) last = high;
    else if (nth >= low) first = low;
    else return pivot;
  }
  return numbers.subarray(first, last + 1).sort()[nth - first] as number;
}

type Lines = Pick<ProfileFigures, 'added' | 'removed' | 'moreRemoved'>;

const noLines: Lines = { added: 0, removed: 0, moreRemoved: false };

/** The lines that counted calls added to and removed from a file: of a call that touched others, too, only its own. */
function linesByFile({ changes, callOf }: CallFacts, shares: Float64Array): (path: string) => Lines {
  const sums = new Map<string, Lines>();
  for (const { item, path, added, removed, moreRemoved } of changes) {
    if ((shares[callOf[item] as number] as number) < 0) continue;
    const before = sums.get(path) ?? noLines;
    sums.set(path, {
      added: before.added + added,
      removed: before.removed + removed,
      moreRemoved: before.moreRemoved || moreRemoved,
    });
  }
  return (path) => sums.get(path) ?? noLines;
}

/** Tokens and cost by group, and the total in a last entry. */
interface Spending {
  /** Number of responses that a group has any part of. */
  readonly responses: Uint32Array;
  /** The number of them whose tokens the log states, and whose cost is known. */
  readonly counted: Uint32Array;
  readonly priced: Uint32Array;
  readonly tokens: Float64Array;
  readonly amounts: Float64Array;
}

/** Shares out the responses of a range: to the groups of their calls, or to a response's own group. */
function spendingWithin(
  index: SessionIndex,
  { callOf }: CallFacts,
  { names, firstOf, groups, ofResponse }: Groups,
  costs: ResponseCosts | undefined,
  within: ProfileOptions['within'],
): Spending {
  const all = names.length;
  const count = (): Uint32Array => new Uint32Array(all + 1);
  const spending = {
    ...{ responses: count(), counted: count(), priced: count() },
    ...{ tokens: new Float64Array(all + 1), amounts: new Float64Array(all + 1) },
  };
  const last = new Int32Array(all + 1).fill(-1);
  const give = (group: number, response: number, tokens: number | undefined, amount: number, share: number): void => {
    const isNew = last[group] !== response ? 1 : 0;
    last[group] = response;
    (spending.responses[group] as number) += isNew;
    if (tokens !== undefined) {
      (spending.counted[group] as number) += isNew;
      (spending.tokens[group] as number) += tokens * share;
    }
    if (!Number.isNaN(amount)) {
      (spending.priced[group] as number) += isNew;
      (spending.amounts[group] as number) += amount * share;
    }
  };
  for (const [response, { usage, calls, tokens }] of responsesOf(index).all.entries()) {
    const at = index.starts[usage] as number;
    if (within !== undefined && (at < within.from || at > within.to)) continue;
    const amount = costs === undefined ? Number.NaN : (costs.amounts[response] as number);
    give(all, response, tokens, amount, 1);
    const own = ofResponse[response] as number;
    if (own >= 0) {
      give(own, response, tokens, amount, 1);
      continue;
    }
    for (const item of calls) {
      const call = callOf[item] as number;
      for (let n = firstOf[call] as number; n < (firstOf[call + 1] as number); n += 1)
        give(groups[n] as number, response, tokens, amount, 1 / calls.length);
    }
  }
  return spending;
}

function spentBy(
  { responses, counted, priced, tokens, amounts }: Spending,
  group: number,
  costs: ResponseCosts | undefined,
): Pick<ProfileFigures, 'tokens' | 'cost'> {
  const unpriced = (responses[group] as number) - (priced[group] as number);
  const known = costs !== undefined && (priced[group] as number) > 0;
  return {
    tokens: counted[group] === 0 ? undefined : tokens[group],
    cost: known
      ? { amount: amounts[group] as number, currency: costs.currency, date: costs.date, unpriced }
      : undefined,
  };
}

function slowestOf({ landmarks }: SessionIndex, { total }: CallFacts, calls: Uint32Array, most: number): number[] {
  const slowest: number[] = [];
  const lengthAt = (n: number): number => total[slowest[n] as number] as number;
  for (const call of calls) {
    const length = total[call] as number;
    if (!(length > 0) || (slowest.length === most && length <= lengthAt(most - 1))) continue;
    let n = slowest.length;
    while (n > 0 && lengthAt(n - 1) < length) n -= 1;
    slowest.splice(n, 0, call);
    if (slowest.length > most) slowest.pop();
  }
  return slowest.map((call) => landmarks.call[call] as number);
}
