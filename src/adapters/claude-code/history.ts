import type { ParentSession } from '../../session/index.ts';
import { firstWhere, NumberColumn } from '../../session/internal.ts';
import { IdTable, textHash } from '../idTable.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { isSessionId } from './files.ts';
import type { OpenCall } from './results/fields.ts';
import { splitUserText } from './userText.ts';

/** How a block of a reply relates to an earlier one. */
type BlockCopy =
  | { is: 'new' }
  /** It says the same, or less. */
  | { is: 'seen'; seq: number }
  /** It says more: the item with this `seq` was cut short. */
  | { is: 'fuller'; seq: number };

/** Number of characters that distinguish a text from another one of the same length. */
const HEAD = 200;

/**
 * What a run has said, used to recognise history that is repeated in its file. Some versions for VS Code rewrite the whole history when a
 * session is opened: with new uuids, from a new root, often with other times, with the parts of a prompt as separate records, and without
 * the structured results. Reply ids, call ids and the texts stay the same. Stores only numbers.
 */
export class RewrittenHistory {
  /** Replies by id, with the `seq` of their first item. */
  private readonly replies = new IdTable();
  private readonly replySeqs = new NumberColumn();
  /** How many blocks of a kind a reply has. */
  private readonly kinds = new IdTable();
  private readonly kindCounts = new NumberColumn();
  /** Blocks by reply, kind and position: their items, lengths and beginnings. */
  private readonly blocks = new IdTable();
  private readonly blockSeqs = new NumberColumn();
  private readonly lengths = new NumberColumn();
  private readonly heads = new NumberColumn('wide');
  /** Everything not said by the model, in order: the numbers of texts, and the last items of their records. */
  private readonly texts = new IdTable();
  private readonly said = new NumberColumn();
  /** Where each text was said in it, ascending, by the number of the text. */
  private readonly saidAt: number[][] = [];
  private readonly saidSeqs = new NumberColumn();
  private saidCount = 0;
  /** The length of each call's results, by the number of the call. */
  private readonly answered = new IdTable();
  private readonly sizes = new NumberColumn();
  /** Calls whose copy was seen, but not the copy of the result. */
  readonly copiedCalls = new Map<string, OpenCall>();

  /** Records since the last root; undefined if none of them can be a copy. */
  private chain: IdTable | undefined;
  /** `seq` of the last item before that root. */
  private rootSeq = 0;
  /** How many texts had been said before that root. */
  private rootSaid = 0;
  /** How many of these texts the copies have reached. */
  private cursor = 0;
  private isConfirmed = false;
  /** The reply that is being copied, and the number of its blocks seen, by kind. */
  private copying = { reply: '', counts: new Map<string, number>() };

  /** Whether the records since the last root are known to be copies. */
  get confirmed(): boolean {
    return this.isConfirmed;
  }

  confirm(): void {
    this.isConfirmed = true;
  }

  /** Starts to look for copies at a record without a parent. */
  beginChain(uuid: string, lastSeq: number): void {
    this.chain = new IdTable();
    this.chain.add(uuid);
    this.rootSeq = lastSeq;
    this.rootSaid = this.saidCount;
    this.cursor = 0;
    this.isConfirmed = false;
    this.copiedCalls.clear();
  }

  /** Whether a record descends from the last root; its children then count as descendants too. */
  join(uuid: string, parent: string): boolean {
    if (this.chain?.find(parent) === undefined) return false;
    this.chain.add(uuid);
    return true;
  }

  /** Called for a new reply under the root: the conversation continues there. */
  endChain(): void {
    this.chain = undefined;
  }

  noteBlock(reply: string | undefined, kind: string, text: string, seq: number): void {
    if (reply === undefined) return;
    const count = this.replies.size;
    const number = this.replies.add(reply);
    if (number === count) this.replySeqs.set(number, seq);
    const ofKind = this.kinds.add(`${reply} ${kind}`);
    const nth = this.kindCounts.get(ofKind);
    this.kindCounts.set(ofKind, nth + 1);
    this.setBlock(this.blocks.add(`${reply} ${kind} ${nth}`), text, seq);
  }

  /** Whether a reply was recorded before the last root. */
  isSeenReply(reply: string | undefined): boolean {
    const number = reply === undefined ? undefined : this.replies.find(reply);
    return number !== undefined && this.replySeqs.get(number) <= this.rootSeq;
  }

