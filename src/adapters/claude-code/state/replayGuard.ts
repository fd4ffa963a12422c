import { IdTable } from '../../compact/IdTable.ts';
import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';
import { textOf } from '../../read/textOf.ts';
import { fingerprint } from '../text/fingerprint.ts';

const DASH = 0x2d;

/** Anything else that calls itself a uuid may stand for several records. */
export function isUuid(text: string): boolean {
  return (
    text.length === 36 && text.charCodeAt(8) === DASH && text.charCodeAt(13) === DASH && text.charCodeAt(23) === DASH
  );
}

/**
 * Recognises records that the source holds already. Resuming and forking write old ones again under their own uuids;
 * compacting writes some again under new ones, but with their times and parents.
 */
export class ReplayGuard {
  private readonly uuids = new IdTable();
  /** Keys of all records so far; looked up only once something in the log calls for it. */
  private keys: number[] = [];
  private known: Set<number> | undefined;

  /** Whether this record was here before; notes it if not. */
  isReplay(record: JsonObject): boolean {
    const uuid = field.text(record, 'uuid');
    if (uuid !== undefined && isUuid(uuid)) {
      const before = this.uuids.size;
      if (this.uuids.add(uuid) < before) return true;
    } else this.watch();
    if (record.subtype === 'compact_boundary') this.watch();
    const key = replayKey(record);
    if (key === undefined) return false;
    if (this.known === undefined) {
      this.keys.push(key);
      return false;
    }
    if (this.known.has(key)) return true;
    this.known.add(key);
    return false;
  }

  /** From now on records may come again under other uuids. */
  private watch(): void {
    this.known ??= new Set(this.keys);
    this.keys = [];
  }
}

/** What a record keeps when it is written again under a new uuid; undefined where that is too little to tell. */
function replayKey(record: JsonObject): number | undefined {
  const { type, timestamp, parentUuid } = record;
  const message = field.object(record, 'message');
  if ((type !== 'user' && type !== 'assistant') || typeof timestamp !== 'string' || message === undefined)
    return undefined;
  const { content, id } = message;
  return fingerprint(`${type}${timestamp}${textOf(parentUuid)}${textOf(id)}${saidKey(content)}`);
}

/** What the content of a record says, shortened: enough to tell it from that of another record. */
export function saidKey(content: unknown): string {
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

/** Its length and its beginning tell a text from another one of the same moment well enough. */
function textKey(text: unknown): string {
  return typeof text === 'string' ? `${text.length}${text.slice(0, 40)}` : '';
}
