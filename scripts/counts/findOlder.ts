import { readRecords } from './countTranscripts.ts';
import type { Fields, RawFile } from './tally.ts';

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * For each transcript of a session, which of its records an older transcript in the same folder has too. The older one is the one that the
 * other names by session id, or else the shorter one.
 */
export function findOlder(transcripts: readonly RawFile[]): Map<string, (record: Fields) => boolean> {
  const all = transcripts.map(({ name, text }) => {
    const records = readRecords(text);
    const stem = name.slice(name.lastIndexOf('/') + 1).replace('.jsonl', '');
    const ids = new Set(records.flatMap(({ sessionId }) => (typeof sessionId === 'string' ? [sessionId] : [])));
    const id = uuidShape.test(stem) ? stem : [...ids][0];
    const others = [...ids].filter((each) => each !== id && uuidShape.test(each)).length;
    return { name, others, size: Buffer.byteLength(text), keys: new Set(records.flatMap((each) => keyOf(each) ?? [])) };
  });
  return new Map(
    all.map((one) => {
      const older = all.filter(
        (other) => other !== one && folderOf(other.name) === folderOf(one.name) && compare(other, one) < 0,
      );
      return [one.name, (record) => isIn(older, keyOf(record))] as const;
    }),
  );
}

interface Age {
  name: string;
  others: number;
  size: number;
}

function compare(a: Age, b: Age): number {
  return a.others - b.others || a.size - b.size || (a.name < b.name ? -1 : 1);
}

function isIn(older: readonly { keys: ReadonlySet<string> }[], key: string | undefined): boolean {
  return key !== undefined && older.some(({ keys }) => keys.has(key));
}

function keyOf({ uuid, type, message }: Fields): string | undefined {
  if (typeof uuid !== 'string' || !uuidShape.test(uuid) || message === undefined) return undefined;
  const content = typeof message === 'object' && message !== null && 'content' in message ? message.content : message;
  return JSON.stringify([uuid, type, content]);
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
