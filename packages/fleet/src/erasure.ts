import { createHash } from 'node:crypto';
import { sourceKey } from '../../../scripts/etl/sessionIndex.ts';
import type { Store } from '../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import { type Client, type Database, FleetError, prepared } from './database.ts';
import type { Tenant } from './fleetTenants.ts';
import type { JobQueue } from './jobQueue.ts';
import { ownerOf } from './postgresCatalogue.ts';

/** What is to be erased: sessions by id, logs (each the primary file of its source, or a folder of logs), or all of a tenant. */
export type Erased =
  | { is: 'sessions'; ids: readonly string[] }
  | { is: 'logs'; paths: readonly string[] }
  | { is: 'tenant' };

export interface Erasure {
  sessions: number;
  objects: number;
  jobs: number;
}

interface Fleet {
  database: Database;
  queue: JobQueue;
}

const DAY_MS = 86_400_000;

/** Sessions removed in one transaction. */
const REMOVED_AT_ONCE = 500;

const hashed = (kind: 'session' | 'log' | 'tenant', value = ''): string =>
  createHash('sha256').update(`${kind}\n${value}`).digest('base64url');

const sessionHash = (source: string, key: string): string => hashed('session', sourceKey({ source, key }));

/** Hashes by which a log is erased: its own, those of the folders above it, and the tenant's. */
function logHashes(path: string): string[] {
  const parts = path.split('/');
  return [hashed('tenant'), ...parts.map((_, at) => hashed('log', parts.slice(0, at + 1).join('/')))];
}

async function erasedAmong(client: Client, tenant: string, hashes: readonly string[]): Promise<Set<string>> {
  const sql = 'SELECT hash FROM ark.erased WHERE tenant = $1 AND hash = ANY($2::text[])';
  const { rows } = await client.query<{ hash: string }>(prepared(sql, [tenant, hashes]));
  return new Set(rows.map(({ hash }) => hash));
}

/** Which of these logs were erased. */
export async function erasedLogs(client: Client, tenant: string, paths: readonly string[]): Promise<Set<string>> {
  const hashes = new Map(paths.map((path) => [path, logHashes(path)]));
  const erased = await erasedAmong(client, tenant, [...new Set([...hashes.values()].flat())]);
  return new Set(paths.filter((path) => hashes.get(path)?.some((hash) => erased.has(hash))));
}

/** Which of a log's sessions were erased, by their keys; all of them where the log was. */
export async function erasedKeys(
  client: Client,
  tenant: string,
  source: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const log = logHashes(source);
  const own = new Map(keys.map((key) => [key, sessionHash(source, key)]));
  const erased = await erasedAmong(client, tenant, [...log, ...own.values()]);
  const isWhole = log.some((hash) => erased.has(hash));
  return new Set(keys.filter((key) => isWhole || erased.has(own.get(key) ?? '')));
}

/**
 * Removes rows, texts, jobs and files, and notes a hash of what was erased, so that it does not come back while its log is still there. The
 * log itself is not touched. Throws a {@link FleetError} where there is nothing by that name, and where something is left afterwards.
 */
export async function erase(
  { database, queue }: Fleet,
  [name, tenant]: [name: string, tenant: Tenant],
  erased: Erased,
): Promise<Erasure> {
  const removed = await database.asTenant(
    name,
    async (client) => {
      if (erased.is === 'sessions') return { ids: await eraseSessions(client, name, erased.ids), jobs: 0 };
      const logs = await namedLogs(client, name, erased);
      await note(client, name, erased.is === 'tenant' ? [hashed('tenant')] : logs.map((path) => hashed('log', path)));
      return eraseLogs(client, queue, name, erased.is === 'tenant' ? undefined : logs);
    },
    { alone: true },
  );
  const store = openStore(tenant.sessions);
  const prefixes = erased.is === 'tenant' ? undefined : removed.ids;
  const objects = await eraseObjects(store, prefixes);
  const left = await remains(database, store, name, prefixes);
  if (left.length > 0) throw new FleetError(`${name}: ${left.join(', ')} left. Run it again.`);
  return { sessions: removed.ids.length, objects, jobs: removed.jobs };
}

async function note(client: Client, tenant: string, hashes: readonly string[]): Promise<void> {
  const sql = 'INSERT INTO ark.erased(tenant, hash) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING';
  await client.query(sql, [tenant, hashes]);
}

