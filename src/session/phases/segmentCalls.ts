import type { ClearPhase } from './classifyCall.ts';

/** A call as input of `segmentCalls`. */
export interface CallEvidence {
  /** The phase that it indicates by itself, and whether clearly; undefined where it indicates none. */
  readonly phase: ClearPhase | undefined;
  readonly clear: boolean;
  /** Its duration plus the thinking time before it, ms; 0 where no times are known. */
  readonly activeMs: number;
}

/** Neighbouring calls that form one phase; positions, both included. */
export interface PhaseRun {
  phase: ClearPhase | 'mixed';
  first: number;
  last: number;
  /** Number of calls that clearly indicate the phase. */
  clear: number;
  /** The last call that checked something; -1 without one. */
  lastCheck: number;
}

/** Minimum calls, or minimum duration, of a phase, unless a prompt of the user ends it earlier. */
const FEWEST_CALLS = 5;
const SHORTEST_MS = 90_000;
/** Maximum number of phases in a session; more only where more prompts than that have work of their own. */
const FEWEST_PHASES = 3;
const MOST_PHASES = 12;

const phases: readonly ClearPhase[] = ['explore', 'plan', 'execute', 'verify'];

/**
 * The probability of a call in each phase, by the phase that it indicates by itself: agents read while they change, and fix while they
 * check, but an agent that only looks around changes next to nothing.
 */
const likely: Readonly<Record<ClearPhase, Readonly<Record<ClearPhase, number>>>> = {
  explore: { explore: 0.9, plan: 0.03, execute: 0.03, verify: 0.04 },
  plan: { explore: 0.4, plan: 0.5, execute: 0.06, verify: 0.04 },
  execute: { explore: 0.3, plan: 0.04, execute: 0.58, verify: 0.08 },
  verify: { explore: 0.3, plan: 0.02, execute: 0.25, verify: 0.43 },
};
/** Weight of a call that gives no clear indication. */
const UNCLEAR = 0.7;
/**
 * Cost of a change of phase, as the logarithm of its probability; raised while there are too many phases, lowered while there are too few.
 */
const CHANGE_COST = 2.5;
const COST_STEP = 1.4;
const LOWEST_COST = 0.7;
const HIGHEST_COST = 1000;

/**
 * Finds the phases that explain the calls best, with the Viterbi algorithm: each call has a probability in each phase, and each change of
 * phase a cost. Takes linear time.
 *
 * @param requests ascending positions at which a prompt of the user begins something new. A phase never extends past one, except in a
 * session of more than twelve requests: there a request with less work than a phase needs belongs to what came before.
 */
export function segmentCalls(
  count: number,
  requests: readonly number[],
  evidenceAt: (callIndex: number) => CallEvidence,
): PhaseRun[] {
  const calls = readEvidence(count, evidenceAt);
  const starts = withoutPassing(
    [0, ...requests.filter((callIndex) => callIndex > 0 && callIndex < count)],
    count,
    calls,
  );
  const segment = (cost: number): PhaseRun[] =>
    starts.flatMap((first, n) => segmentRequest(first, (starts[n + 1] ?? count) - 1, calls, cost));
  const most = Math.max(MOST_PHASES, starts.length);
  let runs = segment(CHANGE_COST);
  for (let cost = CHANGE_COST * COST_STEP; runs.length > most && cost < HIGHEST_COST; cost *= COST_STEP)
    runs = segment(cost);
  for (let cost = CHANGE_COST / COST_STEP; runs.length < FEWEST_PHASES && cost > LOWEST_COST; cost /= COST_STEP) {
    runs = segment(cost);
  }
  return runs;
}

/** What the calls indicate, by position; precomputed, because it is read once for each cost that is tried. */
interface Evidence {
  /** The number of the phase in `phases`, plus `UNCLEAR_VOTE` if it is not clear; `NO_VOTE` where there is none. */
  readonly votes: Uint8Array;
  readonly activeMs: Float64Array;
}

const UNCLEAR_VOTE = phases.length;
const NO_VOTE = phases.length * 2;

function readEvidence(count: number, evidenceAt: (callIndex: number) => CallEvidence): Evidence {
  const votes = new Uint8Array(count);
  const activeMs = new Float64Array(count);
  for (let callIndex = 0; callIndex < count; callIndex += 1) {
    const { phase, clear, activeMs: ms } = evidenceAt(callIndex);
    votes[callIndex] = phase === undefined ? NO_VOTE : phases.indexOf(phase) + (clear ? 0 : UNCLEAR_VOTE);
    activeMs[callIndex] = ms;
  }
  return { votes, activeMs };
}

/** What a vote adds to the score of each phase. */
const gains: readonly Float64Array[] = Array.from({ length: NO_VOTE + 1 }, (_, vote) =>
  Float64Array.from(phases, (phase) => {
    if (vote === NO_VOTE) return 0;
    const spoken = phases[vote % UNCLEAR_VOTE] as ClearPhase;
    return Math.log(likely[phase][spoken]) * (vote < UNCLEAR_VOTE ? 1 : UNCLEAR);
  }),
);

