import type { Outcome, SessionStatus } from '../../session/index.ts';

/** How the last turn stands. */
type TurnState =
  | { is: 'none' }
  /** A turn began. `marked`: a record said so, and another one will say when it ends. */
  | { is: 'open'; marked: boolean }
  /** The assistant spoke last, in a log that does not mark the ends of turns. */
  | { is: 'answered' }
  | { is: 'complete' }
  | { is: 'failed' }
  | { is: 'aborted'; reason: string };

/** Follows the turns of a thread: how the last one ended, and where each began. */
export interface TurnLog {
  /** A record marks the beginning of a turn. */
  start(): void;
  /** A prompt of the turn was emitted as item `seq`. */
  prompt(seq: number): void;
  /** The assistant spoke. */
  reply(): void;
  /** A call began or ended. */
  work(): void;
  complete(failed: boolean): void;
  abort(reason: string): void;
  /** Takes the last turns back; returns the `seq` at which the first of them began, undefined if unknown. */
  rollBack(turns: number): number | undefined;
  /** What the last turn says about the whole thread; empty if there was no turn. */
  verdict(): { status?: SessionStatus; outcome?: Outcome; inferred?: readonly string[] };
}

export function createTurnLog(): TurnLog {
  let state: TurnState = { is: 'none' };
  const beginnings: number[] = [];
  const marked = (): boolean => state.is === 'open' && state.marked;

  return {
    start() {
      state = { is: 'open', marked: true };
    },
    prompt(seq) {
      beginnings.push(seq);
      if (!marked()) state = { is: 'open', marked: false };
    },
    reply() {
      if (state.is === 'none' || (state.is === 'open' && !state.marked)) state = { is: 'answered' };
    },
    work() {
      if (state.is === 'answered' || state.is === 'none') state = { is: 'open', marked: false };
    },
    complete(failed) {
      state = failed ? { is: 'failed' } : { is: 'complete' };
    },
    abort(reason) {
      state = { is: 'aborted', reason };
    },
    rollBack(turns) {
      const from = Math.max(0, beginnings.length - Math.max(0, turns));
      const [first] = beginnings.splice(from);
      return first;
    },
    verdict: () => verdictOf(state),
  };
}

function verdictOf(state: TurnState): ReturnType<TurnLog['verdict']> {
  switch (state.is) {
    case 'none':
      return {};
    case 'open':
      return { status: 'in_progress', ...(state.marked ? {} : { inferred: ['status'] }) };
    case 'answered':
      return { status: 'success', inferred: ['status'] };
    case 'complete':
      return { status: 'success' };
    case 'failed':
      return { status: 'failed', outcome: 'failed' };
    case 'aborted':
      if (state.reason === 'review_ended') return { status: 'success' };
      return { status: 'failed', outcome: state.reason === 'budget_limited' ? 'cancelled' : 'interrupted' };
  }
}
