import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants as fileConstants, fstatSync, openSync, readSync } from 'node:fs';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type SessionListName, type SessionPieces, SessionSplitter } from '../../src/loading/SessionSplitter.ts';
import type { ToolCall } from '../../src/session/index.ts';
import {
  type AbridgedOrigin,
  abridgeCall,
  abridgedVersion,
  endBytes,
  shortestAbridged,
} from '../../src/session/internal.ts';

const readBytes = 1024 * 1024;
/** Bytes that are compressed at a time. */
const compressedAtOnce = 1024 * 1024;
/** Bytes of room for what they become, of which there are several in turn. */
const deflatedAtOnce = 256 * 1024;

/**
 * The abridged copy of a session file, as the bytes of a gzip file; docs/abridged.md has the format. Reads the file twice, in pieces.
 * @param beat is called repeatedly.
 */
export function* abridgeFile(path: string, beat: () => void = () => undefined): Generator<Uint8Array> {
  const origin = originOf(path);
  const writer = new AbridgedWriter(origin);
  let splitter: Pick<SessionSplitter, 'write' | 'end'> | undefined;
  const gzip = new GzipPieces();
  yield gzip.head();
  for (const chunk of chunksOf(path)) {
    beat();
    splitter ??= isInLines(chunk) ? new LineSplitter(writer) : new SessionSplitter(writer);
    splitter.write(chunk);
    if (writer.length >= compressedAtOnce) yield gzip.piece(writer.take());
  }
  splitter?.end();
  writer.end();
  yield gzip.last(writer.take());
}

/** Facts of a session file by which a reader knows whether an abridged copy belongs to it. */
export function originOf(path: string): AbridgedOrigin {
  const whole = createHash('sha256');
  const ends = createHash('sha256');
  let bytes = 0;
  const end = Buffer.alloc(endBytes);
  for (const chunk of chunksOf(path)) {
    whole.update(chunk);
    if (bytes < endBytes) ends.update(chunk.subarray(0, endBytes - bytes));
    bytes += chunk.length;
    const last = chunk.subarray(-endBytes);
    end.copyWithin(0, last.length);
    end.set(last, endBytes - last.length);
  }
  const last = end.subarray(endBytes - Math.min(bytes, endBytes));
  return { version: abridgedVersion, bytes, sha256: whole.digest('hex'), ends: hex(ends.update(last)) };
}

function hex(hash: Hash): string {
  return hash.digest('hex');
}

/** Whether a session file begins as `serializeSession` writes it: a field or an item a line, without indentation. */
function isInLines(beginning: Buffer): boolean {
  return beginning.toString('latin1', 0, 3) === '{\n"';
}

const lineFeed = 0x0a;
const comma = 0x2c;
const closeBracket = 0x5d;

/**
 * Splits a session that has a field or an item a line. The engine finds line ends many times as fast as {@link SessionSplitter} can look at each
 * byte.
 */
class LineSplitter {
  readonly #pieces: SessionPieces;
  #buffer = Buffer.allocUnsafe(2 * readBytes);
  #length = 0;
  /** Bytes that have left the buffer, and where the unfinished line or field begins. */
  #gone = 0;
  #from = 0;
  /** The list whose items come, or the field whose value goes on over several lines. */
  #list: SessionListName | undefined;
  #field: { name: string; at: number } | undefined;
  #isComplete = false;

  constructor(pieces: SessionPieces) {
    this.#pieces = pieces;
  }