async function eraseSessions(client: Client, tenant: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; row: string }>(
    'SELECT id, row FROM ark.session WHERE tenant = $1 AND id = ANY($2::text[])',
    [tenant, ids],
  );
  const unknown = ids.find((id) => !rows.some((row) => row.id === id));
  if (unknown !== undefined) throw new FleetError(`${tenant} has no session ${unknown}. Nothing was erased.`);
  const hashes = rows.map(({ row }) => {
    const { source, key } = JSON.parse(row) as { source: string; key: string };
    return sessionHash(source, key);
  });
  await note(client, tenant, hashes);
  await removeSessions(client, tenant, ids);
  return [...ids];
}

/** Addresses without slashes at their ends; each has to be known, or a folder of something known. */
async function namedLogs(
  client: Client,
  tenant: string,
  erased: Exclude<Erased, { is: 'sessions' }>,
): Promise<string[]> {
  if (erased.is === 'tenant') return [];
  const logs = erased.paths.map((path) => path.replace(/\/+$/, ''));
  for (const path of logs) {
    const known = await client.query(
      `SELECT 1 FROM ark.file WHERE tenant = $1 AND ${below('path')} UNION ALL SELECT 1 FROM ark.source WHERE tenant = $1 AND ${below('path')}
         UNION ALL SELECT 1 FROM ark.session WHERE tenant = $1 AND ${below('source')} LIMIT 1`,
      [tenant, path, `${path}/`, `${path}0`],
    );
    if (known.rows.length === 0) throw new FleetError(`${tenant} has no log ${path}. Nothing was erased.`);
  }
  return logs;
}

/** A path of $2, or below it: `0` is what follows `/`. */
const below = (column: string): string => `(${column} = $2 OR ${column} >= $3 AND ${column} < $4)`;

async function eraseLogs(
  client: Client,
  queue: JobQueue,
  tenant: string,
  logs: readonly string[] | undefined,
): Promise<{ ids: string[]; jobs: number }> {
  if (logs === undefined) {
    const { rows } = await client.query<{ id: string }>('DELETE FROM ark.session WHERE tenant = $1 RETURNING id', [
      tenant,
    ]);
    for (const table of ['file', 'source', 'wish', 'name'])
      await client.query(`DELETE FROM ark.${table} WHERE tenant = $1`, [tenant]);
    await client.query('DELETE FROM ark.erased WHERE tenant = $1 AND hash <> $2', [tenant, hashed('tenant')]);
    return { ids: rows.map(({ id }) => id), jobs: await queue.forget(tenant, undefined, client) };
  }
  const [ids, targets, parts]: [string[], string[], string[]] = [[], [], []];
  for (const path of logs) {
    const values = [tenant, path, `${path}/`, `${path}0`];
    const sessions = await client.query<{ id: string }>(
      `SELECT id FROM ark.session WHERE tenant = $1 AND ${below('source')}`,
      values,
    );
    for (const { id } of sessions.rows) ids.push(id);
    const done = await client.query<{ path: string; state: string }>(
      `DELETE FROM ark.source WHERE tenant = $1 AND ${below('path')} RETURNING path, state`,
      values,
    );
    const wanted = await client.query<{ path: string; state: string }>(
      `DELETE FROM ark.wish WHERE tenant = $1 AND ${below('path')} RETURNING path, coalesce(job, '{}') AS state`,
      values,
    );
    for (const row of [...done.rows, ...wanted.rows]) {
      const { files = [] } = JSON.parse(row.state) as { files?: { path: string }[] };
      targets.push(row.path);
      for (const file of files) parts.push(file.path);
    }
    await client.query(`DELETE FROM ark.file WHERE tenant = $1 AND ${below('path')}`, values);
  }
  // A run's other files lie elsewhere.
  await client.query('DELETE FROM ark.file WHERE tenant = $1 AND path = ANY($2::text[])', [tenant, parts]);
  await removeSessions(client, tenant, ids);
  return { ids, jobs: await queue.forget(tenant, [...logs, ...targets], client) };
}

/** Removes rows and texts; of the name, which has words of the title, only its number stays taken. */
async function removeSessions(client: Client, tenant: string, ids: readonly string[]): Promise<void> {
  const removed = await client.query<{ source: string }>(
    'DELETE FROM ark.session WHERE tenant = $1 AND id = ANY($2::text[]) RETURNING source',
    [tenant, ids],
  );
  await forgetNames(client, tenant, ids);
  await client.query(
    `UPDATE ark.source SET state = jsonb_set(state::jsonb, '{outputs}', (
       SELECT coalesce(jsonb_agg(output), '[]') FROM jsonb_array_elements(state::jsonb -> 'outputs') AS output
       WHERE NOT output ->> 'id' = ANY($3::text[])
     ))::text WHERE tenant = $1 AND path = ANY($2::text[])`,
    [tenant, removed.rows.map(({ source }) => source), ids],
  );
}

