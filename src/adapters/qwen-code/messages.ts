import type { MessageOrigin } from '../../session/index.ts';
import { attachmentOf, emitCall, emitResponse, responsesIn } from '../gemini-cli/calls.ts';
import { convertMessage, emitContext, partsOf, textIn } from '../gemini-cli/messages.ts';
import type { MessageStamp } from '../gemini-cli/run.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import type { QwenRun, QwenVerdict } from './run.ts';

const partsIn = ({ message }: JsonObject): JsonObject[] =>
  isJsonObject(message) ? partsOf(message.parts ?? message.content) : [];

const hookTag = /^\s*<qwen:user-prompt-submit-context>/;
const isOfHook = (part: JsonObject): boolean => hookTag.test((field.text(part, 'text') ?? '').slice(0, 200));

/** Messages to the model that nobody typed as a prompt of its own. */
const origins: ReadonlyMap<string, MessageOrigin> = new Map([
  ['notification', 'background_task'],
  ['mid_turn_user_message', 'queued'],
]);

/** What a person typed, or what the program says to the model in their place; what a hook added is context. */
export function convertPrompt(run: QwenRun, record: JsonObject, stamp: MessageStamp): QwenVerdict {
  const before = run.changes;
  const parts = partsIn(record);
  const typed = parts.filter((part) => !isOfHook(part));
  const payload = fieldsOf(record.systemPayload);
  const displayText = field.text(payload, 'displayText');
  const origin = origins.get(field.text(record, 'subtype') ?? '');
  const verdict =
    origin === undefined
      ? convertMessage(run, { type: 'user', content: typed, displayContent: displayText }, stamp)
      : emitAside(run, typed, displayText, origin, stamp);
  const hooked = textIn(parts.filter(isOfHook));
  if (hooked !== '' && verdict === 'converted') {
    run.begin(stamp.nativeId);
    emitContext(run, hooked, stamp);
    run.leave();
  }
  return run.changes > before ? 'converted' : verdict;
}

function emitAside(
  run: QwenRun,
  parts: readonly JsonObject[],
  display: string | undefined,
  origin: MessageOrigin,
  stamp: MessageStamp,
): QwenVerdict {
  const known = run.begin(stamp.nativeId);
  if (known.items.length > 0) return { ignored: 'repeated_message' };
  const text = textIn(parts);
  const shown = display === undefined || display.trim() === '' ? text : display;
  const attachments = parts.flatMap(attachmentOf);
  if (shown.trim() === '' && attachments.length === 0) return { ignored: 'empty_message' };
  run.made(
    run.sink.message({
      ...stamp,
      role: 'user',
      origin,
      text: shown,
      ...(attachments.length === 0 ? {} : { attachments }),
    }),
  );
  if (text !== shown && text.trim() !== '') emitContext(run, text, stamp);
  run.leave();
  run.state = 'asked';
  return 'converted';
}

/** What the model thought, said and asked for. The same id may come again with more of it. */
export function convertReply(run: QwenRun, record: JsonObject, stamp: MessageStamp): QwenVerdict {
  const { nativeId } = stamp;
  const parts = partsIn(record).filter((part) => {
    const id = callIdOf(part);
    return id === undefined || run.isNewCall(nativeId, id);
  });
  const opened = parts.flatMap((part) => callIdOf(part) ?? []);
  // Some models restart the numbering of calls in each reply.
  for (const id of opened) run.calls.delete(id);
  const known = nativeId === undefined ? undefined : run.messages.get(nativeId);
  // A text with the same id is another piece of the reply, not its new text.
  if (known?.text !== undefined && run.texts.find(`gemini ${textIn(parts)}`) !== known.text.number)
    known.text = undefined;
  const { model } = record;
  const verdict = convertMessage(run, { type: 'gemini', content: parts, model, tokens: tokensOf(record) }, stamp);
  run.noteCalls(opened);
  run.forget(undefined);
  return verdict;
}

const callIdOf = (part: JsonObject): string | undefined => {
  const call = field.object(part, 'functionCall');
  return call === undefined ? undefined : field.text(call, 'id');
};

/** Tokens in Gemini CLI's terms: input includes the cache, output excludes thoughts. */
function tokensOf(record: JsonObject): JsonObject | undefined {
  const usage = field.object(record, 'usageMetadata');
  if (usage === undefined) return undefined;
  return {
    input: usage.promptTokenCount,
    output: usage.candidatesTokenCount,
    cached: usage.cachedContentTokenCount,
    thoughts: usage.thoughtsTokenCount,
    tool: usage.toolUsePromptTokenCount,
  };
}

/** The results of calls: as sent to the model, and for the first one as shown. */
export function convertResults(run: QwenRun, record: JsonObject, stamp: MessageStamp): QwenVerdict {
  const before = run.changes;
  const parts = partsIn(record);
  const responses = responsesIn(parts);
  const logged = fieldsOf(record.toolCallResult);
  const id = field.text(logged, 'callId') ?? field.text(responses[0] ?? {}, 'id');
  const own = responses.find((response) => field.text(response, 'id') === id) ?? responses[0];
  const call = id === undefined ? undefined : run.calls.get(id);
  const isClosed = call !== undefined && ['success', 'error', 'cancelled'].includes(field.text(logged, 'status') ?? '');
  const others = responses.length > 1 ? responses.filter((response) => response !== own) : [];
  if (isClosed) {
    const result = parts.filter(({ functionResponse }) => !others.some((other) => other === functionResponse));
    const { status, resultDisplay } = logged;
    emitCall(run, { id, name: call.name, status, result, resultDisplay }, id ?? '', stamp);
    noteSubagent(run, id, resultDisplay);
  } else if (own !== undefined) emitResponse(run, own, stamp);
  else emitShown(run, id, logged, stamp);
  for (const other of others) emitResponse(run, other, stamp);
  run.forget(id);
  for (const other of others) run.forget(field.text(other, 'id'));
  return run.changes > before ? 'converted' : { ignored: 'repeated_result' };
}

/** A result not sent to the model: what a person saw of it. */
function emitShown(run: QwenRun, id: string | undefined, logged: JsonObject, stamp: MessageStamp): void {
  const text = field.text(logged, 'resultDisplay');
  if (id === undefined || (text === undefined && logged.status === undefined)) return;
  run.sink.closeCall(id, { outcome: 'unknown', text, at: stamp.at, ref: stamp.ref });
  run.changes += 1;
}

/** What the result of an agent says of its run. */
function noteSubagent(run: QwenRun, id: string | undefined, display: unknown): void {
  if (id === undefined || !isJsonObject(display) || display.type !== 'task_execution') return;
  const summary = fieldsOf(display.executionSummary);
  const agent = field.text(display, 'agentId');
  const uses = field.number(summary, 'totalToolCalls') ?? field.list(display, 'toolCalls').length;
  const tokens = field.number(summary, 'totalTokens');
  const type = field.text(display, 'subagentName');
  if (agent !== undefined) {
    run.agents.set(agent, id);
    run.namelessAgents.delete(id);
  }
  run.sink.amendCall(id, {
    subagent: {
      ...(type === undefined ? {} : { subagent_type: type }),
      ...(Number.isSafeInteger(uses) && uses >= 0 ? { tool_uses: uses } : {}),
      ...(tokens === undefined || tokens < 0 ? {} : { tokens_used: tokens }),
    },
  });
}
