import type { Outcome, SessionStatus } from '../../session/index.ts';
import { objectsOf } from '../../session/internal.ts';
import type { RolloutVerdict } from './descriptor.ts';
import { emitReply } from './messages.ts';
import { asNumber, asObject, asWords, type Fields } from './narrow.ts';
import type { Origin, Thread } from './thread.ts';

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

/** `task_started`: a turn begins. */
export function convertTurnStart(thread: Thread, payload: Fields): RolloutVerdict {
  thread.turns.start();
  delete thread.facts.lastError;
  const window = asNumber(payload.model_context_window);
  if (window !== undefined) thread.facts.contextWindow = window;
  return 'converted';
}

/** `task_complete`: a turn ended, maybe with an error. Its last message is emitted if it is nowhere else. */
export function convertTurnEnd(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const last = asWords(payload.last_agent_message);
  const known = thread.facts.lastReply;
  if (last !== undefined && (known === undefined || !sameWords(known, last))) {
    emitReply(thread, last, origin, { extensions: { last_of_turn: true } });
  }
  const failed = payload.error != null;
  // The event that ended the turn also had the error.
  if (failed && errorText(payload.error) !== thread.facts.lastError) emitError(thread, payload.error, origin);
  thread.turns.complete(failed);
  return 'converted';
}

/** The last message may be part of the reply, or lack the blocks that only the model's item has. */
function sameWords(reply: string, last: string): boolean {
  const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');
  const [whole, part] = [squeeze(reply), squeeze(last)];
  return whole === part || whole.includes(part);
}

/** `turn_aborted`: a turn was stopped. */
export function convertAbort(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const reason = asWords(payload.reason) ?? 'interrupted';
  thread.turns.abort(reason);
  thread.sink.notice({
    kind: 'interruption',
    text: `The turn was stopped: ${reason.replaceAll('_', ' ')}`,
    at,
    ref,
    durationMs: asNumber(payload.duration_ms),
    extensions: { reason },
  });
  if (payload.error != null) emitError(thread, payload.error, { at, ref });
  return 'converted';
}

/** `error`: `{message, codex_error_info}` or `{error: {kind, message}}`. */
export function convertError(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  emitError(thread, asObject(payload.error) ?? payload, origin);
  return 'converted';
}

function emitError(thread: Thread, error: unknown, { at, ref }: Origin): void {
  const fields = asObject(error);
  const text = errorText(error);
  thread.facts.lastError = text;
  const info = fields?.codex_error_info ?? fields?.kind;
  thread.sink.notice({ kind: 'error', text, at, ref, extensions: info == null ? undefined : { error_info: info } });
}

function errorText(error: unknown): string {
  const fields = asObject(error);
  return asWords(error) ?? asWords(fields?.message) ?? asWords(fields?.kind) ?? 'An error without a message';
}

/** `thread_rolled_back`: the last turns were taken back; they are kept, marked as left behind. */
export function convertRollback(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const turns = asNumber(payload.num_turns) ?? 0;
  const text = turns === 1 ? 'The last turn was taken back' : `The last ${turns} turns were taken back`;
  const seq = thread.sink.notice({ kind: 'info', text, at, ref, extensions: { rolled_back_turns: turns } });
  const first = thread.turns.rollBack(turns);
  if (first !== undefined) thread.sink.abandon(range(first, seq - 1));
  return 'converted';
}

function* range(first: number, last: number): Generator<number> {
  for (let seq = first; seq <= last; seq += 1) yield seq;
}

/** A review begins: what is reviewed. */
export function convertReviewStart(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const hint = asWords(payload.user_facing_hint) ?? asWords(payload.review);
  const asked = asWords(payload.prompt) ?? asWords(asObject(payload.target)?.instructions);
  const text = ['Review started', hint, asked === hint ? undefined : asked].flatMap((each) => each ?? []).join(': ');
  const extensions = payload.target == null ? undefined : { target: payload.target };
  thread.sink.notice({ kind: 'mode_change', text, at, ref, extensions });
  return 'converted';
}

/** A review ends: its verdict and findings. */
export function convertReviewEnd(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const output = asObject(payload.review_output);
  const lines = [
    ['Review finished', asWords(output?.overall_correctness) ?? asWords(payload.review)]
      .flatMap((each) => each ?? [])
      .join(': '),
    asWords(output?.overall_explanation),
    ...objectsOf(output?.findings).map(describeFinding),
  ];
  const text = lines.flatMap((line) => line ?? []).join('\n\n');
  const extensions = output === undefined ? undefined : { review_output: output };
  thread.sink.notice({ kind: 'mode_change', text, at, ref, extensions });
  return 'converted';
}

function describeFinding(finding: Fields): string {
  const location = asObject(finding.code_location);
  const range = asObject(location?.line_range);
  const line = asNumber(range?.start);
  const place = asWords(location?.absolute_file_path) ?? asWords(finding.code_location);
  const where = place === undefined ? [] : [line === undefined ? place : `${place}:${line}`];
  return [asWords(finding.title), asWords(finding.body), ...where].flatMap((each) => each ?? []).join('\n');
}
