import type { Evidence } from './classifyCall.ts';

/** Neighbouring calls of one phase; places, both included. */
export interface PhaseRun {
  phase: NonNullable<Evidence['phase']> | 'mixed';
  first: number;
  last: number;
  /** How many of the calls speak clearly for the phase. */
  clear: number;
}

/** So few looks between changes belong to the change that follows. */
const SHORT_LOOK = 2;

/** Smooths runs, of which no two neighbours are of one phase, where they flicker; holds a few of them at a time. */
export function smoothRuns(runs: Iterable<PhaseRun>): Generator<PhaseRun> {
  return joinEqual(absorbFlicker(joinEqual(absorbShortLooks(runs))));
}

function* joinEqual(runs: Iterable<PhaseRun>): Generator<PhaseRun> {
  let open: PhaseRun | undefined;
  for (const run of runs) {
    if (open?.phase === run.phase) {
      open = { ...open, last: run.last, clear: open.clear + run.clear };
      continue;
    }
    if (open !== undefined) yield open;
    open = run;
  }
  if (open !== undefined) yield open;
}

/** Once there is a plan or a change, an agent reads a file to change it: a short look joins the change behind it. */
function* absorbShortLooks(runs: Iterable<PhaseRun>): Generator<PhaseRun> {
  for (const { before, run, after } of withNeighbours(runs)) {
    const isShort = run.phase === 'explore' && run.last - run.first < SHORT_LOOK;
    const joins = before !== undefined && isShort && after?.phase === 'execute';
    yield joins ? { ...run, phase: 'execute', clear: 0 } : run;
  }
}

/** A single call between two runs of one phase joins them, unless it speaks clearly for a plan or a check. */
function* absorbFlicker(runs: Iterable<PhaseRun>): Generator<PhaseRun> {
  for (const { before, run, after } of withNeighbours(runs)) {
    const isFlicker = run.first === run.last && before !== undefined && before.phase === after?.phase;
    const stays = run.clear > 0 && (run.phase === 'plan' || run.phase === 'verify' || run.phase === 'execute');
    yield isFlicker && !stays ? { ...run, phase: before.phase, clear: 0 } : run;
  }
}

interface Neighbours {
  before: PhaseRun | undefined;
  run: PhaseRun;
  after: PhaseRun | undefined;
}

/** Each run with those around it, as they come. */
function* withNeighbours(runs: Iterable<PhaseRun>): Generator<Neighbours> {
  let before: PhaseRun | undefined;
  let run: PhaseRun | undefined;
  for (const after of runs) {
    if (run !== undefined) yield { before, run, after };
    before = run;
    run = after;
  }
  if (run !== undefined) yield { before, run, after: undefined };
}