  /** Classifies the next block of this kind in a copied reply. A block that says more replaces the earlier one. */
  matchBlock(reply: string, kind: string, text: string): BlockCopy {
    if (this.copying.reply !== reply) this.copying = { reply, counts: new Map() };
    const { counts } = this.copying;
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    const number = this.blocks.find(`${reply} ${kind} ${nth}`);
    const seq = number === undefined ? 0 : this.blockSeqs.get(number);
    if (number === undefined || seq > this.rootSeq) return { is: 'new' };
    const length = this.lengths.get(number);
    if (text.length <= length) return { is: 'seen', seq };
    if (headOf(text.slice(0, length)) !== this.heads.get(number)) return { is: 'new' };
    this.setBlock(number, text, seq);
    return { is: 'fuller', seq };
  }

  /** Records what was said other than by the model; `seq` is the record's last item. */
  noteSaid(record: JsonObject, seq: number): void {
    for (const text of saidIn(record)) {
      const number = this.texts.add(text);
      this.said.set(this.saidCount, number);
      const positions = this.saidAt[number];
      if (positions === undefined) this.saidAt[number] = [this.saidCount];
      else positions.push(this.saidCount);
      this.saidSeqs.set(this.saidCount, seq);
      this.saidCount += 1;
    }
  }

  /** Whether everything a record says was said before the last root. */
  wasSaid(record: JsonObject): boolean {
    const texts = saidIn(record);
    return texts.length > 0 && texts.every((text) => this.positionOf(text, 0) !== undefined);
  }

  /** Whether a record says what comes next in the history being copied. */
  isNext(record: JsonObject): boolean {
    const texts = saidIn(record);
    return (
      texts.length > 0 &&
      this.cursor + texts.length <= this.rootSaid &&
      texts.every((text, index) => this.said.get(this.cursor + index) === this.texts.find(text))
    );
  }

  /** Advances in the history past what a copy says; returns the last item of the original. */
  pass(record: JsonObject): number | undefined {
    let seq: number | undefined;
    for (const text of saidIn(record)) {
      const position = this.positionOf(text, this.cursor) ?? this.positionOf(text, 0);
      if (position === undefined) continue;
      this.cursor = position + 1;
      seq = this.saidSeqs.get(position);
    }
    return seq;
  }

  /** Records the length of a call's result. */
  noteResult(callId: string, size: number): void {
    this.sizes.set(this.answered.add(callId), size);
  }

  /** The length of a call's result so far. */
  resultSize(callId: string): number {
    const number = this.answered.find(callId);
    return number === undefined ? 0 : this.sizes.get(number);
  }

  private setBlock(number: number, text: string, seq: number): void {
    this.blockSeqs.set(number, seq);
    this.lengths.set(number, text.length);
    this.heads.set(number, headOf(text));
  }

  private positionOf(text: string, from: number): number | undefined {
    const positions = this.saidAt[this.texts.find(text) ?? -1] ?? [];
    const at = positions[firstWhere(positions.length, (nth) => (positions[nth] as number) >= from)];
    return at !== undefined && at < this.rootSaid ? at : undefined;
  }
}

function headOf(text: string): number {
  return textHash(text.slice(0, HEAD));
}

/** What a record says, part by part, each shortened. Empty for records whose copies are not looked for. */
function saidIn(record: JsonObject): string[] {
  if (record.type === 'system') {
    return [`system ${textOf(record.subtype)} ${shortOf(field.text(record, 'content') ?? '')}`];
  }
  const message = field.object(record, 'message');
  if (record.type !== 'user' || message === undefined) return [];
  if (typeof message.content === 'string') return partsOf(message.content);
  return field.objects(message, 'content').flatMap((block) => {
    if (typeof block.text === 'string') return partsOf(block.text);
    const data = field.text(fieldsOf(block.source), 'data');
    return data === undefined ? [] : [`${textOf(block.type)} ${shortOf(data)}`];
  });
}

function partsOf(text: string): string[] {
  return splitUserText(text).map((part) => `${part.is} ${shortOf('text' in part ? part.text : part.body)}`);
}

function shortOf(text: string): string {
  return `${text.length} ${text.slice(0, HEAD)} ${text.slice(-HEAD)}`;
}

const DASH = 0x2d;

