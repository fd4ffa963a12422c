import type { ClearPhase } from './classifyCall.ts';

/** A call as it is told to `segmentCalls`. */
export interface CallEvidence {
  /** The phase that it speaks for by itself, and whether clearly; undefined where it speaks for none. */
  readonly phase: ClearPhase | undefined;
  readonly clear: boolean;
  /** Time that it took, with the thought before it, ms; 0 where no times are known. */
  readonly activeMs: number;
}

/** Neighbouring calls that are one phase; places, both included. */
export interface PhaseRun {
  phase: ClearPhase | 'mixed';
  first: number;
  last: number;
  /** How many of the calls speak clearly for the phase. */
  clear: number;
  /** The last call that checked something; -1 without one. */
  lastCheck: number;
}

/** A phase has so many calls, or takes so long, unless a prompt of the user ends it before. */
const FEWEST_CALLS = 5;
const SHORTEST_MS = 90_000;
/** A session has so many phases, if its calls tell of them; more only where more prompts than that have work of their own. */
const FEWEST_PHASES = 3;
const MOST_PHASES = 12;

const phases: readonly ClearPhase[] = ['explore', 'plan', 'execute', 'verify'];

/**
 * How likely a call is in each phase, by the phase that it speaks for by itself: one reads while one changes, and mends while
 * one checks; but who only looks around changes next to nothing.
 */
const likely: Readonly<Record<ClearPhase, Readonly<Record<ClearPhase, number>>>> = {
  explore: { explore: 0.9, plan: 0.03, execute: 0.03, verify: 0.04 },
  plan: { explore: 0.4, plan: 0.5, execute: 0.06, verify: 0.04 },
  execute: { explore: 0.3, plan: 0.04, execute: 0.58, verify: 0.08 },
  verify: { explore: 0.3, plan: 0.02, execute: 0.25, verify: 0.43 },
};
/** How much a call counts that does not speak clearly. */
const UNCLEAR = 0.7;
/** What a change of phase costs, as the logarithm of how likely it is; more while there are too many phases, less while too few. */
const CHANGE_COST = 2.5;
const COST_STEP = 1.4;
const LOWEST_COST = 0.7;
const HIGHEST_COST = 1000;

/**
 * Finds the phases that explain the calls best, by the algorithm of Viterbi: each call is likely or not in each phase, and a change
 * of phase has its cost. Linear in the calls.
 *
 * @param requests places at which a prompt of the user begins something new, ascending. No phase goes on past one, but in a session
 * of more than twelve requests: there what was asked for in passing, with less work than a phase has, belongs to what came before.
 */
export function segmentCalls(
  count: number,
  requests: readonly number[],
  evidenceAt: (callIndex: number) => CallEvidence,
): PhaseRun[] {
  const starts = withoutPassing(
    [0, ...requests.filter((callIndex) => callIndex > 0 && callIndex < count)],
    count,
    evidenceAt,
  );
  const segment = (cost: number): PhaseRun[] =>
    starts.flatMap((first, n) => segmentRequest(first, (starts[n + 1] ?? count) - 1, evidenceAt, cost));
  const most = Math.max(MOST_PHASES, starts.length);
  let runs = segment(CHANGE_COST);
  for (let cost = CHANGE_COST * COST_STEP; runs.length > most && cost < HIGHEST_COST; cost *= COST_STEP)
    runs = segment(cost);
  for (let cost = CHANGE_COST / COST_STEP; runs.length < FEWEST_PHASES && cost > LOWEST_COST; cost /= COST_STEP) {
    runs = segment(cost);
  }
  return runs;
}

/** The places at which phases must begin: of more than twelve requests the smallest join what came before, until twelve are left. */
function withoutPassing(
  starts: readonly number[],
  count: number,
  evidenceAt: (callIndex: number) => CallEvidence,
): readonly number[] {
  if (starts.length <= MOST_PHASES) return starts;
  const passing = starts
    .map((first, n) => ({ first, calls: (starts[n + 1] ?? count) - first }))
    .filter(({ first, calls }) => first > 0 && calls < FEWEST_CALLS && spentOn(first, calls, evidenceAt) < SHORTEST_MS)
    .sort((a, b) => a.calls - b.calls)
    .slice(0, starts.length - MOST_PHASES);
  const joined = new Set(passing.map(({ first }) => first));
  return starts.filter((first) => !joined.has(first));
}

