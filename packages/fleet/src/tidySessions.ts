import { createHash } from 'node:crypto';
import type { Store, StoredObject } from '../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import type { Database } from './database.ts';
import type { Tenant } from './fleetTenants.ts';

/** Objects younger than this may belong to a session that is being written. */
const YOUNG_MS = 24 * 60 * 60 * 1000;

const READ_AT_ONCE = 1000;

/** A session of the catalogue, and the folder of its files. */
interface Noted {
  id: string;
  objects: string;
}

async function* notedSessions(database: Database, tenant: string): AsyncGenerator<Noted> {
  for (let last = ''; ; ) {
    const page = await database.asTenant(tenant, (client) =>
      client.query<Noted>(
        'SELECT id, objects FROM ark.session WHERE tenant = $1 AND id > $2 AND objects IS NOT NULL ORDER BY id LIMIT $3',
        [tenant, last, READ_AT_ONCE],
      ),
    );
    yield* page.rows;
    const end = page.rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** The folder of an object that belongs to a session: `id/sha256`; undefined for anything else, which is left alone. */
function folderOf({ key }: StoredObject): string | undefined {
  return /^([^/]+\/[0-9a-f]{64})\/.+$/.exec(key)?.[1];
}

/**
 * Removes files of sessions that no row names: of older versions, and of workers that were killed. Gives the number of files. What is younger
 * than a day stays, because its row may be about to come; with `dry`, everything stays. Withdraws names that were promised as long ago.
 */
export async function sweepSessions(
  database: Database,
  [name, tenant]: [name: string, tenant: Tenant],
  { dry = false, now = Date.now() }: { dry?: boolean; now?: number } = {},
): Promise<number> {
  const store = openStore(tenant.sessions);
  // Listed before the rows are read: what was put and noted in between is named by them.
  const old: StoredObject[] = [];
  for await (const object of store.list())
    if (folderOf(object) !== undefined && now - object.modifiedMs > YOUNG_MS) old.push(object);
  const named = new Set<string>();
  for await (const { objects } of notedSessions(database, name)) named.add(objects);
  const orphans = old.filter((object) => !named.has(folderOf(object) ?? '')).map(({ key }) => key);
  if (dry) return orphans.length;
  await store.remove(orphans);
  // Their sessions never came, and if they still do, they get others.
  await database.asTenant(name, (client) =>
    client.query('DELETE FROM ark.name WHERE tenant = $1 AND promised AND at < to_timestamp($2)', [
      name,
      (now - YOUNG_MS) / 1000,
    ]),
  );
  return orphans.length;
}

export interface Damage {
  id: string;
  /** What is wrong with it. */
  fault: 'missing' | 'changed';
}

/** Compares each session's file with the hash in its address. */
export async function* verifySessions(
  database: Database,
  [name, tenant]: [name: string, tenant: Tenant],
): AsyncGenerator<Damage> {
  const store: Store = openStore(tenant.sessions);
  for await (const { id, objects } of notedSessions(database, name)) {
    // Read, not asked for: the hash that is noted with an object does not show that its bytes are still those.
    const hash = await hashOf(store, `${objects}/${id}.json`);
    if (hash === undefined) yield { id, fault: 'missing' };
    else if (!objects.endsWith(`/${hash}`)) yield { id, fault: 'changed' };
  }
}

async function hashOf(store: Store, key: string): Promise<string | undefined> {
  if ((await store.stat(key)) === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of store.read(key)) hash.update(chunk);
  return hash.digest('hex');
}
