import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../scripts/etl/catalogue/contract.ts';
import { openSqliteCatalogue } from '../../../scripts/etl/catalogue/sqliteCatalogue.ts';
import { catalogued, describeCatalogue, draft } from '../../../tests/helpers/describeCatalogue.ts';
import { type Database, migrate, openDatabase } from '../src/database.ts';
import { openPostgresCatalogue } from '../src/postgresCatalogue.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

let server: PostgresServer;
let database: Database;
beforeAll(async () => {
  server = await startPostgres();
  database = openDatabase(await server.database());
  await migrate(database);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

let tenants = 0;
const newTenant = (): string => `tenant-${tenants++}`;

describeCatalogue('in PostgreSQL', async () => {
  const tenant = newTenant();
  return {
    open: async (fingerprint) => openPostgresCatalogue({ database, tenant, fingerprint }),
    remove: async () => undefined,
  };
});

describe('a step of a script', () => {
  const id = fc.nat(5).map((n) => `2026-02-0${(n % 3) + 1}-00${n + 1}-s`);
  const key = fc.constantFrom('a', 'b', 'c');
  const day = fc.constantFrom('2026-02-01', '2026-02-02', undefined);
  const texts = fc.constantFrom(
    'fix the login',
    'handleSubmit 登录失败\nsecond line',
    "it's <b>0|x",
    '修复',
    'a:b & !c',
  );
  const steps = fc.oneof(
    fc.record({ do: fc.constant('reserve' as const), key, day, own: fc.option(id, { nil: undefined }) }),
    fc.record({ do: fc.constant('release' as const), id }),
    fc.record({ do: fc.constant('take' as const), id }),
    fc.record({ do: fc.constant('commit' as const), id, key, day, text: texts, title: texts }),
    fc.record({ do: fc.constant('remove' as const), id }),
    fc.record({ do: fc.constant('want' as const), key, version: fc.constantFrom('v1', 'v2') }),
    fc.record({
      do: fc.constant('search' as const),
      text: fc.oneof(texts, fc.constantFrom('log', 'submit', '登录', '"the login"', 'sec', '0')),
    }),
  );
  type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

  const take = async (catalogue: Catalogue, step: Step): Promise<unknown> => {
    switch (step.do) {
      case 'reserve': {
        const more = { created_at: step.day === undefined ? undefined : `${step.day}T10:00:00.000Z` };
        return [...(await catalogue.reserve([draft(step.key, { ...more, ownId: step.own } as object)]))];
      }
      case 'release':
        return catalogue.release([step.id]);
      case 'take':
        return catalogue.take([step.id]);
      case 'remove':
        return catalogue.remove([step.id]);
      case 'want':
        return catalogue.want(new Map([[step.key, step.version]]));
      case 'search':
        return catalogue.search({ text: step.text });
      case 'commit': {
        const created_at = step.day === undefined ? undefined : `${step.day}T10:00:00.000Z`;
        const { row } = catalogued(step.id, { ...draft(step.key), task_title: step.title, created_at } as object);
        const passages = [{ kind: 'prompt' as const, item: 'e1', at: 5, text: step.text }];
        return catalogue.commit({ sessions: [{ row, passages }] });
      }
    }
  };

  it('has the same effect in SQLite and in PostgreSQL', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-sqlite-'));
    let runs = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (script) => {
          const path = join(folder, `${runs++}.db`);
          const sqlite = await openSqliteCatalogue({ path, project: '/', fingerprint: 'one' });
          const postgres = openPostgresCatalogue({ database, tenant: newTenant(), fingerprint: 'one' });
          try {
            for (const step of script) expect(await take(postgres, step)).toEqual(await take(sqlite, step));
            const all = async (catalogue: Catalogue) => ({
              page: await catalogue.page({}),
              facets: await catalogue.facets({}),
              promised: (await catalogue.promised()).sort(),
              waiting: await catalogue.waiting(9),
            });
            expect(await all(postgres)).toEqual(await all(sqlite));
          } finally {
            await sqlite.close();
          }
        }),
        { numRuns: 40 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('tenants', () => {
  it('never see each other, also where a query forgets to ask for one', async () => {
    const [mine, other] = [newTenant(), newTenant()];
    const open = (tenant: string) => openPostgresCatalogue({ database, tenant, fingerprint: 'one' });
    await open(mine).commit({ sessions: [catalogued('2026-02-01-001-mine')] });
    await open(other).commit({ sessions: [catalogued('2026-02-01-001-mine', { task_title: 'Other' })] });
    expect((await open(mine).page({})).sessions).toMatchObject([{ task_title: 'Title of 2026-02-01-001-mine' }]);
    const seen = await database.asTenant(other, (client) => client.query('SELECT tenant FROM ark.session'));
    expect(seen.rows).toEqual([{ tenant: other }]);
    expect((await database.pool.query('SELECT * FROM ark.session')).rows).toEqual([]);
    const stolen = database.asTenant(other, (client) =>
      client.query("INSERT INTO ark.wish(tenant, path, version) VALUES($1, 'p', 'v')", [mine]),
    );
    await expect(stolen).rejects.toThrow(/row-level security/);
  });
});

it('gives each session one name, though many name at once', async () => {
  const catalogue = openPostgresCatalogue({ database, tenant: newTenant(), fingerprint: 'one' });
  const named = await Promise.all(
    Array.from({ length: 12 }, (_, at) => catalogue.reserve([draft(`s${at}`), draft('shared')])),
  );
  const ids = named.flatMap((names) => [...names.values()].map(({ id }) => id));
  expect(new Set(ids).size).toBe(13);
});

it('migrates an empty database once, whoever begins, and says what to do where it was not', async () => {
  const fresh = openDatabase(await server.database());
  const catalogue = openPostgresCatalogue({ database: fresh, tenant: 'a', fingerprint: 'one' });
  await expect(catalogue.page({})).rejects.toThrow(/no tables of the fleet. Run `agent-replay-fleet migrate`/);
  const ran = await Promise.all([migrate(fresh), migrate(fresh)]);
  expect(ran.flat()).toEqual(['001-catalogue.sql', '002-erasure.sql']);
  await fresh.close();
});

it('begins a page in the middle where it begins, and reads nothing that comes before', async () => {
  const tenant = newTenant();
  const asked: { text: string; values: unknown[] }[] = [];
  const listening: Database = {
    ...database,
    asTenant: (name, work) =>
      database.asTenant(name, (client) => {
        const query = (text: string, values: unknown[]) => {
          asked.push({ text, values });
          return client.query(text, values);
        };
        return work({ query } as never);
      }),
  };
  const open = (on: Database) => openPostgresCatalogue({ database: on, tenant, fingerprint: 'one' });
  await open(database).commit({
    sessions: [catalogued('2026-02-01-001-first', { created_at: '2026-02-01T10:00:00Z' })],
  });
  await database.asTenant(tenant, async (client) => {
    const columns = 'source, format, outcome, model, project, month, longest, costliest, failures, words, title, row';
    await client.query(
      `INSERT INTO ark.session(tenant, id, at, ${columns}) SELECT tenant, id || n, at - n, ${columns} FROM ark.session, generate_series(1, 3000) AS n`,
    );
    await client.query('ANALYZE ark.session');
  });
  const all = await open(database).sums({});
  expect(all.all.sessions).toBe(3001);
  let after: string | undefined;
  for (const limit of [1000, 1000, 20]) after = (await open(listening).page({}, { after, limit })).next;
  const last = asked.filter(({ text }) => text.includes('ORDER BY')).at(-1);
  const plan = await database.asTenant(tenant, (client) =>
    client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${last?.text}`, last?.values),
  );
  const removed = [...JSON.stringify(plan.rows).matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, n]) => Number(n));
  expect(Math.max(0, ...removed)).toBeLessThan(10);
});
