import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants as fileConstants, fstatSync, openSync, readSync } from 'node:fs';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type SessionListName, type SessionPieces, SessionSplitter } from '../../src/loading/SessionSplitter.ts';
import type { SubSession, ToolCall } from '../../src/session/index.ts';
import {
  type AbridgedOrigin,
  abridgeCall,
  abridgedVersion,
  abridgeRun,
  type BytePlace,
  endBytes,
  shortestAbridged,
} from '../../src/session/internal.ts';

const readBytes = 1024 * 1024;
/** Bytes that are compressed at a time. */
const compressedAtOnce = 1024 * 1024;

/**
 * The abridged copy of a session file, as the bytes of a gzip file; docs/abridged.md has the format. Reads the file twice, in pieces.
 * @param beat is called repeatedly.
 */
export function* abridgeFile(path: string, beat: () => void = () => undefined): Generator<Uint8Array> {
  const origin = originOf(path);
  const writer = new AbridgedWriter(origin);
  const splitter = new SessionSplitter(writer);
  const gzip = new GzipPieces();
  yield gzip.head();
  for (const chunk of chunksOf(path)) {
    beat();
    splitter.write(chunk);
    if (writer.length >= compressedAtOnce) yield gzip.piece(writer.take());
  }
  splitter.end();
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
    this.#write(json.length < shortestAbridged || list === 'events' ? json : abridged(list, json, start));
  }

  end(): void {
    this.#close();
    for (const list of ['tool_calls', 'events', 'sub_sessions'] as const) {
      if (!this.#lists.has(list)) this.#write(`,\n${JSON.stringify(list)}: []`);
    }
    this.#write('\n}\n');
  }

  #close(): void {
    if (this.#list !== undefined) this.#write('\n]');
    this.#list = undefined;
  }

  #write(piece: string | Uint8Array): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (this.#length + bytes.length > this.#waiting.length) {
      const larger = Buffer.allocUnsafe(2 * (this.#length + bytes.length));
      larger.set(this.#waiting.subarray(0, this.#length));
      this.#waiting = larger;
    }
    this.#waiting.set(bytes, this.#length);
    this.#length += bytes.length;
  }
}

function abridged(list: SessionListName, json: Uint8Array, start: number): string {
  const item: unknown = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString());
  if (list === 'tool_calls')
    return JSON.stringify(abridgeCall(item as ToolCall, { start, length: json.length }, hashText));
  return JSON.stringify(abridgeRun(item as SubSession, placesOfCalls(json, start), hashText));
}

/** Where the calls of a subagent's run lie. */
function placesOfCalls(json: Uint8Array, start: number): BytePlace[] {
  const places: BytePlace[] = [];
  const splitter = new SessionSplitter({
    field: () => undefined,
    item(list, call, at) {
      if (list === 'tool_calls') places.push({ start: start + at, length: call.length });
    },
  });
  splitter.write(json);
  splitter.end();
  return places;
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
    return deflateRawSync(bytes, { finishFlush, level: 4 });
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
