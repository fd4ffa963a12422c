import type { FilePatch, Outcome, PatchHunk, TokenUsage } from '../../session/index.ts';
import type { AttachmentPart } from '../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { patchOfDiff } from '../unifiedDiff.ts';
import type { EntryStamp, PiSession, PiVerdict } from './session.ts';

/** The text of a content, and its images. */
export function contentText(content: unknown): { text: string; attachments: AttachmentPart[] } {
  if (typeof content === 'string') return { text: content, attachments: [] };
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return {
    text: blocks.flatMap((block) => field.text(block, 'text') ?? []).join('\n'),
    attachments: blocks.flatMap((block): AttachmentPart[] => {
      const [data, type] = [field.text(block, 'data'), field.text(block, 'mimeType')];
      return block.type === 'image' ? [{ kind: 'image', media_type: type, base64: data }] : [];
    }),
  };
}

/** A message of any role. `partial`: it was interrupted while being written. */
export function convertMessage(session: PiSession, message: JsonObject, stamp: EntryStamp, partial = false): PiVerdict {
  const { sink } = session;
  const { text, attachments } = contentText(message.content);
  switch (message.role) {
    case 'user':
      session.state = 'asked';
      session.made(sink.message({ ...stamp, role: 'user', text, ...(attachments.length > 0 ? { attachments } : {}) }));
      return 'converted';
    case 'assistant':
      return convertReply(session, message, stamp, partial);
    case 'toolResult':
      return convertResult(session, message, stamp);
    case 'bashExecution':
      return convertShell(session, message, stamp);
    case 'custom':
    case 'hookMessage': {
      const origin = message.display === false ? 'context' : 'system';
      session.made(
        sink.message({ ...stamp, role: 'system', origin, text, extensions: { custom_type: message.customType } }),
      );
      return 'converted';
    }
    case 'branchSummary':
    case 'compactionSummary':
      session.made(sink.message({ ...stamp, role: 'system', origin: 'context', text: textOf(message.summary ?? '') }));
      return 'converted';
  }
  session.made(sink.unknown({ ...stamp, recordType: `message/${textOf(message.role)}`, raw: message }));
  return 'unknown';
}

/** What the model thought, said and asked for. */
function convertReply(session: PiSession, message: JsonObject, stamp: EntryStamp, partial: boolean): PiVerdict {
  const model = field.text(message, 'model');
  if (model !== undefined) session.models.set(model, (session.models.get(model) ?? 0) + 1);
  const stop = field.text(message, 'stopReason');
  const broken = stop === 'error' || stop === 'aborted' || partial;
  session.state = 'answered';
  for (const block of field.objects(message, 'content')) convertBlock(session, block, stamp, { model, broken });
  const usage = readUsage(fieldsOf(message.usage));
  if (usage !== undefined) session.made(session.sink.usage({ ...stamp, usage, model }));
  const said = field.text(message, 'errorMessage');
  if (stop === 'error') {
    session.state = 'failed';
    session.notice('api_error', said ?? 'The model gave an error', stamp, { extensions: { model } });
  } else if (stop === 'aborted') {
    session.state = 'interrupted';
    session.notice('interruption', said ?? 'Aborted', stamp, { extensions: { model } });
  } else if (stop === 'length') {
    session.notice('truncation', 'The reply was cut off: it reached the limit of tokens.', stamp);
  } else if (partial) session.state = 'asked';
  return 'converted';
}

function convertBlock(
  session: PiSession,
  block: JsonObject,
  stamp: EntryStamp,
  { model, broken }: { model: string | undefined; broken: boolean },
): void {
  const { sink } = session;
  switch (block.type) {
    case 'text': {
      const text = field.text(block, 'text') ?? '';
      if (text.trim() !== '') session.made(sink.message({ ...stamp, role: 'assistant', text, model }));
      return;
    }
    case 'thinking': {
      const text = field.text(block, 'thinking') ?? '';
      session.made(sink.thinking({ ...stamp, text: text.trim() === '' ? undefined : text }));
      return;
    }
    case 'toolCall': {
      const name = field.text(block, 'name') ?? 'unknown';
      const params = isJsonObject(block.arguments) ? block.arguments : { arguments: block.arguments };
      const id = field.text(block, 'id');
      const rawCommand = name === 'bash' ? field.text(params, 'command') : undefined;
      session.made(sink.openCall({ ...stamp, nativeId: id, name, params: { ...params }, rawCommand }));
      if (id !== undefined) session.open.set(id, { name, params, aborted: broken });
      session.state = 'calling';
      return;
    }
  }
  session.made(sink.unknown({ ...stamp, recordType: `assistant/${textOf(block.type)}`, raw: block }));
}

/** Input excludes the cache, output includes the reasoning; the agent computes the cost from a price list. */
function readUsage(raw: JsonObject): TokenUsage | undefined {
  const usage: TokenUsage = {};
  for (const [kind, key] of usageNames) {
    const value = field.number(raw, key);
    if (value !== undefined && value >= 0) usage[kind] = value;
  }
  const cost = field.number(fieldsOf(raw.cost), 'total');
  if (cost !== undefined && cost >= 0) usage.cost_usd = cost;
  return Object.values(usage).some((value) => typeof value === 'number' && value > 0) ? usage : undefined;
}

