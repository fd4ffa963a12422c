import { diagnose, type SourceRef, toMillis } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { type JsonObject, parseJsonObject } from './jsonObject.ts';
import { readTextLines, type TextLine } from './readTextLines.ts';

/** An item of a stream that other programs may print into. */
export type StreamRecord =
  /** `prefix` is the text before it on its line, such as a time added by a build server. */
  | { is: 'json'; value: JsonObject; prefix: string }
  /** Lines that are no JSON, one behind the other. */
  | { is: 'text'; text: string };

/** The time at the beginning of a prefix, as build servers add to each line; undefined if there is none. */
export function timeBefore(prefix: string): string | undefined {
  const [word = ''] = prefix.split(' ', 1);
  return word !== '' && toMillis(word) !== undefined ? word : undefined;
}

interface ReadRecordStreamOptions {
  context: ParseContext;
  /** Index of the file in its source. */
  source: number;
  /** Whether an object after other text on its line is a record; if not, the line is text. */
  accepts(value: JsonObject): boolean;
}

/** Maximum number of lines over which a string with raw line breaks may extend. */
const MOST_JOINED = 8;
/** Maximum number of bytes in a record. */
const MOST_TEXT_BYTES = 64 * 1024;
/** Maximum number of lines that are reread after looking like a record without being one; a longer stretch is broken as a whole. */
const MOST_READ_ANEW = 64;
/** Maximum length of an object spread over lines, in characters. */
const MOST_OPEN_LENGTH = 64 * 1024 * 1024;
/** How often a broken line is searched for a complete record after the truncated one. */
const MOST_TRIES = 8;

/**
 * Reads the records of a stream of JSON objects, one per line or spread over several, alone or as the elements of a list, with any other
 * output between them. Repairs a string with a raw line break, and separates a truncated record from a complete one after it; NUL bytes are
 * removed.
 */
export async function* readRecordStream(
  file: SourceFile,
  options: ReadRecordStreamOptions,
): AsyncGenerator<SourceItem<StreamRecord>[]> {
  const collector = new RecordCollector(file.name, options);
  const watching: ParseContext = {
    signal: options.context.signal,
    report: (diagnostic) => {
      if (diagnostic.code === 'record-too-large') collector.skipLine(diagnostic.at?.line ?? 0);
      else options.context.report(diagnostic);
    },
  };
  for await (const lines of readTextLines(file, { context: watching })) {
    for (const line of lines) collector.take(line);
    if (collector.items.length > 0) yield collector.items.splice(0);
  }
  collector.end();
  if (collector.items.length > 0) yield collector.items.splice(0);
}

/** Where a line, or its remainder, begins. */
interface Piece {
  text: string;
  line: number;
  byteOffset: number;
  ended: boolean;
}

type PieceStart = Pick<Piece, 'text' | 'line' | 'byteOffset'>;

/** An object that is not closed yet. */
interface OpenObject {
  pieces: [Piece, ...Piece[]];
  scan: ObjectScan;
  prefix: string;
  /** In characters. */
  length: number;
  /** Whether a string continued past the end of a line. */
  mended: boolean;
}

class RecordCollector {
  readonly items: SourceItem<StreamRecord>[] = [];
  private readonly options: ReadRecordStreamOptions;
  private readonly name: string;
  private open: OpenObject | undefined;
  private texts: { lines: string[]; ref: SourceRef; bytes: number } | undefined;
  private readonly oversized = new Set<number>();

  constructor(name: string, options: ReadRecordStreamOptions) {
    this.name = name;
    this.options = options;
  }

  skipLine(line: number): void {
    this.oversized.add(line);
  }

  take(line: TextLine): void {
    if (this.oversized.delete(line.line)) {
      this.giveUp();
      this.flushText();
      this.items.push({ is: 'broken', code: 'record-too-large', ref: this.refOf([line], line.byteLength) });
      return;
    }
    const clean = line.text.includes('\0') ? line.text.replaceAll('\0', '') : line.text;
    if (clean !== line.text) {
      const at = { file: this.name, line: line.line, byteOffset: line.byteOffset };
      this.options.context.report(diagnose('nul-bytes', { at }));
    }
    this.takePiece({ text: clean, line: line.line, byteOffset: line.byteOffset, ended: line.ended });
  }

  end(): void {
    const { open } = this;
    if (open !== undefined && isBegunRecord(open) && !isFollowed(open)) this.breakOff(open);
    while (this.open !== undefined) this.giveUp();
    this.flushText();
  }

