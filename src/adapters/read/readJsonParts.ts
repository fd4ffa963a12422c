import type { SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import type { JsonObject } from './jsonObject.ts';
import { MAX_LINE_BYTES } from './readTextLines.ts';

/** A piece of a JSON document: an element of one of its lists, or the fields outside the lists. */
export type JsonPart =
  /** `list` is '' if the document itself is a list. */
  | { is: 'element'; list: string; value: unknown }
  /** The document's own fields that stand before, between or behind its lists. */
  | { is: 'fields'; value: JsonObject };

interface ReadJsonPartsOptions {
  context: ParseContext;
  /** Index of the file in its source. */
  source: number;
  /** Names of the document's own fields whose list elements are read one by one. */
  lists: readonly string[];
  maxPartBytes?: number;
}

/**
 * Reads a file that is one JSON value, in any layout, piece by piece: only one element at a time is in memory, plus the fields outside the
 * lists. A truncated part becomes a broken item, after all complete parts before it.
 */
export async function* readJsonParts(
  file: SourceFile,
  { context, source, lists, maxPartBytes = MAX_LINE_BYTES }: ReadJsonPartsOptions,
): AsyncGenerator<SourceItem<JsonPart>[]> {
  const splitter = new DocumentSplitter({ lists: new Set(lists), source, maxPartBytes });
  for await (const chunk of file.bytes()) {
    context.signal?.throwIfAborted();
    splitter.feed(chunk);
    if (splitter.items.length > 0) yield splitter.items.splice(0);
  }
  splitter.end();
  if (splitter.items.length > 0) yield splitter.items.splice(0);
}

const [QUOTE, BACKSLASH, COMMA, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x0a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Maximum length of a key that opens a list, in bytes. */
const MOST_KEY_BYTES = 200;

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isBom = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;

/**
 * Finds where the parts of a document begin and end, without parsing their contents. JSON's structural characters are ASCII in UTF-8, so
 * looking at bytes is enough.
 */
class DocumentSplitter {
  readonly items: SourceItem<JsonPart>[] = [];
  private readonly lists: ReadonlySet<string>;
  private readonly source: number;
  private readonly maxPartBytes: number;
  private root: 'none' | 'list' | 'object' | 'over' = 'none';
  /** The list being read; undefined among the document's own fields. */
  private list: string | undefined;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private offset = 0;
  private line = 1;
  /** The part being read: its bytes so far, and where it began; undefined between parts. */
  private part: { bytes: Uint8Array[]; length: number; start: number; line: number } | undefined;
  /** Fields of the document waiting to be returned together, as JSON, with their positions. */
  private fields: { json: string[]; ref: SourceRef } | undefined;

  constructor(options: { lists: ReadonlySet<string>; source: number; maxPartBytes: number }) {
    this.lists = options.lists;
    this.source = options.source;
    this.maxPartBytes = options.maxPartBytes;
  }

  feed(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) this.line += 1;
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inString = false;
        continue;
      }
      if (isSpace(byte)) continue;
      if (this.isBorder(byte)) {
        if (this.part !== undefined) this.keep(chunk.subarray(from, at));
        this.cross(byte);
        continue;
      }
      if (this.part === undefined) {
        if (this.root === 'none' && isBom(byte) && this.offset + at < 3) continue;
        from = at;
        this.part = { bytes: [], length: 0, start: this.offset + at, line: this.line };
      }
      if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_LIST && this.opensList(chunk.subarray(from, at))) {
        this.part = undefined;
        this.depth += 1;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth -= 1;
    }
    if (this.part !== undefined) this.keep(chunk.subarray(from));
    this.offset += chunk.length;
  }

  end(): void {
    const { part } = this;
    if (part !== undefined) {
      this.flushFields();
      const isDocument = this.root === 'list' || this.root === 'object';
      const ref = this.refOf(part);
      this.items.push({ is: 'broken', code: isDocument ? 'torn-record' : 'invalid-json', ref });
    }
    this.flushFields();
    if (part !== undefined || this.root === 'none' || this.root === 'over') return;
    const ref: SourceRef = { source: this.source, line: this.line, byte_offset: this.offset, byte_length: 0 };
    this.items.push({ is: 'broken', code: 'torn-record', ref, message: 'The document ends before it is closed.' });
  }

  /** Depth at which a comma separates two parts. */
  private get level(): number {
    return this.list === undefined || this.root === 'list' ? 1 : 2;
  }

  /** Whether a byte outside of strings ends a part, or opens or closes a container of parts. */
  private isBorder(byte: number): boolean {
    if (this.root === 'none') return this.part === undefined && (byte === OPEN_LIST || byte === OPEN_OBJECT);
    if (this.depth !== this.level) return false;
    return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;
  }

  private cross(byte: number): void {
    if (this.root === 'none') {
      this.root = byte === OPEN_LIST ? 'list' : 'object';
      this.list = byte === OPEN_LIST ? '' : undefined;
      this.depth = 1;
      return;
    }
    this.finishPart();
    if (byte === COMMA) return;
    this.depth -= 1;
    if (this.depth === 0) {
      this.flushFields();
      this.root = 'over';
    }
    this.list = undefined;
  }

  /** Whether the field whose value begins with this bracket is one of the lists. */
  private opensList(more: Uint8Array): boolean {
    if (this.root !== 'object' || this.depth !== 1 || this.part === undefined) return false;
    if (this.part.length + more.length > MOST_KEY_BYTES) return false;
    const [, name] = /^"([^"\\]*)"\s*:\s*$/.exec(decode([...this.part.bytes, more])) ?? [];
    if (name === undefined || !this.lists.has(name)) return false;
    this.flushFields();
    this.list = name;
    return true;
  }

  private keep(bytes: Uint8Array): void {
    if (this.part === undefined) return;
    this.part.length += bytes.length;
    if (this.part.length <= this.maxPartBytes) this.part.bytes.push(new Uint8Array(bytes));
    else this.part.bytes = [];
  }

  private refOf({ start, length, line }: { start: number; length: number; line: number }): SourceRef {
    return { source: this.source, line, byte_offset: start, byte_length: length };
  }

  private finishPart(): void {
    const { part } = this;
    this.part = undefined;
    if (part === undefined) return;
    const ref = this.refOf(part);
    if (part.length > this.maxPartBytes) {
      this.items.push({ is: 'broken', code: 'record-too-large', ref });
      return;
    }
    const json = decode(part.bytes).trimEnd();
    if (this.list === undefined) this.addField(json, ref);
    else this.push(json, ref, (value) => ({ is: 'element', list: this.list ?? '', value }));
  }

  private addField(json: string, ref: SourceRef): void {
    if (!isJson(`{${json}}`)) {
      this.items.push({ is: 'broken', code: 'invalid-json', ref });
      return;
    }
    const start = this.fields?.ref.byte_offset ?? ref.byte_offset ?? 0;
    const end = (ref.byte_offset ?? 0) + (ref.byte_length ?? 0);
    this.fields = {
      json: [...(this.fields?.json ?? []), json],
      ref: { ...(this.fields?.ref ?? ref), byte_length: end - start },
    };
  }

  private flushFields(): void {
    const { fields } = this;
    this.fields = undefined;
    if (fields === undefined) return;
    this.push(`{${fields.json.join(',')}}`, fields.ref, (value) => ({ is: 'fields', value: value as JsonObject }));
  }

  private push(json: string, ref: SourceRef, partOf: (value: unknown) => JsonPart): void {
    try {
      this.items.push({ is: 'record', value: partOf(JSON.parse(json)), ref });
    } catch {
      this.items.push({ is: 'broken', code: 'invalid-json', ref });
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function decode(pieces: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return new TextDecoder().decode(bytes);
}
