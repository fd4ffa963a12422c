import type { ParentSession } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import { textOf } from '../../read/textOf.ts';
import { isSessionId } from '../files/fileKind.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { saidKey } from './replayGuard.ts';

/** What older runs tell already: a session that was resumed or forked begins with copies of their records. */
export class ParentHistory {
  private readonly told: ReadonlyMap<string, string>;
  private last: { id: string; uuid: string } | undefined;

  constructor(told: ReadonlyMap<string, string> = new Map()) {
    this.told = told;
  }

  /** Whether a record is a copy. A fork made by the SDK has uuids of its own, and names those that it copied. */
  isTold(record: JsonObject): boolean {
    if (this.told.size === 0) return false;
    const origin = field.object(record, 'forkedFrom');
    const uuids = [field.text(record, 'uuid'), origin === undefined ? undefined : field.text(origin, 'messageUuid')];
    for (const uuid of uuids) {
      const id = recordId(record, uuid);
      if (uuid === undefined || id === undefined || !this.told.has(id)) continue;
      this.last = { id, uuid };
      return true;
    }
    return false;
  }

  /**
   * The run that the last copy came from: `resumed` where that had come to its end there, else `forked`; undefined
   * where nothing was copied.
   */
  get parent(): ParentSession | undefined {
    if (this.last === undefined) return undefined;
    const { id, uuid } = this.last;
    const run = this.told.get(id) ?? '';
    let end = id;
    for (const [each, teller] of this.told) if (teller === run) end = each;
    return { relation: end === id ? 'resumed' : 'forked', native_id: run, message_id: uuid };
  }
}

/** What a record keeps when it is copied into another session's file: its uuid and what it says. */
export function recordId(record: JsonObject, uuid: string | undefined): string | undefined {
  if (uuid === undefined || !isSessionId(uuid)) return undefined;
  const message = field.object(record, 'message');
  const said = saidKey(message === undefined ? record.content : message.content);
  return `${uuid} ${fingerprint(`${textOf(record.type)} ${said}`)}`;
}
