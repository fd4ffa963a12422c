import { type DiagnosticCode, diagnose } from '../../session/index.ts';
import type { ParseContext, SourceFile } from '../contract.ts';

/** A page of a database, with the location of its newest version. */
export interface SqlitePage {
  bytes: Uint8Array;
  /** Index of the file: 0 is the database itself, 1 its write-ahead log. */
  file: 0 | 1;
  /** Offset of the page in that file. */
  offset: number;
}

export type SqliteEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Maximum size of a file that is read whole because it allows no random access. */
const MOST_GATHERED_BYTES = 1024 * 1024 * 1024;
/** Size of one read, and number of such pieces kept. */
const BLOCK_BYTES = 256 * 1024;
const MOST_BLOCKS = 48;

const MAGIC = 'SQLite format 3\0';
/** The last byte is 0x82 or 0x83, which is invalid UTF-8 by itself. */
const LOG_MAGIC = '7\x7f\x06\ufffd';
const HEADER_BYTES = 100;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Whether a sample begins like a SQLite database. An encrypted one does not. */
export const isSqlite = (text: string): boolean => text.startsWith(MAGIC);

/** Whether the sample of a SQLite database shows that it has a table. */
export const hasTable = (text: string, table: string): boolean =>
  new RegExp(`CREATE TABLE ["\`]?${table}["\`]? ?\\(`).test(text);

/** Whether a sample begins like a SQLite write-ahead log, whose invalid UTF-8 has been replaced. */
export const isSqliteLog = (text: string): boolean => text.startsWith(LOG_MAGIC);

/**
 * The pages of a database as seen by a reader who opens it now: those in its write-ahead log override those in the file. Reads only these
 * two files, and writes none.
 */
export class SqlitePages {
  readonly pageSize: number;
  /** Usable bytes of a page: extensions may reserve the rest. */
  readonly usable: number;
  readonly encoding: SqliteEncoding;
  private readonly main: FileBytes;
  private readonly log: FileBytes | undefined;
  /** Where the newest version of a page lies in the log. */
  private readonly logged: ReadonlyMap<number, number>;

  private constructor(
    main: FileBytes,
    log: FileBytes | undefined,
    logged: ReadonlyMap<number, number>,
    head: DataView,
  ) {
    this.main = main;
    this.log = log;
    this.logged = logged;
    this.pageSize = pageSizeOf(head);
    this.usable = this.pageSize - head.getUint8(20);
    this.encoding = encodings.get(head.getUint32(56)) ?? 'utf-8';
  }

  /** Undefined, with a diagnostic, if the file is no readable database. */
  static async open(
    main: SourceFile,
    log: SourceFile | undefined,
    context: ParseContext,
  ): Promise<SqlitePages | undefined> {
    const report = (code: DiagnosticCode, file: string, message?: string): undefined => {
      context.report(diagnose(code, { at: { file }, ...(message === undefined ? {} : { message }) }));
    };
    const bytes = await openBytes(main);
    const logBytes = log === undefined ? undefined : await openBytes(log);
    if (bytes === undefined) return report('file-too-large', main.name);
    if (log !== undefined && logBytes === undefined) report('file-too-large', log.name);
    const head = await bytes.read(0, HEADER_BYTES);
    const view = viewOf(head);
    if (head.length < HEADER_BYTES || new TextDecoder().decode(head.subarray(0, 16)) !== MAGIC || !hasSizes(view)) {
      return report('malformed-page', main.name, 'The file does not begin like a database of SQLite.');
    }
    const keepsLog = view.getUint8(18) === 2 || view.getUint8(19) === 2;
    if (keepsLog && log === undefined) report('missing-database-log', main.name);
    const { logged, fault } = await indexLog(logBytes, pageSizeOf(view));
    if (fault !== undefined) report('malformed-page', log?.name ?? main.name, fault);
    const first = logged.get(1);
    const newest = first === undefined ? head : ((await logBytes?.read(first, HEADER_BYTES)) ?? head);
    const newestView = viewOf(newest);
    const isWhole =
      newest.length >= HEADER_BYTES && hasSizes(newestView) && pageSizeOf(newestView) === pageSizeOf(view);
    return new SqlitePages(bytes, logBytes, logged, isWhole ? newestView : view);
  }

  /** A page by its number, from 1 on; undefined if the files do not contain it completely. */
  async page(number: number): Promise<SqlitePage | undefined> {
    if (!Number.isSafeInteger(number) || number < 1) return undefined;
    const logged = this.logged.get(number);
    const file = logged === undefined ? 0 : 1;
    const offset = logged ?? (number - 1) * this.pageSize;
    const bytes = await (file === 0 ? this.main : this.log)?.read(offset, this.pageSize);
    return bytes === undefined || bytes.length < this.pageSize ? undefined : { bytes, file, offset };
  }
}