/** Any other value in a uuid field may stand for several records. */
export function hasFormOfUuid(text: string): boolean {
  return (
    text.length === 36 && text.charCodeAt(8) === DASH && text.charCodeAt(13) === DASH && text.charCodeAt(23) === DASH
  );
}

/**
 * Recognises records that the source already holds. Resuming and forking repeat old records under their own uuids; compaction repeats some
 * under new ones, but with the same times and parents.
 */
export class ReplayGuard {
  private readonly uuids = new IdTable();
  /** Keys of all records so far. */
  private readonly keys = new IdTable();
  /** Whether the log has shown that records may be repeated under other uuids. */
  private isWatching = false;

  /** Returns whether this record was here before, and adds it if not. */
  isReplay(record: JsonObject): boolean {
    const uuid = field.text(record, 'uuid');
    if (uuid !== undefined && hasFormOfUuid(uuid)) {
      const before = this.uuids.size;
      if (this.uuids.add(uuid) < before) return true;
    } else this.isWatching = true;
    if (record.subtype === 'compact_boundary') this.isWatching = true;
    const key = replayKey(record);
    if (key === undefined) return false;
    const before = this.keys.size;
    return this.keys.add(key) < before && this.isWatching;
  }
}

/** What a record keeps when it is rewritten under a new uuid; undefined if that is too little to recognise it. */
function replayKey(record: JsonObject): string | undefined {
  const { type, timestamp, parentUuid } = record;
  const message = field.object(record, 'message');
  if ((type !== 'user' && type !== 'assistant') || typeof timestamp !== 'string' || message === undefined)
    return undefined;
  const { content, id } = message;
  return `${type}${timestamp}${textOf(parentUuid)}${textOf(id)}${saidKey(content)}`;
}

/** The content of a record, shortened: enough to distinguish it from another record's. */
function saidKey(content: unknown): string {
  return typeof content === 'string' ? textKey(content) : Array.isArray(content) ? blocksKey(content) : '';
}

function blocksKey(blocks: readonly unknown[]): string {
  let key = '';
  for (const block of blocks) {
    if (!isJsonObject(block)) {
      key += textKey(block);
      continue;
    }
    const { type, id, tool_use_id, text, thinking } = block;
    key += `${textOf(type)}${textOf(id ?? tool_use_id)}${textKey(text ?? thinking)}`;
  }
  return key;
}

/** The length and the beginning are enough to distinguish a text from another one of the same moment. */
function textKey(text: unknown): string {
  return typeof text === 'string' ? `${text.length}${text.slice(0, 40)}` : '';
}

/** Records that older runs hold already: a resumed or forked session begins with copies of them. */
export class ParentHistory {
  private readonly knownRecords: ReadonlyMap<string, string>;
  private last: { id: string; uuid: string } | undefined;

  constructor(knownRecords: ReadonlyMap<string, string> = new Map()) {
    this.knownRecords = knownRecords;
  }

  /** Whether a record is a copy. A fork made by the SDK has its own uuids, and names the records that it copied. */
  isInherited(record: JsonObject): boolean {
    if (this.knownRecords.size === 0) return false;
    const origin = field.object(record, 'forkedFrom');
    const uuids = [field.text(record, 'uuid'), origin === undefined ? undefined : field.text(origin, 'messageUuid')];
    for (const uuid of uuids) {
      const id = recordId(record, uuid);
      if (uuid === undefined || id === undefined || !this.knownRecords.has(id)) continue;
      this.last = { id, uuid };
      return true;
    }
    return false;
  }

  /** The run that the last copy came from: `resumed` if it was copied up to its end, else `forked`; undefined if nothing was copied. */
  get parent(): ParentSession | undefined {
    if (this.last === undefined) return undefined;
    const { id, uuid } = this.last;
    const run = this.knownRecords.get(id) ?? '';
    let end = id;
    for (const [each, owner] of this.knownRecords) if (owner === run) end = each;
    return { relation: end === id ? 'resumed' : 'forked', native_id: run, message_id: uuid };
  }
}

/** What a record keeps when it is copied into another session's file: its uuid and its content. */
export function recordId(record: JsonObject, uuid: string | undefined): string | undefined {
  if (uuid === undefined || !isSessionId(uuid)) return undefined;
  const message = field.object(record, 'message');
  const said = saidKey(message === undefined ? record.content : message.content);
  return `${uuid} ${textHash(`${textOf(record.type)} ${said}`)}`;
}
