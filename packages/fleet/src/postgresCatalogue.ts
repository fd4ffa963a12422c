import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type {
  Catalogue,
  CatalogueBatch,
  CataloguedSession,
  DoneSource,
} from '../../../scripts/etl/catalogue/contract.ts';
import type { DetectedFile, SourceState } from '../../../scripts/etl/etlState.ts';
import {
  isSessionName,
  type NameBook,
  nameSessions,
  numberOf,
  type SessionName,
  sourceKey,
  type UnnamedSession,
} from '../../../scripts/etl/sessionIndex.ts';
import { entryOutcome, startOf } from '../../../src/session/list/sessionEntry.ts';
import { monthOf, rankOf } from '../../../src/session/list/sessionsInMemory.ts';
import { type Client, type Database, prepared } from './database.ts';
import { createQueries, lexemesOf } from './postgresQueries.ts';

export interface PostgresCatalogue extends Catalogue {
  /** Like `commit`; what `settle` does, such as completing the job, takes effect with it or not at all. */
  commitWith(batch: FleetBatch, settle: (client: Client) => Promise<void>): Promise<void>;
  /** Like `commit`, in a transaction. */
  commitIn(client: Client, batch: FleetBatch): Promise<void>;
  /** Like `want`, in a transaction, with what a worker needs to know to convert each source. */
  raise(client: Client, wanted: readonly Wish[]): Promise<void>;
  /** What is wanted of a source, and whether anything of the tenant was erased; undefined where it is done. */
  wish(path: string): Promise<(Wish & { hasErasures: boolean }) | undefined>;
  /** The same in a transaction: nobody else changes it before that has ended. */
  wishIn(client: Client, path: string): Promise<Wish | undefined>;
  /** The folder of the store in which a session's files lie; undefined where there is no such session. */
  objectsOf(id: string): Promise<string | undefined>;
}

export interface Wish {
  path: string;
  version: string;
  /** A `ConvertOrder` in JSON. */
  order: string;
}

export interface FleetBatch extends CatalogueBatch {
  /** Primary files whose sessions are those of the batch: others that they had are removed. */
  replaces?: readonly string[];
  /** Where the objects of each session lie, by its id. */
  objects?: ReadonlyMap<string, string>;
}

export interface OpenTenant {
  database: Database;
  tenant: string;
  fingerprint: string;
}

