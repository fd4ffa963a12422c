import { diagnose } from '../../session/index.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import type { Conversation, RecordStamp } from './conversation.ts';
import { stripLineNumbers } from './results/files.ts';
import { isPersisted } from './results/shell.ts';
import type { Run } from './run.ts';

/**
 * Names of the files that contain a record's results. The path in the log is never followed: only its last segment is looked up among the
 * source's files.
 */
export function outputReferences(record: unknown): string[] {
  if (!isJsonObject(record) || record.type !== 'user') return [];
  const message = field.object(record, 'message');
  const names: string[] = [];
  for (const block of message === undefined ? [] : field.objects(message, 'content')) {
    const text = resultText(block);
    if (text === undefined || !isPersisted(text)) continue;
    const id = field.text(block, 'tool_use_id');
    if (id !== undefined) names.push(`${id}.txt`, `${id}.json`);
    const path = savedPath.exec(text.slice(0, 2000))?.[1];
    if (path !== undefined) names.push(lastStep(path));
  }
  return names;
}

const savedPath = /saved to: ([^\n]{1,1000})/;

function resultText(block: Readonly<Record<string, unknown>>): string | undefined {
  if (block.type !== 'tool_result') return undefined;
  if (typeof block.content === 'string') return block.content;
  const [first] = field.objects(block, 'content');
  return first === undefined ? undefined : field.text(first, 'text');
}

/** Splits at both kinds of slashes, because a log written on Windows may be read anywhere. */
function lastStep(path: string): string {
  return path.trim().slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The output of a result that the CLI put into a file, and whether it is complete; undefined, and reported, if the file is missing. */
export function takeOutput(
  conversation: Conversation,
  { block, shown, structured, isCopy }: { block: JsonObject; shown: string; structured: unknown; isCopy: boolean },
  stamp: RecordStamp,
): { text: string; isWhole: boolean } | undefined {
  const names = outputReferences({ type: 'user', message: { content: [block] } });
  for (const name of names) {
    const output = conversation.outputs.get(name);
    if (output === undefined) continue;
    conversation.outputs.delete(name);
    return { text: output.text, isWhole: true };
  }
  const copy = copyInRecord(shown, structured);
  // The missing file was reported when the result first appeared.
  if (copy?.isWhole === true || isCopy) return copy;
  const at = { line: stamp.ref.line, byteOffset: stamp.ref.byte_offset };
  const file = conversation.names[stamp.ref.source];
  const actual = names.at(-1);
  conversation.assembly.report(
    diagnose('missing-companion', {
      at: file === undefined ? at : { file, ...at },
      ...(actual === undefined ? {} : { actual }),
    }),
  );
  return copy;
}

/** The beginning of the output, as the CLI leaves it for the model. */
const PREVIEW = /\nPreview \(first [^)\n]{1,20}\):\n/;
/** Number of characters compared. */
const COMPARED = 200;

/**
 * The output in the record's structured result, which often holds all of it, for a search, a command or a page alike: the longest text
 * there that begins like the preview.
 */
function copyInRecord(shown: string, structured: unknown): { text: string; isWhole: boolean } | undefined {
  const mark = PREVIEW.exec(shown.slice(0, 4000));
  if (mark === null) return undefined;
  const preview = shown.slice(mark.index + mark[0].length).trimStart();
  let best: string | undefined;
  for (const text of textsOf(structured, 0)) {
    if (text.length <= (best ?? shown).length || !beginsAlike(text, preview)) continue;
    best = text;
  }
  return best === undefined ? undefined : { text: best, isWhole: isAll(best, shown, structured) };
}

/** A tool may put a line of its own above the output. */
function beginsAlike(text: string, preview: string): boolean {
  const head = text.trimStart().slice(0, COMPARED);
  const below = preview.slice(preview.indexOf('\n') + 1);
  return [preview, below, stripLineNumbers(preview)?.content ?? ''].some((each) => each.startsWith(head));
}

function* textsOf(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) {
    const blocks = value.flatMap((each) => (isJsonObject(each) ? (field.text(each, 'text') ?? []) : []));
    if (blocks.length > 0) yield blocks.join('\n');
    const lines = value.filter((each) => typeof each === 'string');
    if (lines.length > 0) yield lines.join('\n');
  } else if (isJsonObject(value) && depth < 2) {
    for (const each of Object.values(value)) yield* textsOf(each, depth + 1);
  }
}

const stated = /^<persisted-output>\s*Output too large \(([\d.]{1,12}) ?(bytes|KB|MB)\)/;
const units: Readonly<Record<string, number>> = { bytes: 1, KB: 1024, MB: 1024 ** 2 };

/** Whether a text has the length that the CLI states for the output, which it rounds to a tenth of its unit. */
function isAll(text: string, shown: string, structured: unknown): boolean {
  const exact = isJsonObject(structured) ? field.number(structured, 'persistedOutputSize') : undefined;
  const [, size, unit = ''] = stated.exec(shown) ?? [];
  const bytes = exact ?? Number(size) * (units[unit] ?? 1);
  const rounding = exact === undefined ? (units[unit] ?? 1) / 10 : 0;
  // A line above the output, or the line feed at its end, may be missing.
  const length = new TextEncoder().encode(text).byteLength;
  return Number.isFinite(bytes) ? length >= bytes * 0.99 - rounding : true;
}

/** Keeps outputs that no result asked for. */
export function emitUnclaimedOutputs(conversation: Conversation, run: Run): void {
  if (conversation.outputs.size === 0) return;
  for (const [name, { text, ref }] of conversation.outputs) {
    run.notice({ kind: 'orphan_result', text, ref, nativeId: name });
  }
  conversation.outputs.clear();
}