  /** The file ends within a record. */
  private breakOff({ pieces }: OpenObject): void {
    this.open = undefined;
    this.flushText();
    this.items.push({ is: 'broken', code: 'torn-record', ref: this.refOf(pieces), column: 1 });
  }

  private takePiece(piece: Piece): void {
    const { open } = this;
    if (open === undefined) {
      this.begin(piece);
      return;
    }
    // A complete record without indentation, so the one before it was truncated.
    const isNext = piece.text.startsWith('{"') && parseObject(piece.text) !== undefined;
    const most = open.scan.isInString ? open.pieces.length >= MOST_JOINED : open.length > MOST_OPEN_LENGTH;
    if (isNext || most) {
      this.giveUp();
      this.takePiece(piece);
      return;
    }
    if (open.scan.isInString) open.mended = true;
    open.pieces.push(piece);
    open.length += piece.text.length;
    const rest = this.goOn(open, piece);
    if (rest !== undefined) this.begin(rest);
  }

  /** Looks for the beginnings of records in a line, or in its remainder. */
  private begin(piece: Piece): void {
    const whole = parseObject(piece.text);
    if (whole !== undefined) {
      this.flushText();
      this.items.push({ is: 'record', value: { is: 'json', value: whole, prefix: '' }, ref: this.refOf([piece]) });
      return;
    }
    for (let rest: Piece | undefined = piece; rest !== undefined; ) rest = this.beginNext(rest);
  }

  /**
   * Looks for the beginning of a record; returns what follows the record on its line. The end is found before anything is parsed: to fail at
   * what follows takes an engine as long as the whole line is, for each of its records.
   */
  private beginNext(piece: Piece): Piece | undefined {
    const { text } = piece;
    if (isBlank(text)) return undefined;
    const start = startOf(text);
    if (start === undefined) {
      if (!isPunctuation(text)) this.addText(piece);
      return undefined;
    }
    const first = tailOf(piece, start);
    const prefix = text.slice(0, start);
    this.open = { pieces: [first], scan: new ObjectScan(), prefix, length: first.text.length, mended: false };
    return this.goOn(this.open, first);
  }

  /** Reads on in an open record; returns what follows it on the line on which it ends. */
  private goOn(open: OpenObject, piece: Piece): Piece | undefined {
    const end = open.scan.feed(piece.text);
    if (end === 'open') return undefined;
    if (end === 'invalid') {
      this.giveUp();
      return undefined;
    }
    const last = { ...piece, text: piece.text.slice(0, end) };
    const pieces: [Piece, ...Piece[]] =
      open.pieces.length === 1 ? [last] : [open.pieces[0], ...open.pieces.slice(1, -1), last];
    const value = parseObject(open.mended ? joinRepaired(pieces) : pieces.map(({ text }) => text).join('\n'));
    const bare = isPunctuation(open.prefix);
    if (value === undefined || !(bare || this.options.accepts(value))) {
      this.giveUp();
      return undefined;
    }
    this.open = undefined;
    this.flushText();
    const ref = this.refOf(pieces);
    if (open.mended) {
      const at = { file: this.name, line: ref.line, byteOffset: ref.byte_offset };
      this.options.context.report(diagnose('joined-lines', { at, actual: `${pieces.length} lines` }));
    }
    this.items.push({ is: 'record', value: { is: 'json', value, prefix: bare ? '' : open.prefix.trim() }, ref });
    const rest = tailOf(piece, end);
    if (isPunctuation(rest.text)) return undefined;
    if (startOf(rest.text) === 0) {
      const at = { file: this.name, line: rest.line, byteOffset: rest.byteOffset };
      this.options.context.report(diagnose('glued-records', { at }));
    }
    return rest;
  }

