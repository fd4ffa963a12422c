import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runEtl } from '../../../scripts/etl/runEtl.ts';
import { openStaging } from '../../../scripts/etl/stagingFolder.ts';
import { joinBytes } from '../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import { type S3Server, startS3Server } from '../../../tests/helpers/s3Server.ts';
import { readTenants, type Tenant } from '../src/fleetTenants.ts';
import type { JobQueue } from '../src/jobQueue.ts';
import { type Damage, sweepSessions, verifySessions } from '../src/tidySessions.ts';
import { plan, prepareFleet, tenantOf } from './testFleet.ts';

const samples = join(import.meta.dirname, '../../../data/sources');

const fleet = prepareFleet();
const { work, enqueue, rowsOf, catalogue, writePlans } = fleet;

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3?.close();
});

/** What every session consists of, by file; names are left out, because a fleet numbers sessions as they arrive. */
async function filesOf(tenant = 'acme'): Promise<string[]> {
  const store = openStore(fleet.tenants.get(tenant)?.sessions ?? '');
  const files: string[] = [];
  for (const { id, objects } of await rowsOf(tenant))
    for await (const { key } of store.list(`${objects}/`))
      files.push(`${key.slice(objects.length)}\n${await joinBytes(store.read(key))}`.replaceAll(id, 'its name'));
  return files.sort();
}

/** The same of a folder that `etl` wrote. */
function filesOfEtl(out: string): string[] {
  const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^index|^\.|\.content$/.test(name),
  );
  return names
    .map((name) => {
      const id = name.replace(/(?:\.json|\.content\/[^/]+)$/, '');
      return `/${name}\n${readFileSync(join(out, name))}`.replaceAll(id, 'its name');
    })
    .sort();
}

async function etl(paths: string[]): Promise<string[]> {
  const out = join(fleet.folder, 'etl');
  rmSync(out, { recursive: true, force: true });
  const options = { paths, out, format: undefined, annotate: 'auto', redact: true, check: false, jobs: 1 } as const;
  await runEtl(options, { project: fleet.folder, progress: { isTTY: false } as NodeJS.WriteStream });
  return filesOfEtl(out);
}

const copySamples = (...names: string[]): void => {
  for (const name of names) cpSync(join(samples, name), join(fleet.folder, 'logs', name), { recursive: true });
};

/** Lets the time pass after which a silent worker is taken for dead. */
async function letSilencePass(): Promise<void> {
  await fleet.database.pool.query(
    "UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 hour', start_after = now() - interval '1 minute' WHERE state <= 'active'",
  );
  // pg-boss looks once a minute at most.
  await fleet.database.pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL');
  await fleet.queue.supervise();
  await fleet.database.pool.query(
    "UPDATE pgboss.job SET start_after = now() - interval '1 minute' WHERE state < 'active'",
  );
}

/**
 * What writes left in the store after the next one cleared up. A folder whose writer was killed before it could say whose it is stays for a
 * day, which is let pass here.
 */
function leftInStore(): string[] {
  const store = join(fleet.folder, 'sessions/.store');
  const left = (): string[] => readdirSync(store).filter((name) => name !== 'lock');
  for (const name of left()) {
    const owner = join(store, name, 'owner.json');
    const isSaid = existsSync(owner) && readFileSync(owner, 'utf8') !== '';
    if (!isSaid) utimesSync(existsSync(owner) ? owner : join(store, name), 0, 0);
  }
  openStaging(store).remove();
  return left();
}

async function isWhole(sources: number): Promise<void> {
  const rows = await rowsOf();
  expect(rows.length).toBe(sources);
  expect(new Set(rows.map(({ source }) => source)).size).toBe(sources);
  expect(await catalogue().waiting(10)).toEqual([]);
  expect(await catalogue().promised()).toEqual([]);
  expect((await fleet.queue.figures()).map(({ ready, active, dead }) => ready + active + dead)).toEqual([0, 0, 0]);
  expect(leftInStore()).toEqual([]);
  expect(await filesOf()).toEqual(await etl([join(fleet.folder, 'logs')]));
}