/**
 * The positions at which phases must begin. Of more than twelve requests the smallest ones join what came before, until twelve are left.
 */
function withoutPassing(starts: readonly number[], count: number, calls: Evidence): readonly number[] {
  if (starts.length <= MOST_PHASES) return starts;
  const passing = starts
    .map((first, n) => ({ first, calls: (starts[n + 1] ?? count) - first }))
    .filter(
      (each) => each.first > 0 && each.calls < FEWEST_CALLS && spentOn(each.first, each.calls, calls) < SHORTEST_MS,
    )
    .sort((a, b) => a.calls - b.calls)
    .slice(0, starts.length - MOST_PHASES);
  const joined = new Set(passing.map(({ first }) => first));
  return starts.filter((first) => !joined.has(first));
}

function spentOn(first: number, count: number, { activeMs }: Evidence): number {
  let ms = 0;
  for (let callIndex = first; callIndex < first + count; callIndex += 1) ms += activeMs[callIndex] as number;
  return ms;
}

/** A state of the search is a phase and the number of its calls so far, up to the minimum. */
const STATES = phases.length * FEWEST_CALLS;

function segmentRequest(first: number, last: number, calls: Evidence, cost: number): PhaseRun[] {
  const count = last - first + 1;
  const cameFrom = new Uint8Array(count * STATES);
  let scores = new Float64Array(STATES).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(STATES);
  /** Duration of each state's phase so far, ms. */
  let spent = new Float64Array(STATES);
  let nextSpent = new Float64Array(STATES);
  for (let n = 0; n < count; n += 1) {
    const gain = gains[calls.votes[first + n] as number] as Float64Array;
    const ms = calls.activeMs[first + n] as number;
    const best = n === 0 ? -1 : bestOf(scores, spent);
    const from = n * STATES;
    for (let one = 0, phase = 0; one < STATES; one += FEWEST_CALLS, phase += 1) {
      const gained = gain[phase] as number;
      // The first call of a phase: of the request, or after the best phase that may end.
      let score = Number.NEGATIVE_INFINITY;
      if (n === 0) score = gained;
      else if (best !== -1) score = (scores[best] as number) - cost + gained;
      next[one] = score;
      nextSpent[one] = ms;
      cameFrom[from + one] = n === 0 ? one : best;
      for (let on = one + 1; on < one + FEWEST_CALLS; on += 1) {
        next[on] = (scores[on - 1] as number) + gained;
        nextSpent[on] = (spent[on - 1] as number) + ms;
        cameFrom[from + on] = on - 1;
      }
      // A phase with the minimum number of calls stays in its last state.
      const end = one + FEWEST_CALLS - 1;
      const stays = (scores[end] as number) + gained;
      if (stays <= (next[end] as number)) continue;
      next[end] = stays;
      nextSpent[end] = (spent[end] as number) + ms;
      cameFrom[from + end] = end;
    }
    [scores, next] = [next, scores];
    [spent, nextSpent] = [nextSpent, spent];
  }
  return trace(first, count, cameFrom, lastState(scores, spent), calls);
}

/** The best state whose phase may end; -1 where none may. */
function bestOf(scores: Float64Array, spent: Float64Array): number {
  let best = -1;
  for (let state = 0; state < STATES; state += 1) {
    const mayEnd = state % FEWEST_CALLS === FEWEST_CALLS - 1 || (spent[state] as number) >= SHORTEST_MS;
    if (mayEnd && (best === -1 || (scores[state] as number) > (scores[best] as number))) best = state;
  }
  return best === -1 || scores[best] === Number.NEGATIVE_INFINITY ? -1 : best;
}

/** The state in which a request ends: one that may end, else the best one if the request is too short for any. */
function lastState(scores: Float64Array, spent: Float64Array): number {
  const best = bestOf(scores, spent);
  if (best !== -1) return best;
  return scores.reduce((top, score, state) => (score > (scores[top] as number) ? state : top), 0);
}

/** Walks back from the last state, and makes a segment of each phase. */
function trace(first: number, count: number, cameFrom: Uint8Array, end: number, { votes }: Evidence): PhaseRun[] {
  const runs: PhaseRun[] = [];
  let state = end;
  let isSilent = true;
  for (let n = count - 1; n >= 0; n -= 1) {
    const phase = phases[Math.floor(state / FEWEST_CALLS)] as ClearPhase;
    const callIndex = first + n;
    const open = runs.at(-1);
    const vote = votes[callIndex] as number;
    const spoken = phases[vote % UNCLEAR_VOTE];
    isSilent &&= vote === NO_VOTE;
    const run = open?.phase === phase ? open : { phase, first: callIndex, last: callIndex, clear: 0, lastCheck: -1 };
    if (run !== open) runs.push(run);
    run.first = callIndex;
    if (vote < UNCLEAR_VOTE && spoken === phase) run.clear += 1;
    if (vote !== NO_VOTE && spoken === 'verify') run.lastCheck = Math.max(run.lastCheck, callIndex);
    state = cameFrom[n * STATES + state] as number;
  }
  if (isSilent) return [{ phase: 'mixed', first, last: first + count - 1, clear: 0, lastCheck: -1 }];
  return runs.reverse();
}
