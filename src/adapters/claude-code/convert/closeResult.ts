import { diagnose, type Outcome } from '../../../session/index.ts';
import type { CallResult } from '../../assembly.ts';
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
  const { raw, outcome, result, shown } = readBlock(conversation, call, { record, block, place, alone });
  const { at, ref } = place;
  if (run.sink.closeCall(id, { ...result, at, ref }) === 'duplicate') {
    run.notice({ ...place, kind: 'orphan_result', text: shown, nativeCallId: String(id) });
  } else if (run === conversation.main && typeof id === 'string') conversation.rewritten.noteResult(id, sizeOf(result));
  run.openCalls.delete(id);
  if (run.turn === 'calling' && run.openCalls.size === 0) run.turn = 'answered';
  if (call !== undefined) followResult(conversation, run, { call, raw, outcome, place });
}

/** Lets the copy of a result stand for the first one where it says more; whether it does. */
export function reviseResult(conversation: Conversation, run: Run, copy: ResultBlock): boolean {
  const { rewritten } = conversation;
  const id = field.text(copy.block, 'tool_use_id') ?? '';
  const call = rewritten.copiedCalls.get(id);
  rewritten.copiedCalls.delete(id);
  const { result } = readBlock(conversation, call, copy, true);
  if (sizeOf(result) <= rewritten.resultSize(id)) return false;
  rewritten.noteResult(id, sizeOf(result));
  run.sink.reviseCall(id, result);
  return true;
}

/** How much a result says, in characters. */
function sizeOf({ text, error, stderr, patches, fields }: Omit<CallResult, 'at' | 'ref'>): number {
  const structure = patches === undefined && fields === undefined ? 0 : JSON.stringify([patches, fields]).length;
  return (text?.length ?? 0) + (error?.length ?? 0) + (stderr?.length ?? 0) + structure;
}

/** Reads a `tool_result` block by the tool of its call. */
function readBlock(
  conversation: Conversation,
  call: OpenCall | undefined,
  { record, block, place, alone }: ResultBlock,
  isCopy = false,
): { raw: RawResult; outcome: Outcome; result: Omit<CallResult, 'at' | 'ref'>; shown: string } {
  const shown = contentText(block.content);
  const twin = alone ? record.toolUseResult : undefined;
  const kept = isPersisted(shown) ? takeOutput(conversation, { block, shown, twin, isCopy }, place) : undefined;
  const raw: RawResult = {
    call,
    text: kept?.text ?? shown,
    preview: kept === undefined ? undefined : shown,
    attachments: (blocksOf(block.content) ?? []).flatMap((each) => attachmentOf(each) ?? []),
    twin: isJsonObject(twin) ? twin : undefined,
  };
  const isError = block.is_error === true;
  const outcome = resultOutcome(isError, shown, twin, alone ? field.text(record, 'toolDenialKind') : undefined);
  const result = { ...readResult(raw, outcome), ...(kept?.isWhole === false ? { truncated: true } : {}) };
  return { raw, outcome, result, shown };
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