async function forgetNames(client: Client, tenant: string, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ day: string | null; number: number | null }>(
    'DELETE FROM ark.name WHERE tenant = $1 AND id = ANY($2::text[]) RETURNING day, number',
    [tenant, ids],
  );
  for (const { day, number } of rows) {
    if (day === null || number === null) continue;
    const name = `${day}-${String(number).padStart(3, '0')}-erased`;
    await client.query('INSERT INTO ark.name VALUES($1, $2, $2, $3, $4, NULL, false) ON CONFLICT DO NOTHING', [
      ...[tenant, name, day, number],
    ]);
  }
}

/** The same for sessions of a log, by their keys; a sweep removes their files. */
export async function forgetKeys(
  client: Client,
  tenant: string,
  source: string,
  keys: readonly string[],
): Promise<void> {
  const owners = keys.map((key) => ownerOf(sourceKey({ source, key })));
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM ark.name WHERE tenant = $1 AND owner = ANY($2::text[])',
    [tenant, owners],
  );
  await removeSessions(
    client,
    tenant,
    rows.map(({ id }) => id),
  );
}

/** Removes the files of sessions; of all of them without ids. Files that no fleet wrote stay. */
export async function eraseObjects(store: Store, ids: readonly string[] | undefined): Promise<number> {
  const keys = await objectsOf(store, ids);
  await store.remove(keys);
  return keys.length;
}

async function objectsOf(store: Store, ids: readonly string[] | undefined): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ids?.map((id) => `${id}/`) ?? [''])
    for await (const { key } of store.list(prefix)) if (/^[^/]+\/[0-9a-f]{64}\/./.test(key)) keys.push(key);
  return keys;
}

/** What is still there of what was erased, in words. */
async function remains(
  database: Database,
  store: Store,
  tenant: string,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  const objects = (await objectsOf(store, ids)).length;
  const rows = await database.asTenant(tenant, async (client) => {
    const sql =
      ids === undefined
        ? 'SELECT count(*)::int AS n FROM ark.session WHERE tenant = $1'
        : 'SELECT count(*)::int AS n FROM ark.session WHERE tenant = $1 AND id = ANY($2::text[])';
    return (await client.query<{ n: number }>(sql, ids === undefined ? [tenant] : [tenant, ids])).rows[0]?.n ?? 0;
  });
  return [...(objects > 0 ? [`${objects} files`] : []), ...(rows > 0 ? [`${rows} sessions`] : [])];
}

/** The time before which sessions of a tenant have come to their end, in milliseconds since 1970; undefined where they have none. */
export function expiryOf({ retention_days: days }: Tenant, now = Date.now()): number | undefined {
  return days === undefined ? undefined : now - days * DAY_MS;
}

/**
 * Removes sessions that are older than their tenant keeps them, by their start; by when they were first noted where they have none, or one
 * that lies ahead. Gives their number; with `dry`, everything stays.
 */
export async function expireSessions(
  { database }: Pick<Fleet, 'database'>,
  [name, tenant]: [name: string, tenant: Tenant],
  { dry = false, now = Date.now() }: { dry?: boolean; now?: number } = {},
): Promise<number> {
  const before = expiryOf(tenant, now);
  if (before === undefined) return 0;
  const age = 'least(coalesce(at, noted), noted)';
  if (dry)
    return database.asTenant(name, async (client) => {
      const sql = `SELECT count(*)::int AS n FROM ark.session WHERE tenant = $1 AND ${age} < $2`;
      return (await client.query<{ n: number }>(sql, [name, before])).rows[0]?.n ?? 0;
    });
  const store = openStore(tenant.sessions);
  for (let removed = 0; ; ) {
    const ids = await database.asTenant(
      name,
      async (client) => {
        const sql = `SELECT id FROM ark.session WHERE tenant = $1 AND ${age} < $2 ORDER BY ${age} LIMIT ${REMOVED_AT_ONCE}`;
        const found = (await client.query<{ id: string }>(sql, [name, before])).rows.map(({ id }) => id);
        await removeSessions(client, name, found);
        return found;
      },
      { alone: true },
    );
    if (ids.length === 0) return removed;
    await eraseObjects(store, ids);
    removed += ids.length;
  }
}
