import { diagnose } from '../../../session/index.ts';
import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Place } from '../conversation.ts';
import type { OpenCall, RawResult } from '../results/rawResult.ts';
import { readResult } from '../results/readResult.ts';
import { isPersisted } from '../results/readShellResult.ts';
import { resultOutcome } from '../results/resultOutcome.ts';
import type { Run } from '../run.ts';
import { attachmentOf, blocksOf, contentText } from './contentBlocks.ts';
import { followResult } from './followResult.ts';
import { takeOutput } from './persistedOutput.ts';

interface ResultBlock {
  record: JsonObject;
  block: JsonObject;
  place: Place;
  /** The only result of its record: then the record's structured copy is its own. */
  alone: boolean;
}

/** Closes the call that a `tool_result` block answers, and follows up what the result means for others. */
export function closeResult(conversation: Conversation, run: Run, { record, block, place, alone }: ResultBlock): void {
  const call = findCall(conversation, run, block, place);
  const id = call?.id ?? field.text(block, 'tool_use_id') ?? '';
  const shown = contentText(block.content);
  const whole = isPersisted(shown) ? takeOutput(conversation, block, place) : undefined;
  const twin = alone ? record.toolUseResult : undefined;
  const raw: RawResult = {
    call,
    text: whole ?? shown,
    preview: whole === undefined ? undefined : shown,
    attachments: (blocksOf(block.content) ?? []).flatMap((each) => attachmentOf(each) ?? []),
    twin: isJsonObject(twin) ? twin : undefined,
  };
  const isError = block.is_error === true;
  const outcome = resultOutcome(isError, shown, twin, alone ? field.text(record, 'toolDenialKind') : undefined);
  const result = readResult(raw, outcome);
  const { at, ref } = place;
  if (run.sink.closeCall(id, { ...result, at, ref }) === 'duplicate') {
    run.notice({ ...place, kind: 'orphan_result', text: shown, nativeCallId: String(id) });
  }
  run.openCalls.delete(id);
  if (run.turn === 'calling' && run.openCalls.size === 0) run.turn = 'answered';
  if (call !== undefined) followResult(conversation, run, { call, raw, outcome, place });
}

/** Results of calls without ids are given to the oldest open one of those. */
function findCall(conversation: Conversation, run: Run, block: JsonObject, place: Place): OpenCall | undefined {
  const id = field.text(block, 'tool_use_id');
  if (id !== undefined) return run.openCalls.get(id);
  for (const call of run.openCalls.values()) {
    if (typeof call.id !== 'number') continue;
    const file = conversation.names[place.ref.source];
    conversation.assembly.report(
      diagnose('guessed-pairing', file === undefined ? {} : { at: { file, line: place.ref.line } }),
    );
    return call;
  }
  return undefined;
}