  /** Throws where a line is none of a session. */
  write(chunk: Uint8Array): void {
    let from = this.#append(chunk);
    const bytes = this.#buffer.subarray(0, this.#length);
    for (let end = bytes.indexOf(lineFeed, from); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      this.#take(from, end);
      from = end + 1;
      if (this.#field === undefined) this.#from = from;
    }
  }

  /** Throws where the session is incomplete. */
  end(): void {
    if (!this.#isComplete) throw new Error('The JSON of the session ends before its object does.');
  }

  /** Returns where the first line begins that has not ended. */
  #append(chunk: Uint8Array): number {
    const { length } = chunk;
    if (this.#length + length > this.#buffer.length) {
      const rest = this.#buffer.subarray(this.#from, this.#length);
      if (rest.length + length > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(2 * (rest.length + length));
      this.#buffer.set(rest);
      this.#gone += this.#from;
      if (this.#field !== undefined) this.#field.at -= this.#from;
      this.#length = rest.length;
      this.#from = 0;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length += length;
    return this.#field === undefined ? this.#from : this.#buffer.lastIndexOf(lineFeed, this.#length - length - 1) + 1;
  }

  #take(from: number, end: number): void {
    const isClosing = this.#buffer[from] === closeBracket;
    const last = this.#buffer[end - 1] === comma ? end - 1 : end;
    if (this.#field !== undefined) {
      if (isClosing) this.#takeField(this.#field.name, this.#field.at, last);
    } else if (this.#list !== undefined) {
      if (isClosing) this.#list = undefined;
      else this.#pieces.item(this.#list, this.#buffer.subarray(from, last), this.#gone + from);
    } else this.#takeTop(from, last);
  }

  #takeTop(from: number, end: number): void {
    const { key, at } = this.#keyAt(from, end);
    if (key === undefined) {
      this.#isComplete = this.#buffer.toString('latin1', from, end) === '}';
      if (!this.#isComplete && this.#gone + from > 0)
        throw new Error('The JSON of the session is broken: expected a field at the beginning of a line.');
      return;
    }
    const value = this.#buffer.subarray(at, end);
    const list = listNames.find((name) => name === key);
    if (list !== undefined && value.equals(opening)) this.#list = list;
    else if (list !== undefined && value.equals(emptyList)) return;
    else if (value.equals(opening)) this.#field = { name: key, at };
    else this.#takeField(key, at, end);
  }

  #takeField(name: string, at: number, end: number): void {
    this.#field = undefined;
    this.#pieces.field(name, this.#buffer.subarray(at, end));
  }

  /** The key at the beginning of a line, and where its value begins. */
  #keyAt(from: number, end: number): { key?: string; at: number } {
    const line = this.#buffer.toString('latin1', from, Math.min(end, from + longestKey));
    const [whole = '', name] = /^("(?:[^"\\]|\\.)*"): /.exec(line) ?? [];
    if (name === undefined) return { at: from };
    return {
      key: JSON.parse(this.#buffer.toString('utf8', from, from + name.length)) as string,
      at: from + whole.length,
    };
  }
}

const listNames = ['tool_calls', 'events', 'sub_sessions'] as const;
const opening = Buffer.from('[');
const emptyList = Buffer.from('[]');
const longestKey = 1024;

/** Writes the abridged document while the pieces of the session come. */
class AbridgedWriter implements SessionPieces {
  readonly #lists = new Set<SessionListName>();
  #list: SessionListName | undefined;
  #waiting = Buffer.allocUnsafe(2 * compressedAtOnce);
  #length = 0;

  constructor(origin: AbridgedOrigin) {
    this.#write(`{"abridged": ${JSON.stringify(origin)}`);
  }

  get length(): number {
    return this.#length;
  }

  /** What has been written since the last call; valid until the next piece comes. */
  take(): Uint8Array {
    const bytes = this.#waiting.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  field(name: string, json: Uint8Array): void {
    this.#close();
    this.#write(`,\n${JSON.stringify(name)}: `);
    this.#write(json);
  }

  item(list: SessionListName, json: Uint8Array, start: number): void {
    if (this.#list === list) this.#write(',\n');
    else {
      this.#close();
      this.#list = list;
      this.#lists.add(list);
      this.#write(`,\n${JSON.stringify(list)}: [\n`);
    }
    if (list === 'sub_sessions') this.#writeRun(json, start);
    else this.#write(list === 'events' ? json : abridged(json, start));
  }

  /** Writes the run of a subagent: as it is, but for its long calls. */
  #writeRun(json: Uint8Array, start: number): void {
    let from = 0;
    const splitter = new SessionSplitter({
      field: () => undefined,
      item: (list, call, at) => {
        const short = list === 'tool_calls' ? abridged(call, start + at) : call;
        if (short === call) return;
        this.#write(json.subarray(from, at));
        this.#write(short);
        from = at + call.length;
      },
    });
    // In parts, of which the splitter keeps no more than a call.
    for (let at = 0; at < json.length; at += readBytes) splitter.write(json.subarray(at, at + readBytes));
    splitter.end();
    this.#write(json.subarray(from));
  }

