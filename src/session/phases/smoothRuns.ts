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

/** Smooths runs, of which no two neighbours are of one phase, where they flicker. */
export function smoothRuns(runs: readonly PhaseRun[]): PhaseRun[] {
  return joinEqual(absorbFlicker(joinEqual(absorbShortLooks(runs))));
}

function joinEqual(runs: readonly PhaseRun[]): PhaseRun[] {
  const joined: PhaseRun[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    if (before?.phase === run.phase) joined[joined.length - 1] = join(before, run);
    else joined.push(run);
  }
  return joined;
}

function join(before: PhaseRun, run: PhaseRun): PhaseRun {
  return { ...before, last: run.last, clear: before.clear + run.clear };
}

/** Once there is a plan or a change, an agent reads a file to change it: a short look joins the change behind it. */
function absorbShortLooks(runs: readonly PhaseRun[]): PhaseRun[] {
  return runs.map((run, index) => {
    const isShort = run.phase === 'explore' && run.last - run.first < SHORT_LOOK;
    const joins = index > 0 && isShort && runs[index + 1]?.phase === 'execute';
    return joins ? { ...run, phase: 'execute', clear: 0 } : run;
  });
}

/** A single call between two runs of one phase joins them, unless it speaks clearly for a plan or a check. */
function absorbFlicker(runs: readonly PhaseRun[]): PhaseRun[] {
  return runs.map((run, index) => {
    const around = runs[index - 1]?.phase;
    const isFlicker = run.first === run.last && around !== undefined && around === runs[index + 1]?.phase;
    const stays = run.clear > 0 && (run.phase === 'plan' || run.phase === 'verify' || run.phase === 'execute');
    return isFlicker && !stays ? { ...run, phase: around, clear: 0 } : run;
  });
}
