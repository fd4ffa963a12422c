import type { RolloutVerdict } from '../descriptor.ts';
import { tellReply } from '../messages/tellReply.ts';
import { asNumber, asObject, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** `task_started`: a turn begins. */
export function convertTurnStart(thread: Thread, payload: Fields): RolloutVerdict {
  thread.turns.start();
  delete thread.facts.lastError;
  const window = asNumber(payload.model_context_window);
  if (window !== undefined) thread.facts.contextWindow = window;
  return 'converted';
}

/** `task_complete`: a turn ended, maybe with an error. Its last message is told where nothing else told it. */
export function convertTurnEnd(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const last = asWords(payload.last_agent_message);
  const known = thread.facts.lastReply;
  if (last !== undefined && (known === undefined || !sameWords(known, last))) {
    tellReply(thread, last, origin, { extensions: { last_of_turn: true } });
  }
  const failed = payload.error != null;
  // The event that ended the turn told the error too.
  if (failed && errorText(payload.error) !== thread.facts.lastError) tellError(thread, payload.error, origin);
  thread.turns.complete(failed);
  return 'converted';
}

/** The last message may be a part of the reply, or lack the blocks that only the model's item has. */
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
  if (payload.error != null) tellError(thread, payload.error, { at, ref });
  return 'converted';
}

/** `error`: `{message, codex_error_info}` or `{error: {kind, message}}`. */
export function convertError(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  tellError(thread, asObject(payload.error) ?? payload, origin);
  return 'converted';
}

function tellError(thread: Thread, error: unknown, { at, ref }: Origin): void {
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

/** `thread_rolled_back`: the last turns were taken back; they stay, marked as left behind. */
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