/** The catalogue of one tenant, in PostgreSQL. Closing it leaves the database open. */
export function openPostgresCatalogue({ database, tenant, fingerprint }: OpenTenant): PostgresCatalogue {
  const inTenant = <Result>(work: (client: Client) => Promise<Result>): Promise<Result> =>
    database.asTenant(tenant, work);

  /** Texts of a table by path, without those noted under another fingerprint. */
  const pick = <Value>(sql: string, paths: readonly string[]): Promise<Map<string, Value>> =>
    inTenant(async (client) => {
      const { rows } = await client.query<{ path: string; json: string }>(prepared(sql, [tenant, fingerprint, paths]));
      const byPath = new Map(rows.map(({ path, json }) => [path, json]));
      return new Map(
        paths.flatMap((path): [string, Value][] => {
          const json = byPath.get(path);
          return json === undefined ? [] : [[path, JSON.parse(json) as Value]];
        }),
      );
    });

  const putSource = async (client: Client, path: string, source: DoneSource | undefined): Promise<void> => {
    if (source === undefined) {
      await client.query(prepared('DELETE FROM ark.source WHERE tenant = $1 AND path = $2', [tenant, path]));
      return;
    }
    const { version, ...state } = source;
    await client.query(
      prepared(
        `INSERT INTO ark.source VALUES($1, $2, $3, $4)
         ON CONFLICT(tenant, path) DO UPDATE SET fingerprint = excluded.fingerprint, state = excluded.state`,
        [tenant, path, fingerprint, JSON.stringify(state)],
      ),
    );
    if (version !== undefined)
      await client.query(
        prepared('DELETE FROM ark.wish WHERE tenant = $1 AND path = $2 AND version = $3', [tenant, path, version]),
      );
  };

  const putSession = async (
    client: Client,
    { row, passages = [] }: CataloguedSession,
    objects: string | undefined,
  ): Promise<void> => {
    await addName(client, tenant, row.session_id, sourceKey(row), false);
    const at = startOf(row);
    const list = [...passages];
    const texts = [row.task_title, ...list.map(({ text }) => text)];
    const columns = {
      tenant,
      id: row.session_id,
      at: at ?? null,
      source: row.source,
      format: row.source_format,
      outcome: entryOutcome(row),
      model: row.model_id,
      project: row.project ?? '',
      month: at === undefined ? null : monthOf(at),
      longest: rankOf(row, 'longest'),
      costliest: rankOf(row, 'costliest'),
      failures: rankOf(row, 'failures'),
      title: plain(row.task_title),
      passages: list.length === 0 ? null : deflateRawSync(JSON.stringify(list), { level: 3 }),
      objects: objects ?? null,
      row: JSON.stringify(row),
    };
    const names = Object.keys(columns);
    await client.query(
      prepared(
        `INSERT INTO ark.session(${names}, words)
         VALUES(${names.map((_, at) => `$${at + 1}`)}, array_to_tsvector($${names.length + 1}::text[]))
         ON CONFLICT(tenant, id) DO UPDATE SET ${[...names, 'words'].map((name) => `${name} = excluded.${name}`)}`,
        [...Object.values(columns), lexemesOf(texts)],
      ),
    );
  };

  const commitIn = async (client: Client, batch: FleetBatch): Promise<void> => {
    const { detected = new Map(), sources = new Map(), sessions = [], replaces = [], objects = new Map() } = batch;
    const kept = sessions.map(({ row }) => row.session_id);
    if (replaces.length > 0)
      await client.query(
        prepared(
          'DELETE FROM ark.session WHERE tenant = $1 AND source = ANY($2::text[]) AND NOT id = ANY($3::text[])',
          [tenant, replaces, kept],
        ),
      );
    for (const session of sessions) await putSession(client, session, objects.get(session.row.session_id));
    for (const [path, source] of sources) await putSource(client, path, source);
    for (const [path, file] of detected)
      await client.query(
        prepared(
          `INSERT INTO ark.file VALUES($1, $2, $3, $4)
             ON CONFLICT(tenant, path) DO UPDATE SET fingerprint = excluded.fingerprint, found = excluded.found`,
          [tenant, path, fingerprint, JSON.stringify(file)],
        ),
      );
  };

  const commitWith = (batch: FleetBatch, settle: (client: Client) => Promise<void>): Promise<void> =>
    inTenant(async (client) => {
      await commitIn(client, batch);
      await settle(client);
    });

  const wishIn = async (client: Client, path: string): Promise<Wish | undefined> => {
    const sql =
      'SELECT path, version, coalesce(job, \'\') AS "order" FROM ark.wish WHERE tenant = $1 AND path = $2 FOR UPDATE';
    return (await client.query<Wish>(prepared(sql, [tenant, path]))).rows[0];
  };

  return {
    searches: 'everything',
    async raise(client, wanted) {
      // In one order, so that two scans do not wait for each other.
      for (const { path, version, order } of wanted.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
        await client.query(
          prepared(
            `INSERT INTO ark.wish(tenant, path, version, job) VALUES($1, $2, $3, $4)
             ON CONFLICT(tenant, path) DO UPDATE SET version = excluded.version, job = excluded.job`,
            [tenant, path, version, order],
          ),
        );
    },
    wish: (path) =>
      inTenant(async (client) => {
        const sql = `SELECT path, version, coalesce(job, '') AS "order", EXISTS(SELECT 1 FROM ark.erased WHERE tenant = $1) AS "hasErasures"
          FROM ark.wish WHERE tenant = $1 AND path = $2`;
        return (await client.query<Wish & { hasErasures: boolean }>(prepared(sql, [tenant, path]))).rows[0];
      }),
    wishIn,
    objectsOf: (id) =>
      inTenant(async (client) => {
        const sql = 'SELECT objects FROM ark.session WHERE tenant = $1 AND id = $2';
        return (
          (await client.query<{ objects: string | null }>(prepared(sql, [tenant, id]))).rows[0]?.objects ?? undefined
        );
      }),
    detected: (paths) =>
      pick<DetectedFile>(
        'SELECT path, found AS json FROM ark.file WHERE tenant = $1 AND fingerprint = $2 AND path = ANY($3::text[])',
        paths,
      ),
    done: (primaries) =>
      pick<SourceState>(
        'SELECT path, state AS json FROM ark.source WHERE tenant = $1 AND fingerprint = $2 AND path = ANY($3::text[])',
        primaries,
      ),
    want: (versions) =>
      inTenant(async (client) => {
        for (const [path, version] of versions)
          await client.query(
            prepared(
              `INSERT INTO ark.wish(tenant, path, version) VALUES($1, $2, $3)
               ON CONFLICT(tenant, path) DO UPDATE SET version = excluded.version`,
              [tenant, path, version],
            ),
          );
      }),
    waiting: (limit) =>
      inTenant(async (client) => {
        const sql = 'SELECT path FROM ark.wish WHERE tenant = $1 ORDER BY number LIMIT $2';
        return (await client.query<{ path: string }>(prepared(sql, [tenant, limit]))).rows.map(({ path }) => path);
      }),
    reserve: (sessions) => inTenant((client) => reserve(client, tenant, sessions)),
    promised: () =>
      inTenant(async (client) => {
        const sql = 'SELECT id FROM ark.name WHERE tenant = $1 AND promised';
        return (await client.query<{ id: string }>(prepared(sql, [tenant]))).rows.map(({ id }) => id);
      }),
    release: (ids) =>
      inTenant(async (client) => {
        const folded = ids.map((id) => id.toLowerCase());
        await client.query(
          prepared('DELETE FROM ark.name WHERE tenant = $1 AND folded = ANY($2::text[]) AND promised', [
            tenant,
            folded,
          ]),
        );
      }),
    take: (names) =>
      inTenant(async (client) => {
        for (const name of names) {
          const { day = null, number = null } = numberOf(name) ?? {};
          await client.query(
            prepared('INSERT INTO ark.name VALUES($1, $2, $3, $4, $5, NULL, false) ON CONFLICT DO NOTHING', [
              tenant,
              name.toLowerCase(),
              name,
              day,
              number,
            ]),
          );
        }
      }),
    commit: (batch) => commitWith(batch, async () => undefined),
    commitWith,
    commitIn,
    remove: (ids) =>
      inTenant(async (client) => {
        const removed = await client.query<{ source: string }>(
          prepared('DELETE FROM ark.session WHERE tenant = $1 AND id = ANY($2::text[]) RETURNING source', [
            tenant,
            ids,
          ]),
        );
        const folded = ids.map((id) => id.toLowerCase());
        await client.query(
          prepared('DELETE FROM ark.name WHERE tenant = $1 AND folded = ANY($2::text[])', [tenant, folded]),
        );
        const sources = removed.rows.map(({ source }) => source);
        await client.query(
          prepared('DELETE FROM ark.source WHERE tenant = $1 AND path = ANY($2::text[])', [tenant, sources]),
        );
      }),
    sessions: (ids) =>
      inTenant(async (client) => {
        const sql = 'SELECT id, row FROM ark.session WHERE tenant = $1 AND id = ANY($2::text[])';
        const { rows } = await client.query<{ id: string; row: string }>(prepared(sql, [tenant, ids]));
        const byId = new Map(rows.map(({ id, row }) => [id, row]));
        return ids.flatMap((id) => {
          const row = byId.get(id);
          return row === undefined ? [] : [JSON.parse(row)];
        });
      }),
    below: (root) =>
      inTenant(async (client) => {
        const sql =
          'SELECT id AS session_id, source FROM ark.session WHERE tenant = $1 AND source >= $2 AND source < $3';
        // `0` is what follows `/`.
        return (
          await client.query<{ session_id: string; source: string }>(prepared(sql, [tenant, `${root}/`, `${root}0`]))
        ).rows;
      }),
    ...createQueries(inTenant, tenant),
    close: async () => undefined,
  };
}

/** PostgreSQL takes no NUL in a text. */
function plain(text: string): string {
  return text.replaceAll('\0', '');
}

/** What stands for a session, by its `sourceKey`, beside the name that it has. */
export function ownerOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

async function addName(client: Client, tenant: string, id: string, key: string, promised: boolean): Promise<void> {
  const { day = null, number = null } = numberOf(id) ?? {};
  const [folded, owner] = [id.toLowerCase(), ownerOf(key)];
  const known = await client.query(
    prepared('UPDATE ark.name SET id = $4, promised = $5 WHERE tenant = $1 AND folded = $2 AND owner = $3', [
      ...[tenant, folded, owner, id, promised],
    ]),
  );
  if (known.rowCount === 1) return;
  // A session owns one name: another name that it had belongs to nobody.
  await client.query(
    prepared('UPDATE ark.name SET owner = NULL WHERE tenant = $1 AND owner = $2 AND folded <> $3', [
      ...[tenant, owner, folded],
    ]),
  );
  await client.query(
    prepared(
      `INSERT INTO ark.name VALUES($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT(tenant, folded) DO UPDATE SET id = excluded.id, owner = excluded.owner, promised = excluded.promised`,
      [tenant, folded, id, day, number, owner, promised],
    ),
  );
}

/** Names are given one transaction after the other within a tenant. */
async function reserve(
  client: Client,
  tenant: string,
  sessions: readonly UnnamedSession[],
): Promise<Map<string, SessionName>> {
  await client.query(prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ark names ${tenant}`]));
  const book = await bookFor(client, tenant, sessions);
  const names = nameSessions(sessions, book);
  for (const session of sessions) {
    const key = sourceKey(session);
    const id = names.get(key)?.id;
    if (id !== undefined && book.nameOf(key) === undefined) await addName(client, tenant, id, key, true);
  }
  return names;
}

/** What naming these sessions asks: fetched beforehand, because it asks at once. */
async function bookFor(client: Client, tenant: string, sessions: readonly UnnamedSession[]): Promise<NameBook> {
  const owners = sessions.map((session) => ownerOf(sourceKey(session)));
  const named = await client.query<{ owner: string; id: string }>(
    prepared('SELECT owner, id FROM ark.name WHERE tenant = $1 AND owner = ANY($2::text[])', [tenant, owners]),
  );
  const byOwner = new Map(named.rows.map(({ owner, id }) => [owner, id]));
  const own = sessions.flatMap(({ ownId }) => (ownId === undefined ? [] : [ownId.toLowerCase()]));
  const taken = await client.query<{ folded: string }>(
    prepared('SELECT folded FROM ark.name WHERE tenant = $1 AND folded = ANY($2::text[])', [tenant, own]),
  );
  const isTaken = new Set(taken.rows.map(({ folded }) => folded));
  const days = [
    ...new Set(
      sessions.map(({ created_at }) => /^[+-]?\d{4,6}-\d{2}-\d{2}(?=T)/.exec(created_at ?? '')?.[0] ?? 'undated'),
    ),
  ];
  const numbers = await client.query<{ day: string; n: number | null }>(
    prepared(
      'SELECT day, (SELECT max(number) FROM ark.name WHERE tenant = $1 AND name.day = wanted.day) AS n FROM unnest($2::text[]) AS wanted(day)',
      [tenant, days],
    ),
  );
  const lastNumber = new Map(numbers.rows.map(({ day, n }) => [day, n ?? 0]));
  return {
    nameOf(key) {
      const id = byOwner.get(ownerOf(key));
      return id !== undefined && isSessionName(id) ? id : undefined;
    },
    isTaken: (name) => isTaken.has(name.toLowerCase()),
    lastNumberOf: (day) => lastNumber.get(day) ?? 0,
  };
}
