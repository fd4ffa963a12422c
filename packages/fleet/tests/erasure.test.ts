import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import { type Erased, erase, expireSessions } from '../src/erasure.ts';
import type { Tenant } from '../src/fleetTenants.ts';
import { sweepSessions } from '../src/tidySessions.ts';
import { plan, prepareFleet, tenantOf } from './testFleet.ts';

const fleet = prepareFleet();
const { work, enqueue, rowsOf, writePlans } = fleet;

const own = (tenant = 'acme'): [string, Tenant] => [tenant, fleet.tenants.get(tenant) ?? tenantOf('', '')];
const eraseNow = (what: Erased, tenant = 'acme') => erase(fleet, own(tenant), what);
const log = (name: string): string => join(fleet.folder, 'logs', name);
const DAY_MS = 86_400_000;

/** Everything that is kept of a tenant anywhere: each row of each table as text, the names and bytes of all files. */
async function everythingKept(tenant = 'acme'): Promise<string> {
  const { rows: tables } = await fleet.database.pool.query<{ name: string }>(
    "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('ark', 'pgboss')",
  );
  const texts: string[] = [];
  await fleet.database.asTenant(tenant, async (client) => {
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT each::text AS text FROM ${name} AS each`);
      const others = [...fleet.tenants.keys()].filter((each) => each !== tenant);
      texts.push(
        ...rows.map(({ text }) => text).filter((text) => !others.some((other) => text.includes(`[""${other}""`))),
      );
    }
  });
  const folder = fleet.tenants.get(tenant)?.sessions ?? '';
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    texts.push(entry.name, entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : '');
  return texts.join('\n');
}

it('erases a session for good: neither the next scan nor a longer log brings it back', async () => {
  writePlans(2);
  appendFileSync(log('plan-1.jsonl'), plan('zebra crossings'));
  await enqueue();
  await work();
  const id = (await rowsOf()).find((row) => row.id.includes('zebra'))?.id ?? '';
  expect(await everythingKept()).toMatch(/zebra/);
  expect(await eraseNow({ is: 'sessions', ids: [id] })).toMatchObject({ sessions: 1, objects: 1 });
  expect(await everythingKept()).not.toMatch(/zebra/);
  expect(await rowsOf()).toHaveLength(2);

  // Nothing is converted again only because of it; a log that grew is.
  await enqueue();
  expect(await work()).toMatchObject({ done: 1, sessions: 0 });
  appendFileSync(log('plan-1.jsonl'), plan('yet another'));
  await enqueue();
  await work();
  expect((await rowsOf()).map((row) => row.id.replace(/^.*?-\d{3}-/, '')).sort()).toEqual([
    expect.stringContaining('topic-0'),
    expect.stringContaining('topic-1'),
    expect.stringContaining('yet-another'),
  ]);
  expect(await everythingKept()).not.toMatch(/zebra/);
  const numbers = (await rowsOf()).map((row) => /-(\d{3})-/.exec(row.id)?.[1]);
  expect(numbers).not.toContain(/-(\d{3})-/.exec(id)?.[1]);
  await expect(eraseNow({ is: 'sessions', ids: [id] })).rejects.toThrow(/has no session/);
});

it('erases what is being converted: what the worker brings is not noted, and its files are removed', async () => {
  writePlans(2);
  await enqueue();
  await work({ from: ['scan'] });
  let erased = 0;
  const totals = await work({
    jobs: 1,
    async step(name) {
      if (name !== 'commit' || erased > 0) return;
      erased += 1;
      await eraseNow({ is: 'logs', paths: [log('plan-0.jsonl'), log('plan-1.jsonl')] });
    },
  });
  expect(totals).toMatchObject({ failed: 1 });
  await enqueue();
  expect(await work()).toMatchObject({ done: 1, sessions: 0, failed: 0 });
  expect(await rowsOf()).toEqual([]);
  expect(await everythingKept()).not.toMatch(/topic|plan-\d/);
});

it('erases what was made of a folder of logs, with the other files of its runs, and leaves the rest', async () => {
  cpSync(join(import.meta.dirname, '../../../data/sources/claude-code'), log('lin'), { recursive: true });
  writeFileSync(log('linus.jsonl'), plan('kept'));
  await enqueue();
  await work();
  const before = await rowsOf();
  expect(before.length).toBeGreaterThan(5);
  await expect(eraseNow({ is: 'logs', paths: [log('nobody')] })).rejects.toThrow(/has no log .*nobody/);
  const { sessions, objects, jobs } = await eraseNow({ is: 'logs', paths: [`${log('lin')}/`] });
  expect(sessions).toBe(before.length - 1);
  expect(objects).toBeGreaterThanOrEqual(sessions);
  expect(jobs).toBeGreaterThanOrEqual(sessions - 1);
  expect(await everythingKept()).not.toContain(`${log('lin')}/`);
  await enqueue();
  await work();
  expect((await rowsOf()).map(({ source }) => source)).toEqual([log('linus.jsonl')]);
  expect(await everythingKept()).not.toContain(`${log('lin')}/`);
});

it('erases a tenant, and nothing of another; what is not a session stays in its bucket', async () => {
  fleet.tenants.set('other', tenantOf(join(fleet.folder, 'logs'), join(fleet.folder, 'other')));
  writePlans(3);
  await enqueue();
  await work();
  const store = openStore(own()[1].sessions);
  await store.put('notes/mine.txt', () => [Buffer.from('mine')]);
  expect(await eraseNow({ is: 'tenant' })).toMatchObject({ sessions: 3, objects: 3 });
  expect(await everythingKept()).not.toMatch(/topic|plan-\d|"tenant": ?"acme"/);
  expect(await store.stat('notes/mine.txt')).toBeDefined();
  await enqueue();
  await work();
  expect(await rowsOf()).toEqual([]);
  expect(await rowsOf('other')).toHaveLength(3);
  expect(await everythingKept('other')).toMatch(/topic 2/);
});

it('removes sessions that are older than their tenant keeps them, by the time of their logs', async () => {
  const days = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString();
  writeFileSync(log('old.jsonl'), plan('walrus', days(40)) + plan('sparrow', days(20)));
  // A clock that runs ahead does not keep a session for ever.
  writeFileSync(log('ahead.jsonl'), plan('future', days(-4000)));
  await enqueue();
  await work();
  expect(await expireSessions(fleet, own())).toBe(0);
  fleet.tenants.set('acme', { ...own()[1], retention_days: 30 });
  expect(await expireSessions(fleet, own(), { dry: true })).toBe(1);
  expect(await rowsOf()).toHaveLength(3);
  expect(await expireSessions(fleet, own())).toBe(1);
  expect(await everythingKept()).not.toMatch(/walrus/);
  expect(await everythingKept()).toMatch(/sparrow/);
  expect(await expireSessions(fleet, own(), { now: Date.now() + 31 * DAY_MS })).toBe(2);

  // A worker that was killed before it could commit leaves a promised name.
  await fleet.catalogue().reserve([{ source: log('gone.jsonl'), key: '', task_title: 'walrus' } as never]);
  // Its log is still there: it does not come back, neither with a new log nor with a longer one.
  appendFileSync(log('old.jsonl'), plan('fresh', days(1)));
  writeFileSync(log('older.jsonl'), plan('walrus', days(50)));
  await enqueue();
  await work();
  const names = (await rowsOf()).map(({ id }) => id).join();
  expect(names).not.toMatch(/walrus/);
  expect(names).toMatch(/fresh/);
  await sweepSessions(fleet.database, own(), { now: Date.now() + 2 * DAY_MS });
  expect(await everythingKept()).not.toMatch(/walrus/);
  rmSync(log('old.jsonl'));
});