  end(): void {
    this.#close();
    for (const list of listNames) {
      if (!this.#lists.has(list)) this.#write(`,\n${JSON.stringify(list)}: []`);
    }
    this.#write('\n}\n');
  }

  #close(): void {
    if (this.#list !== undefined) this.#write('\n]');
    this.#list = undefined;
  }

  #write(piece: string | Uint8Array): void {
    const most = typeof piece === 'string' ? mostBytesOf(piece) : piece.length;
    if (this.#length + most > this.#waiting.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#waiting.length, this.#length + most));
      larger.set(this.#waiting.subarray(0, this.#length));
      this.#waiting = larger;
    }
    if (typeof piece === 'string') this.#length += this.#waiting.write(piece, this.#length);
    else {
      this.#waiting.set(piece, this.#length);
      this.#length += piece.length;
    }
  }
}

/** UTF-8 takes at most three bytes for each UTF-16 unit; those of a long text, such as a call with a long input, are counted. */
function mostBytesOf(text: string): number {
  return text.length < readBytes ? text.length * 3 : Buffer.byteLength(text);
}

/** How `JSON.stringify` writes the beginning of a call, and of its outputs. */
const callBeginning = Buffer.from('{"call_id":"');
const outputFields = ['"text":"', '"full_content":"'].map((field) => Buffer.from(field));
const quote = 0x22;
const backslash = 0x5c;

/** Whether the bytes of a call say that it has no output to shorten: most have none, and need not be parsed. */
function hasShortOutputs(json: Buffer): boolean {
  if (!json.subarray(0, callBeginning.length).equals(callBeginning)) return false;
  return outputFields.every((field) => {
    for (let at = json.indexOf(field); at !== -1; at = json.indexOf(field, at)) {
      at += field.length;
      if (!endsSoon(json, at)) return false;
    }
    return true;
  });
}

/** Whether the text that begins here has so few bytes that it stays. */
function endsSoon(json: Buffer, from: number): boolean {
  for (let at = from; at - from <= shortestAbridged; at += json[at] === backslash ? 2 : 1)
    if (json[at] === quote) return true;
  return false;
}

/** A call with its long outputs shortened. */
function abridged(json: Uint8Array, start: number): string | Uint8Array {
  if (json.length < shortestAbridged) return json;
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length);
  if (hasShortOutputs(bytes)) return json;
  const call = JSON.parse(bytes.toString()) as ToolCall;
  return JSON.stringify(abridgeCall(call, { start, length: json.length }, hashText));
}

function hashText(text: string): string {
  return hex(createHash('sha256').update(text));
}

/** The parts of a gzip file of one member, compressed piece by piece without waiting. */
class GzipPieces {
  #crc = 0;
  #size = 0;

  head(): Uint8Array {
    // Deflate; no name and no time, so that equal sessions give equal files; no operating system.
    return Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
  }

  piece(bytes: Uint8Array): Uint8Array {
    return this.#deflate(bytes, constants.Z_FULL_FLUSH);
  }

  last(bytes: Uint8Array): Uint8Array {
    const end = Buffer.alloc(8);
    const deflated = this.#deflate(bytes, constants.Z_FINISH);
    end.writeUInt32LE(this.#crc, 0);
    end.writeUInt32LE(this.#size % 2 ** 32, 4);
    return Buffer.concat([deflated, end]);
  }

  #deflate(bytes: Uint8Array, finishFlush: number): Uint8Array {
    this.#crc = crc32(bytes, this.#crc);
    this.#size += bytes.length;
    return deflateRawSync(bytes, { finishFlush, level: 4, chunkSize: deflatedAtOnce });
  }
}

/** The bytes of a file that is no link; each chunk is valid only until the next is asked for. */
function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, fileConstants.O_RDONLY | (fileConstants.O_NOFOLLOW ?? 0));
  try {
    const buffer = Buffer.allocUnsafe(Math.min(readBytes, fstatSync(file).size));
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
      yield buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