describe('samples', () => {
  it('become the same bytes as with etl, from bucket to bucket, once', async () => {
    copySamples('claude-code', 'codex-rollout', 'planner', 'gemini-cli');
    const [logs, sessions] = [s3.place(), s3.place()];
    const store = openStore(logs);
    for (const name of readdirSync(join(fleet.folder, 'logs'), {
      recursive: true,
      encoding: 'utf8',
      withFileTypes: false,
    }))
      if (/\.\w+$/.test(name)) {
        const bytes = await readFile(join(fleet.folder, 'logs', name));
        if (bytes !== undefined) await store.put(name, () => [bytes]);
      }
    fleet.tenants = new Map([['acme', tenantOf(logs, sessions)]]);
    await enqueue();
    const totals = await work();
    expect(totals).toMatchObject({ failed: 0 });
    expect(totals.sessions).toBeGreaterThan(20);
    expect(await filesOf()).toEqual(await etl([join(fleet.folder, 'logs')]));
    await enqueue();
    expect(await work()).toMatchObject({ done: 1, sessions: 0, failed: 0 });
    const hits = await catalogue().search({ text: 'stockbird' });
    expect(hits.hits.length).toBeGreaterThan(0);
  });
});

async function readFile(path: string): Promise<Buffer | undefined> {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

describe('whatever happens', () => {
  it('adds each job once, however often it is added', async () => {
    writePlans(6);
    expect(await enqueue()).toBe(1);
    expect(await enqueue()).toBe(0);
    await work({ from: ['scan'] });
    await Promise.all([enqueue(), enqueue()]);
    await work({ from: ['scan'] });
    expect((await fleet.queue.figures()).find((each) => each.queue === 'convert')?.ready).toBe(6);
    expect(await work()).toMatchObject({ done: 6, sessions: 6 });
    await isWhole(6);
  });

  it('ends well where workers break off before or after each step', async () => {
    writePlans(5);
    await enqueue();
    await work({ from: ['scan'] });
    let seed = 20260301;
    const random = (): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    let deaths = 0;
    for (let round = 0; round < 8; round += 1) {
      const dying = new AbortController();
      // As a killed process: nothing that it would do afterwards reaches the queue.
      const silent: JobQueue = { ...fleet.queue, fail: async () => undefined };
      const step = (): void => {
        if (random() > 0.3) return;
        deaths += 1;
        dying.abort();
        throw new Error('killed');
      };
      await work({ queue: silent, jobs: 1, step, signal: dying.signal, from: ['convert'] });
      await letSilencePass();
    }
    expect(deaths).toBeGreaterThan(3);
    await work();
    await isWhole(5);
  });

  it('rolls back what a worker brings whose job was taken over', async () => {
    writePlans(1);
    await enqueue();
    await work({ from: ['scan'] });
    const failures: string[] = [];
    let frozen = false;
    const first = work({
      jobs: 1,
      async step(name) {
        if (name !== 'commit' || frozen) return;
        frozen = true;
        await letSilencePass();
        expect(await work({ jobs: 1 })).toMatchObject({ done: 1, sessions: 1 });
      },
      tell: (news) => news.is === 'failed' && failures.push(news.reason),
    });
    expect(await first).toMatchObject({ failed: 1 });
    expect(failures).toEqual([expect.stringContaining('another took the job over')]);
    await isWhole(1);
  });

  it('ends with the newest version of a log that changes while it is converted', async () => {
    writePlans(1);
    await enqueue();
    await work({ from: ['scan'] });
    let changed = false;
    const totals = await work({
      jobs: 1,
      async step(name) {
        if (name !== 'commit' || changed) return;
        changed = true;
        appendFileSync(join(fleet.folder, 'logs/plan-0.jsonl'), plan('what came later'));
        await enqueue();
        await work({ jobs: 1, from: ['scan'] });
      },
    });
    expect(totals).toMatchObject({ done: 2, failed: 0 });
    expect(await rowsOf()).toHaveLength(2);
    expect(await filesOf()).toEqual(await etl([join(fleet.folder, 'logs')]));
    expect(await catalogue().waiting(10)).toEqual([]);
  });

  it('gives up what fails again and again, says why, and takes it up again', async () => {
    writePlans(2);
    await enqueue();
    await work({ from: ['scan'] });
    const broken = new Map([['acme', { ...tenantOf('', join(fleet.folder, 'logs/plan-0.jsonl/no-folder')) }]]);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await work({ tenants: broken });
      await fleet.database.pool.query(
        "UPDATE pgboss.job SET start_after = now() - interval '1 minute' WHERE state < 'active'",
      );
    }
    const dead = await fleet.queue.dead(10);
    expect(dead).toHaveLength(2);
    expect(dead[0]).toMatchObject({
      tenant: 'acme',
      queue: 'convert',
      reason: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
    expect(await fleet.queue.redrive()).toBe(2);
    expect(await work()).toMatchObject({ done: 2, failed: 0 });
    await isWhole(2);
  });

  it('survives killed worker processes and a database that is killed with its children', {
    timeout: 120_000,
  }, async () => {
    writePlans(24);
    await enqueue();
    const file = join(fleet.folder, 'tenants.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(fleet.tenants)));
    const env = { ...process.env, ARK_DATABASE_URL: fleet.address, ARK_TENANTS: file, ARK_TMP: fleet.folder };
    const start = (): ChildProcess =>
      spawn(process.execPath, [join(import.meta.dirname, '../src/cli.ts'), 'work', '--jobs', '2'], {
        env,
        stdio: 'ignore',
      });
    const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
    const doneNow = async (): Promise<number> => (await rowsOf()).length;
    for (const [round, target] of [4, 12].entries()) {
      const child = start();
      for (const until = Date.now() + 30_000; (await doneNow()) < target && Date.now() < until; ) await sleep(20);
      if (round === 1) await fleet.server.crash();
      child.kill('SIGKILL');
      await ended(child);
      await letSilencePass();
    }
    expect(await doneNow()).toBeLessThan(24);
    await work();
    await isWhole(24);
  });
});

it('finds what is damaged, and sweeps what no session names, but nothing that is young or not a session', async () => {
  writePlans(2);
  await enqueue();
  await work();
  const own: [string, Tenant] = ['acme', fleet.tenants.get('acme') ?? tenantOf('', '')];
  const store = openStore(own[1].sessions);
  const [first] = await rowsOf();
  appendFileSync(join(fleet.folder, 'logs/plan-0.jsonl'), plan('more'));
  await enqueue();
  await work();
  const orphan = `${first?.id}/${'0'.repeat(64)}/${first?.id}.json`;
  await store.put(orphan, () => [Buffer.from('{}')]);
  await store.put('notes/mine.txt', () => [Buffer.from('mine')]);
  const before = await filesOf();
  expect(await sweepSessions(fleet.database, own)).toBe(0);
  const tomorrow = { now: Date.now() + 25 * 60 * 60 * 1000 };
  const count = await sweepSessions(fleet.database, own, { ...tomorrow, dry: true });
  expect(count).toBeGreaterThan(0);
  expect(await store.stat(orphan)).toBeDefined();
  expect(await sweepSessions(fleet.database, own, tomorrow)).toBe(count);
  expect(await store.stat(orphan)).toBeUndefined();
  expect(await store.stat('notes/mine.txt')).toBeDefined();
  expect(await filesOf()).toEqual(before);

  const damages = async (): Promise<Damage[]> => {
    const found: Damage[] = [];
    for await (const damage of verifySessions(fleet.database, own)) found.push(damage);
    return found;
  };
  expect(await damages()).toEqual([]);
  const [a, b] = await rowsOf();
  await store.put(`${a?.objects}/${a?.id}.json`, () => [Buffer.from('{}')]);
  await store.remove([`${b?.objects}/${b?.id}.json`]);
  expect(await damages()).toEqual([
    { id: a?.id, fault: 'changed' },
    { id: b?.id, fault: 'missing' },
  ]);
});

it('says what is wrong with the file of tenants', () => {
  const file = join(fleet.folder, 'tenants.json');
  writeFileSync(file, '{"Acme": {"roots": ["x"], "sessions": "y"}}');
  expect(() => readTenants(file)).toThrow(/small letters/);
  writeFileSync(file, '{"acme": {"roots": "x"}}');
  expect(() => readTenants(file)).toThrow(/roots/);
  expect(() => readTenants(join(fleet.folder, 'none.json'))).toThrow(/cannot be read as JSON.*ARK_TENANTS/s);
});

it('refuses tenants who share a place or a token', () => {
  const file = join(fleet.folder, 'tenants.json');
  const read = (a: object, b: object) => {
    const [first, second] = [
      { roots: ['s3://logs/a'], sessions: 's3://sessions/a', ...a },
      { roots: ['s3://logs/b'], sessions: 's3://sessions/b', ...b },
    ];
    writeFileSync(file, JSON.stringify({ first, second }));
    return readTenants(file);
  };
  const token = '0'.repeat(64);
  expect(read({}, { sessions: 's3://sessions/ab' }).size).toBe(2);
  expect(() => read({}, { sessions: 's3://sessions/a/' })).toThrow(/into one place/);
  expect(() => read({}, { sessions: 'S3://sessions//a/deeper' })).toThrow(/into one place/);
  expect(() => read({ sessions: '/data/a/' }, { sessions: '/data/b/../a/b' })).toThrow(/into one place/);
  expect(() => read({ roots: ['s3://sessions'] }, {})).toThrow(/contains the sessions of "second"/);
  expect(() => read({ tokens: [token] }, { tokens: [token] })).toThrow(/token in common/);
});