function spentOn(first: number, calls: number, evidenceAt: (callIndex: number) => CallEvidence): number {
  let ms = 0;
  for (let callIndex = first; callIndex < first + calls; callIndex += 1) ms += evidenceAt(callIndex).activeMs;
  return ms;
}

/** A state of the search is a phase and how many calls it has had, up to as many as it needs. */
const STATES = phases.length * FEWEST_CALLS;

function segmentRequest(
  first: number,
  last: number,
  evidenceAt: (callIndex: number) => CallEvidence,
  cost: number,
): PhaseRun[] {
  const count = last - first + 1;
  const cameFrom = new Uint8Array(count * STATES);
  let scores = new Float64Array(STATES).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(STATES);
  /** How long the phase of each state has gone on, ms. */
  let spent = new Float64Array(STATES);
  let nextSpent = new Float64Array(STATES);
  for (let n = 0; n < count; n += 1) {
    const evidence = evidenceAt(first + n);
    next.fill(Number.NEGATIVE_INFINITY);
    const best = n === 0 ? -1 : bestOf(scores, spent);
    const reach = (state: number, score: number, ms: number, from: number): void => {
      if (score <= (next[state] as number)) return;
      next[state] = score;
      nextSpent[state] = ms;
      cameFrom[n * STATES + state] = from;
    };
    for (let phase = 0; phase < phases.length; phase += 1) {
      const gain = likelihood(phases[phase] as ClearPhase, evidence);
      const one = phase * FEWEST_CALLS;
      if (n === 0) reach(one, gain, evidence.activeMs, one);
      else if (best !== -1) reach(one, (scores[best] as number) - cost + gain, evidence.activeMs, best);
      if (n === 0) continue;
      for (let had = 0; had < FEWEST_CALLS; had += 1) {
        const state = one + had;
        const on = one + Math.min(had + 1, FEWEST_CALLS - 1);
        reach(on, (scores[state] as number) + gain, (spent[state] as number) + evidence.activeMs, state);
      }
    }
    [scores, next] = [next, scores];
    [spent, nextSpent] = [nextSpent, spent];
  }
  return trace(first, count, cameFrom, lastState(scores, spent), evidenceAt);
}

function likelihood(phase: ClearPhase, evidence: CallEvidence): number {
  if (evidence.phase === undefined) return 0;
  return Math.log(likely[phase][evidence.phase]) * (evidence.clear ? 1 : UNCLEAR);
}

/** The best of the states whose phase may end; -1 where none may. */
function bestOf(scores: Float64Array, spent: Float64Array): number {
  let best = -1;
  for (let state = 0; state < STATES; state += 1) {
    const mayEnd = state % FEWEST_CALLS === FEWEST_CALLS - 1 || (spent[state] as number) >= SHORTEST_MS;
    if (mayEnd && (best === -1 || (scores[state] as number) > (scores[best] as number))) best = state;
  }
  return best === -1 || scores[best] === Number.NEGATIVE_INFINITY ? -1 : best;
}

/** The state in which a request ends: one that may, else the best, where the request is too short for any. */
function lastState(scores: Float64Array, spent: Float64Array): number {
  const best = bestOf(scores, spent);
  if (best !== -1) return best;
  return scores.reduce((top, score, state) => (score > (scores[top] as number) ? state : top), 0);
}

/** Walks back from the last state, and makes a run of each phase. */
function trace(
  first: number,
  count: number,
  cameFrom: Uint8Array,
  end: number,
  evidenceAt: (callIndex: number) => CallEvidence,
): PhaseRun[] {
  const runs: PhaseRun[] = [];
  let state = end;
  let isSilent = true;
  for (let n = count - 1; n >= 0; n -= 1) {
    const phase = phases[Math.floor(state / FEWEST_CALLS)] as ClearPhase;
    const callIndex = first + n;
    const open = runs.at(-1);
    const evidence = evidenceAt(callIndex);
    isSilent &&= evidence.phase === undefined;
    const run = open?.phase === phase ? open : { phase, first: callIndex, last: callIndex, clear: 0, lastCheck: -1 };
    if (run !== open) runs.push(run);
    run.first = callIndex;
    if (evidence.clear && evidence.phase === phase) run.clear += 1;
    if (evidence.phase === 'verify') run.lastCheck = Math.max(run.lastCheck, callIndex);
    state = cameFrom[n * STATES + state] as number;
  }
  if (isSilent) return [{ phase: 'mixed', first, last: first + count - 1, clear: 0, lastCheck: -1 }];
  return runs.reverse();
}
