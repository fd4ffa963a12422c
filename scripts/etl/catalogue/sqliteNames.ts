import { createHash } from 'node:crypto';
import {
  isSessionName,
  type NameBook,
  nameSessions,
  numberOf,
  type SessionName,
  sourceKey,
  type UnnamedSession,
} from '../sessionIndex.ts';
import type { Database } from './sqliteTables.ts';

/** The names of sessions: of those that are there, of those that are promised, and of those that others put into the folder. */
export interface NameTable {
  readonly book: NameBook;
  /** Gives a name to the session with this `sourceKey`. */
  give(id: string, key: string): void;
  reserve(sessions: readonly UnnamedSession[]): Map<string, SessionName>;
  promised(): string[];
  release(ids: readonly string[]): void;
  take(names: readonly string[]): void;
  remove(id: string): void;
}

/** As the contract of a catalogue says of the methods with these names; each is to be called in a transaction. */
export function createNameTable(db: Database): NameTable {
  const book: NameBook = {
    nameOf: (key) => {
      const id = db.get<{ id: string }>('SELECT id FROM name WHERE owner = ?', ownerOf(key))?.id;
      return id !== undefined && isSessionName(id) ? id : undefined;
    },
    isTaken: (name) => db.get('SELECT 1 FROM name WHERE folded = ?', name.toLowerCase()) !== undefined,
    lastNumberOf: (day) => db.get<{ n: number | null }>('SELECT max(number) AS n FROM name WHERE day = ?', day)?.n ?? 0,
  };

  const put = (id: string, key: string | undefined, promised: boolean): void => {
    const { day = null, number = null } = numberOf(id) ?? {};
    const owner = key === undefined ? null : ownerOf(key);
    // A session owns one name: another name that it had belongs to nobody.
    if (owner !== null) db.run('UPDATE name SET owner = NULL WHERE owner = ? AND folded <> ?', owner, id.toLowerCase());
    db.run(
      `INSERT INTO name VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET id = excluded.id,
         owner = coalesce(excluded.owner, owner), promised = excluded.promised`,
      ...[id.toLowerCase(), id, day, number, owner, promised ? 1 : 0],
    );
  };

  return {
    book,
    give: (id, key) => put(id, key, false),
    reserve(sessions) {
      const names = nameSessions(sessions, book);
      for (const session of sessions) {
        const key = sourceKey(session);
        const id = names.get(key)?.id;
        if (id !== undefined && book.nameOf(key) === undefined) put(id, key, true);
      }
      return names;
    },
    promised: () => db.all<{ id: string }>('SELECT id FROM name WHERE promised = 1').map(({ id }) => id),
    release(ids) {
      for (const id of ids) db.run('DELETE FROM name WHERE folded = ? AND promised = 1', id.toLowerCase());
    },
    take(names) {
      for (const name of names) if (!book.isTaken(name)) put(name, undefined, false);
    },
    remove: (id) => db.run('DELETE FROM name WHERE folded = ?', id.toLowerCase()),
  };
}

function ownerOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest().subarray(0, 16);
}