const encodings: ReadonlyMap<number, SqliteEncoding> = new Map([
  [2, 'utf-16le'],
  [3, 'utf-16be'],
]);

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function pageSizeOf(head: DataView): number {
  const size = head.getUint16(16);
  return size === 1 ? 65_536 : size;
}

function hasSizes(head: DataView): boolean {
  if (head.byteLength < HEADER_BYTES) return false;
  const size = pageSizeOf(head);
  const isPower = size >= 512 && (size & (size - 1)) === 0;
  return isPower && size - head.getUint8(20) >= 480;
}

/**
 * Positions of the committed pages in a log. What follows the last commit was never finished, or is left from an older log, with other
 * salts or another checksum.
 */
async function indexLog(
  log: FileBytes | undefined,
  pageSize: number,
): Promise<{ logged: ReadonlyMap<number, number>; fault?: string }> {
  const logged = new Map<number, number>();
  const head = await log?.read(0, LOG_HEADER_BYTES);
  if (log === undefined || head === undefined || head.length === 0) return { logged };
  const view = head.length < LOG_HEADER_BYTES ? undefined : viewOf(head);
  const magic = view?.getUint32(0) ?? 0;
  if (view === undefined || (magic !== 0x377f0682 && magic !== 0x377f0683)) {
    return { logged, fault: 'The write-ahead log does not begin like one.' };
  }
  const isLittle = magic === 0x377f0682;
  const sum = { a: 0, b: 0 };
  addSums(sum, head.subarray(0, 24), isLittle);
  if (sum.a !== view.getUint32(24) || sum.b !== view.getUint32(28) || pageSizeOfLog(view) !== pageSize) {
    return { logged, fault: 'The beginning of the write-ahead log is damaged, or belongs to another database.' };
  }
  let waiting = new Map<number, number>();
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  for (let at = LOG_HEADER_BYTES; ; at += frameBytes) {
    const frame = await log.read(at, frameBytes);
    if (frame.length < frameBytes) return { logged };
    const own = viewOf(frame);
    if (own.getUint32(8) !== view.getUint32(16) || own.getUint32(12) !== view.getUint32(20)) return { logged };
    addSums(sum, frame.subarray(0, 8), isLittle);
    addSums(sum, frame.subarray(FRAME_HEADER_BYTES), isLittle);
    if (sum.a !== own.getUint32(16) || sum.b !== own.getUint32(20)) return { logged };
    waiting.set(own.getUint32(0), at + FRAME_HEADER_BYTES);
    if (own.getUint32(4) === 0) continue;
    for (const [page, offset] of waiting) logged.set(page, offset);
    waiting = new Map();
  }
}

const pageSizeOfLog = (head: DataView): number => head.getUint32(8);

/** The checksum of SQLite's logs: each continues the one before it. */
function addSums(sum: { a: number; b: number }, bytes: Uint8Array, isLittle: boolean): void {
  const view = viewOf(bytes);
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    sum.a = (sum.a + view.getUint32(at, isLittle) + sum.b) >>> 0;
    sum.b = (sum.b + view.getUint32(at + 4, isLittle) + sum.a) >>> 0;
  }
}

/** Reads bytes at any position of a file; fewer than requested at its end. */
interface FileBytes {
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Undefined for a file without random access that is too large to be read whole. */
async function openBytes({ bytes, range }: SourceFile): Promise<FileBytes | undefined> {
  if (range !== undefined) return cached(range);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes()) {
    length += chunk.length;
    if (length > MOST_GATHERED_BYTES) return undefined;
    chunks.push(new Uint8Array(chunk));
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return { read: async (offset, size) => whole.subarray(offset, offset + size) };
}

/** Reads in large pieces, the last of which are kept. */
function cached(range: NonNullable<SourceFile['range']>): FileBytes {
  const blocks = new Map<number, Uint8Array>();
  async function block(number: number): Promise<Uint8Array> {
    const known = blocks.get(number);
    if (known !== undefined) {
      blocks.delete(number);
      blocks.set(number, known);
      return known;
    }
    const bytes = await range(number * BLOCK_BYTES, BLOCK_BYTES);
    blocks.set(number, bytes);
    const [oldest] = blocks.keys();
    if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return bytes;
  }
  return {
    async read(offset, length) {
      const first = Math.floor(offset / BLOCK_BYTES);
      const last = Math.floor((offset + length - 1) / BLOCK_BYTES);
      const start = offset - first * BLOCK_BYTES;
      if (first === last) return (await block(first)).subarray(start, start + length);
      const joined = new Uint8Array(length);
      let filled = 0;
      for (let number = first; number <= last; number += 1) {
        const from = number === first ? start : 0;
        const piece = (await block(number)).subarray(from, from + length - filled);
        joined.set(piece, filled);
        filled += piece.length;
        if (from + piece.length < BLOCK_BYTES && number < last) break;
      }
      return joined.subarray(0, filled);
    },
  };
}
