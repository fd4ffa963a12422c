import { outcomeOf } from './facts/callOutcome.ts';
import type { ContentRef } from './schema/itemParts.ts';
import type { ToolCall } from './schema/std001v31.ts';
import { countLines } from './text/lines.ts';

/**
 * An abridged session is a copy of a session file for readers who fetch the rest by ranges: the same document, but the outputs of calls that
 * succeeded are shortened, and each says in `content_refs` which bytes of the session file hold its call. docs/abridged.md has the format.
 */

/** Version of the format. */
export const abridgedVersion = 1;

/**
 * Size in bytes from which a session gets an abridged copy. Below it, the whole file is there in a fifth of a second even at 40 MB a second,
 * and an export or a chat takes it as it is.
 */
export const abridgedFrom = 8 * 1024 * 1024;

/** The first line of an abridged session: the session file that it was made of. */
export interface AbridgedOrigin {
  readonly version: number;
  /** Size of the session file. */
  readonly bytes: number;
  /** SHA-256 of the session file, in hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of its first and its last 64 KiB together: what a reader checks without fetching the file. */
  readonly ends: string;
}

/** Number of bytes at either end of a session file that {@link AbridgedOrigin.ends} covers. */
export const endBytes = 64 * 1024;

/** A range of bytes in the session file. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Name of the abridged copy of a session file: `<session_id>.abridged.gz`. */
export function abridgedName(sessionFile: string): string {
  return `${sessionFile.replace(/\.json$/, '')}.abridged.gz`;
}

/** Where the item of a shortened text lies in the session file; undefined where the text lies in a file of its own. */
export function rangeInSession({ path }: Pick<ContentRef, 'path'>): ByteRange | undefined {
  const [, start, length] = /^#bytes=(\d{1,15})\+(\d{1,15})$/.exec(path) ?? [];
  return start === undefined || length === undefined ? undefined : { start: Number(start), length: Number(length) };
}

/** An output of at most this many UTF-16 units stays; of a longer one these ends. A row of a list shows no more. */
const longest = 700;
const kept: OmissionRule = { head: 400, tail: 100 };

/** An item of fewer bytes than this has nothing to shorten. */
export const shortestAbridged = longest;

const outputs = ['/output/result/text', '/context_contribution/full_content'] as const;

/**
 * A call whose long outputs are shortened; the call itself if it has none, or did not succeed: what is shown of a failure is looked for in all
 * of its output.
 * @param range of the call's JSON in the session file.
 * @param hash gives the SHA-256 of a text's UTF-8 in hexadecimal.
 */
export function abridgeCall(call: ToolCall, range: ByteRange, hash: (text: string) => string): ToolCall {
  if (outcomeOf(call) !== 'succeeded') return call;
  const refs = [...(call.content_refs ?? [])];
  const shortened = { ...call, output: { ...call.output } };
  for (const pointer of outputs) {
    const text = textAt(call, pointer);
    if (text === undefined || text.length <= longest) continue;
    putText(shortened, pointer, omitMiddle(text, kept));
    // A text that lies beside the session already is found there.
    if (refs.some((ref) => ref.pointer === pointer)) continue;
    refs.push({
      pointer,
      sha256: hash(text),
      bytes: new TextEncoder().encode(text).length,
      lines: countLines(text),
      path: `#bytes=${range.start}+${range.length}`,
    });
  }
  return refs.length === (call.content_refs ?? []).length ? shortened : { ...shortened, content_refs: refs };
}

/** The text of an item that a reference is to. */
export function textOfItem(item: unknown, { pointer }: Pick<ContentRef, 'pointer'>): string | undefined {
  const known = outputs.find((each) => each === pointer);
  return known === undefined ? undefined : textAt(item as Partial<ToolCall>, known);
}

function textAt(call: Partial<ToolCall>, pointer: (typeof outputs)[number]): string | undefined {
  return pointer === '/output/result/text' ? call.output?.result?.text : call.context_contribution?.full_content;
}

function putText(call: ToolCall, pointer: (typeof outputs)[number], text: string): void {
  if (pointer === '/output/result/text') call.output.result = { ...call.output.result, text };
  else if (call.context_contribution !== undefined)
    call.context_contribution = { ...call.context_contribution, full_content: text };
}

/** Left where the middle of a long text was taken out; the text itself lies elsewhere, see `content_refs`. */
export const omission = /\n\[… \d{1,15} characters omitted here; [^\n]{1,200}\]\n/;

/** Sizes of what stays of a text, in UTF-16 units. */
interface OmissionRule {
  readonly head: number;
  readonly tail: number;
}

/** A text without its middle: beginning, a line that says how much is missing, end. No character is cut in two. */
export function omitMiddle(text: string, { head, tail }: OmissionRule): string {
  const before = wholeCharacters(text.slice(0, head));
  const after = wholeCharacters(text.slice(text.length - tail));
  const omitted = text.length - before.length - after.length;
  return `${before}\n[… ${omitted} characters omitted here; the whole text is in the session's content folder …]\n${after}`;
}

function wholeCharacters(part: string): string {
  const from = isIn(0xdc00, part.charCodeAt(0)) ? 1 : 0;
  return part.slice(from, isIn(0xd800, part.charCodeAt(part.length - 1)) ? -1 : undefined);
}

/** Whether a unit is of that half of the surrogates. */
function isIn(half: number, code: number): boolean {
  return code >= half && code < half + 0x400;
}