  /** The assumed record is none, or was truncated: the lines after its first one are reread. */
  private giveUp(): void {
    const { open } = this;
    if (open === undefined) return;
    this.open = undefined;
    const [first, ...later] = open.pieces;
    if (later.length > MOST_READ_ANEW) {
      this.flushText();
      this.items.push({ is: 'broken', code: 'invalid-record', ref: this.refOf(open.pieces), column: 1 });
      return;
    }
    if (!isPunctuation(open.prefix) || !/^\{\s*"/.test(first.text)) {
      this.addText({
        ...first,
        text: open.prefix + first.text,
        byteOffset: first.byteOffset - utf8Length(open.prefix),
      });
    } else {
      const behind = recordBehind(first.text);
      const cut = behind === undefined ? first : { ...first, text: first.text.slice(0, behind) };
      this.flushText();
      const code = first.ended || later.length > 0 ? 'invalid-record' : 'torn-record';
      this.items.push({ is: 'broken', code, ref: this.refOf([cut]), column: 1 });
      if (behind !== undefined) this.begin(tailOf(first, behind));
    }
    for (const piece of later) this.takePiece(piece);
  }

  private addText(piece: Piece): void {
    const bytes = utf8Length(piece.text);
    if (this.texts !== undefined && this.texts.bytes + bytes > MOST_TEXT_BYTES) this.flushText();
    this.texts ??= { lines: [], ref: this.refOf([piece]), bytes: 0 };
    this.texts.lines.push(piece.text.trimEnd());
    this.texts.bytes += bytes;
    this.texts.ref.byte_length = piece.byteOffset + bytes - (this.texts.ref.byte_offset ?? 0);
  }

  private flushText(): void {
    if (this.texts === undefined) return;
    const { lines, ref } = this.texts;
    this.texts = undefined;
    this.items.push({ is: 'record', value: { is: 'text', text: lines.join('\n') }, ref });
  }

  private refOf(pieces: readonly [PieceStart, ...PieceStart[]], length?: number): SourceRef {
    const [first] = pieces;
    const last = pieces.at(-1) ?? first;
    return {
      source: this.options.source,
      line: first.line,
      byte_offset: first.byteOffset,
      byte_length: length ?? last.byteOffset + utf8Length(last.text) - first.byteOffset,
    };
  }
}

/** Whether the open text began like a record, unlike a line of a program that ends in a brace. */
function isBegunRecord({ pieces, prefix }: OpenObject): boolean {
  const head = pieces
    .slice(0, MOST_JOINED)
    .map(({ text }) => text.slice(0, 200))
    .join('\n');
  const isBareBrace = isPunctuation(prefix) && pieces.length === 1 && head.trim() === '{';
  return isBareBrace || /^\{\s*"[^"]{0,100}"\s*:/.test(head);
}

/** Whether a whole record stands on the line of a truncated one, in a place where no value of that one can begin. */
function isFollowed({ pieces: [{ text }] }: OpenObject): boolean {
  const behind = recordBehind(text);
  return behind !== undefined && !/[[:,]$/.test(text.slice(0, behind).trimEnd());
}

/** Follows one object from its opening brace to its closing one. */
class ObjectScan {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private begun = false;

  get isInString(): boolean {
    return this.inString;
  }

  /** Position of the object's end in this text; `invalid` if the text is no JSON object. */
  feed(text: string): number | 'open' | 'invalid' {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (code === 0x5c) this.escaped = true;
        else if (code === 0x22) this.inString = false;
        continue;
      }
      if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) continue;
      if (this.depth === 1 && !this.begun) {
        this.begun = true;
        if (code !== 0x22 && code !== 0x7d) return 'invalid';
      }
      if (code === 0x22) this.inString = true;
      else if (code === 0x7b || code === 0x5b) this.depth += 1;
      else if (code === 0x7d || code === 0x5d) this.depth -= 1;
      if (this.depth === 0) return at + 1;
    }
    this.escaped = false;
    return 'open';
  }
}

/** Where an object may begin: at a brace followed by a name, another brace, or nothing. */
function startOf(text: string): number | undefined {
  const at = text.search(/\{\s{0,8}(?:"|\}|$)/);
  return at === -1 ? undefined : at;
}

/** Position of a complete object after a truncated one on the same line. */
function recordBehind(text: string): number | undefined {
  let at = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    at = text.indexOf('{"', at + 1);
    if (at === -1) return undefined;
    if (parseObject(text.slice(at)) !== undefined) return at;
  }
  return undefined;
}

/** Joins the lines of an object in which a string contains raw line breaks. */
function joinRepaired(pieces: readonly Piece[]): string {
  const scan = new ObjectScan();
  return pieces.reduce((text, piece) => {
    const joint = text === '' ? '' : scan.isInString ? '\\n' : '\n';
    scan.feed(piece.text);
    return `${text}${joint}${piece.text}`;
  }, '');
}

function tailOf(piece: Piece, from: number): Piece {
  return {
    ...piece,
    text: piece.text.slice(from),
    byteOffset: piece.byteOffset + utf8Length(piece.text.slice(0, from)),
  };
}

function parseObject(text: string): JsonObject | undefined {
  return text.trimEnd().endsWith('}') ? parseJsonObject(text) : undefined;
}

/** Only what stands between the elements of a list. */
function isPunctuation(text: string): boolean {
  return /^[[\],\s\ufeff]*$/.test(text);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
