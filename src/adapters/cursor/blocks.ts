import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import type { CursorRun, Stamp } from './run.ts';

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The blocks of a content: one text, or a list. */
export function blocksOf(content: unknown): JsonObject[] {
  const list = Array.isArray(content) ? content : [content];
  return list.filter(isGiven).map((each) => (isJsonObject(each) ? each : { type: 'text', text: textOf(each) }));
}

/** Converts a message's blocks, in the terms of transcripts (`tool_use`) and of the database (`tool-call`). */
export function emitBlocks(
  run: CursorRun,
  role: 'user' | 'assistant',
  blocks: readonly JsonObject[],
  stamp: Stamp,
  model?: string,
): void {
  if (role === 'user') {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [field.text(block, 'text') ?? ''] : [])).join('\n');
    if (text.trim() !== '') run.emitPrompt(text, stamp);
  }
  for (const block of blocks) emitBlock(run, role, block, stamp, model);
}

function emitBlock(
  run: CursorRun,
  role: 'user' | 'assistant',
  block: JsonObject,
  stamp: Stamp,
  model: string | undefined,
): void {
  const { type } = block;
  switch (type) {
    case 'text':
      if (role === 'assistant') run.emitReply(field.text(block, 'text') ?? '', stamp, model);
      return;
    case 'thinking':
    case 'reasoning': {
      const text = field.text(block, 'thinking') ?? field.text(block, 'text') ?? '';
      run.thinking({ ...stamp, text: text.trim() === '' || text.trim() === '[REDACTED]' ? undefined : text });
      return;
    }
    case 'redacted-reasoning':
      run.thinking({ ...stamp, text: undefined });
      return;
    case 'tool_use':
    case 'tool_call':
    case 'tool-call':
      emitCall(run, block, stamp);
      return;
    case 'tool_result':
    case 'tool-result':
      if (emitResult(run, block, stamp)) return;
      break;
    case 'image':
    case 'file': {
      const data = field.text(block, 'data') ?? field.text(block, 'image');
      const media_type = field.text(block, 'mediaType') ?? field.text(block, 'mimeType');
      const kind = type === 'image' ? 'image' : 'file';
      run.message({
        ...stamp,
        role,
        text: '',
        attachments: [{ kind, media_type, name: field.text(block, 'filename'), base64: data }],
      });
      return;
    }
  }
  run.unknown({ ...stamp, recordType: `block/${textOf(type)}`, raw: block });
}

function emitCall(run: CursorRun, block: JsonObject, stamp: Stamp): void {
  const id = field.text(block, 'toolCallId') ?? field.text(block, 'id');
  const name = field.text(block, 'toolName') ?? field.text(block, 'name') ?? 'unknown';
  const input = block.args ?? block.input;
  const params = isJsonObject(input) ? input : input === undefined ? {} : { input };
  const call = run.openCall(name, params, stamp, id);
  if (id === undefined) run.wait(call);
}

/** False for a result without a known call. */
function emitResult(run: CursorRun, block: JsonObject, stamp: Stamp): boolean {
  const id = field.text(block, 'toolCallId') ?? field.text(block, 'tool_use_id');
  const name = field.text(block, 'toolName') ?? field.text(block, 'name');
  const text = resultText(block.result ?? block.content ?? block.experimental_content);
  if (id === undefined || !run.sink.hasCall(id)) return run.takeResult(name, text, stamp);
  const failed = block.isError === true || block.is_error === true;
  // The database states no outcome, except by a text that begins this way.
  const isError = failed || /^(?:Error|error):/.test(text.slice(0, 20));
  const result = toolResult(name ?? 'unknown', {
    outcome: isError ? 'failed' : 'unknown',
    text,
    ...(isError && !failed ? { inferred: ['outcome'] } : {}),
  });
  run.sink.closeCall(id, { ...result, at: stamp.at, ref: stamp.ref });
  return true;
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return isGiven(content) ? textOf(content) : '';
  return content
    .filter(isGiven)
    .map((each) => (isJsonObject(each) ? (field.text(each, 'text') ?? textOf(each)) : textOf(each)))
    .join('\n');
}