const usageNames = [
  ['input', 'input'],
  ['output', 'output'],
  ['cache_read', 'cacheRead'],
  ['cache_write', 'cacheWrite'],
  ['reasoning', 'reasoning'],
] as const;

const denied = /^(?:[\w ]{0,40}\b(?:denied|blocked|rejected) by (?:the )?user|Permission denied by user)/i;
const aborted = /^(?:Operation|Request was) aborted\.?$/i;

function convertResult(session: PiSession, message: JsonObject, stamp: EntryStamp): PiVerdict {
  const id = field.text(message, 'toolCallId') ?? '';
  const call = session.open.get(id);
  const name = call?.name ?? field.text(message, 'toolName') ?? 'unknown';
  const { text, attachments } = contentText(message.content);
  const details = fieldsOf(message.details);
  const patch = patchOf(details, call?.params ?? {});
  const { diff: _, patch: __, ...rest } = details;
  const outcome = outcomeOf(message.isError === true, text);
  const result = toolResult(name, {
    outcome,
    text: text === '' ? undefined : text,
    patches: patch === undefined ? undefined : [patch],
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(Object.keys(rest).length === 0 ? {} : { fields: { details: rest } }),
    ...(field.object(details, 'truncation')?.truncated === true ? { truncated: true } : {}),
    ...(outcome === 'denied' || outcome === 'interrupted' ? { inferred: ['outcome'] } : {}),
  });
  session.open.delete(id);
  const closed = session.sink.closeCall(id, { ...result, at: stamp.at, ref: stamp.ref });
  if (closed === 'orphan') session.next += 1;
  if (session.state === 'calling' && session.open.size === 0) session.state = 'asked';
  return 'converted';
}

function outcomeOf(isError: boolean, text: string): Outcome {
  if (!isError) return 'succeeded';
  if (aborted.test(text.trim())) return 'interrupted';
  return denied.test(text.slice(0, 200)) ? 'denied' : 'failed';
}

/** A change as a unified diff, or as pi shows it: each line with its number. */
function patchOf(details: JsonObject, params: JsonObject): FilePatch | undefined {
  const path = field.text(params, 'path');
  const unified = field.text(details, 'patch');
  if (path === undefined) return undefined;
  if (unified?.includes('@@') === true) return patchOfDiff(path, unified);
  const diff = field.text(details, 'diff');
  if (diff === undefined) return undefined;
  const hunks = readNumberedDiff(diff);
  return { path, change: 'modified', ...(hunks.length === 0 ? {} : { hunks }) };
}

const numberedLine = /^([-+ ])\s{0,12}(\d{1,9}) (.*)$/;

/** Lines are numbered as before the change, added ones as after it; a gap between two changes is `...`. */
function readNumberedDiff(diff: string): PatchHunk[] {
  const hunks: PatchHunk[] = [];
  let current: PatchHunk | undefined;
  let shift = 0;
  for (const line of diff.split('\n')) {
    const [, sign, number, text] = numberedLine.exec(line) ?? [];
    if (sign === undefined || number === undefined || text === undefined) {
      current = undefined;
      continue;
    }
    const at = Number(number);
    if (current === undefined) {
      const before = sign === '+' ? at - shift : at;
      current = {
        old_start: Math.max(0, before),
        old_lines: 0,
        new_start: Math.max(0, before + shift),
        new_lines: 0,
        lines: [],
      };
      hunks.push(current);
    }
    current.lines.push(`${sign}${text}`);
    if (sign !== '+') current.old_lines += 1;
    if (sign !== '-') current.new_lines += 1;
    shift += sign === '+' ? 1 : sign === '-' ? -1 : 0;
  }
  return hunks;
}

/** A command that the person ran, with what it printed. */
function convertShell(session: PiSession, message: JsonObject, stamp: EntryStamp): PiVerdict {
  const { sink } = session;
  const hidden = message.excludeFromContext === true ? { hidden_from_model: true } : {};
  const command = field.text(message, 'command') ?? '';
  session.made(sink.message({ ...stamp, role: 'user', origin: 'shell', text: command, extensions: hidden }));
  const exitCode = field.number(message, 'exitCode');
  const path = field.text(message, 'fullOutputPath');
  session.made(
    sink.message({
      ...stamp,
      role: 'system',
      origin: 'shell',
      text: field.text(message, 'output') ?? '',
      extensions: {
        ...hidden,
        ...(exitCode === undefined ? {} : { exit_code: exitCode }),
        ...(message.cancelled === true ? { cancelled: true } : {}),
        ...(message.truncated === true ? { truncated: true } : {}),
        ...(path === undefined ? {} : { full_output_path: path }),
      },
    }),
  );
  return 'converted';
}
