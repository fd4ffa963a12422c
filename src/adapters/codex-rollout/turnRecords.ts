import type { TokenUsage } from '../../session/index.ts';
import { objectsOf } from '../../session/internal.ts';
import { asNumber, asObject, fieldsOf, filledText, type JsonObject } from '../read/jsonObject.ts';
import { emitContext } from './context.ts';
import type { RolloutVerdict } from './detect.ts';
import { emitReply } from './messages.ts';
import type { Origin, Thread } from './thread.ts';

/** `task_started`: a turn begins. */
export function convertTurnStart(thread: Thread, payload: JsonObject): RolloutVerdict {
  thread.turns.start();
  delete thread.facts.lastError;
  const window = asNumber(payload.model_context_window);
  if (window !== undefined) thread.facts.contextWindow = window;
  return 'converted';
}

/** `task_complete`: a turn ended, maybe with an error. Its last message is emitted if it is nowhere else. */
export function convertTurnEnd(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const last = filledText(payload.last_agent_message);
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
export function convertAbort(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const reason = filledText(payload.reason) ?? 'interrupted';
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
export function convertError(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
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
  return filledText(error) ?? filledText(fields?.message) ?? filledText(fields?.kind) ?? 'An error without a message';
}

/** `thread_rolled_back`: the last turns were taken back; they are kept, marked as left behind. */
export function convertRollback(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
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
export function convertReviewStart(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const hint = filledText(payload.user_facing_hint) ?? filledText(payload.review);
  const asked = filledText(payload.prompt) ?? filledText(asObject(payload.target)?.instructions);
  const text = ['Review started', hint, asked === hint ? undefined : asked].flatMap((each) => each ?? []).join(': ');
  const extensions = payload.target == null ? undefined : { target: payload.target };
  thread.sink.notice({ kind: 'mode_change', text, at, ref, extensions });
  return 'converted';
}

/** A review ends: its verdict and findings. */
export function convertReviewEnd(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const output = asObject(payload.review_output);
  const lines = [
    ['Review finished', filledText(output?.overall_correctness) ?? filledText(payload.review)]
      .flatMap((each) => each ?? [])
      .join(': '),
    filledText(output?.overall_explanation),
    ...objectsOf(output?.findings).map(describeFinding),
  ];
  const text = lines.flatMap((line) => line ?? []).join('\n\n');
  const extensions = output === undefined ? undefined : { review_output: output };
  thread.sink.notice({ kind: 'mode_change', text, at, ref, extensions });
  return 'converted';
}

function describeFinding(finding: JsonObject): string {
  const location = asObject(finding.code_location);
  const range = asObject(location?.line_range);
  const line = asNumber(range?.start);
  const path = filledText(location?.absolute_file_path) ?? filledText(finding.code_location);
  const where = path === undefined ? [] : [line === undefined ? path : `${path}:${line}`];
  return [filledText(finding.title), filledText(finding.body), ...where].flatMap((each) => each ?? []).join('\n');
}

/** `turn_context`: the settings of a turn. Emits changes, and instructions that no message contained. */
export function convertTurnContext(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const first = thread.settings.model === undefined;
  const stated = emitSettings(thread, payload, origin);
  thread.settings.countTurn();
  const instructed = emitInstructions(thread, payload, origin);
  return first || stated || instructed ? 'converted' : { ignored: 'repeated_settings' };
}

/** Emits the instructions of a turn that neither a message nor the previous turn contained. */
function emitInstructions(thread: Thread, payload: JsonObject, origin: Origin): boolean {
  const collaboration = asObject(asObject(payload.collaboration_mode)?.settings);
  const given = [payload.user_instructions, payload.developer_instructions, collaboration?.developer_instructions];
  const texts = given.flatMap((each) => filledText(each) ?? []);
  const before = thread.facts.instructions ?? [];
  thread.facts.instructions = texts;
  const unseen = texts.filter((text) => !before.includes(text) && !thread.contexts.holds(text));
  for (const text of unseen) emitContext(thread, text, origin, { role: 'system', origin: 'context' });
  return unseen.length > 0;
}

/** `thread_settings_applied`: the settings for the turns to come. */
export function convertSettings(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const stated = emitSettings(thread, fieldsOf(payload.thread_settings), origin);
  return stated ? 'converted' : { ignored: 'repeated_settings' };
}

function emitSettings(thread: Thread, fields: JsonObject, { at, ref }: Origin): boolean {
  const changes = thread.settings.take(fields);
  for (const change of changes) thread.sink.notice({ ...change, at, ref });
  return changes.length > 0;
}

/** `token_count`: the running total of the thread, the last response, the rate limits. */
export function convertTokenCount(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const limits = asObject(payload.rate_limits);
  if (limits !== undefined) thread.facts.rateLimits = limits;
  const info = asObject(payload.info);
  if (info === undefined) return { ignored: 'no_tokens' };
  const window = asNumber(info.model_context_window);
  if (window !== undefined) thread.facts.contextWindow = window;
  const total = asObject(info.total_token_usage);
  const last = asObject(info.last_token_usage);
  if (total === undefined && last === undefined) {
    thread.sink.unknown({ recordType: 'event_msg.token_count', raw: payload, at: origin.at, ref: origin.ref });
    return 'unknown';
  }
  thread.compaction.noteTokens(last);
  return emitUsage(thread, total === undefined ? thread.tokens.add(last ?? {}) : thread.tokens.count(total), origin);
}

/** `token_usage_record`: the tokens of one response, and in newer logs the running total of the thread. */
export function convertUsageRecord(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const usage = asObject(payload.usage);
  const total = asObject(payload.thread_token_usage);
  if (usage === undefined && total === undefined) return { dropped: 'malformed-record' };
  thread.compaction.noteTokens(usage);
  const added = total === undefined ? thread.tokens.add(usage ?? {}) : thread.tokens.count(total);
  return emitUsage(thread, added, origin, filledText(payload.response_id));
}

function emitUsage(
  thread: Thread,
  usage: TokenUsage | undefined,
  { at, ref }: Origin,
  nativeId?: string,
): RolloutVerdict {
  if (usage === undefined) return { ignored: 'repeated_tokens' };
  if (usage.total !== undefined) thread.facts.tokensUsed = (thread.facts.tokensUsed ?? 0) + usage.total;
  thread.sink.usage({ usage, model: thread.settings.model, at, ref, nativeId });
  return 'converted';
}
