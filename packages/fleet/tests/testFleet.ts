import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Database, migrate, openDatabase } from '../src/database.ts';
import type { Tenant } from '../src/fleetTenants.ts';
import { type JobQueue, openJobQueue } from '../src/jobQueue.ts';
import { openPostgresCatalogue } from '../src/postgresCatalogue.ts';
import { runWorker, type WorkerOptions } from '../src/runWorker.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

/** A fleet of one test: a database and a folder, and what one does with them. Its tenant `acme` has its logs in `logs`. */
export interface TestFleet {
  server: PostgresServer;
  address: string;
  folder: string;
  database: Database;
  queue: JobQueue;
  tenants: Map<string, Tenant>;
  work(more?: Partial<WorkerOptions>): ReturnType<typeof runWorker>;
  /** Adds a scan of each root of each tenant. */
  enqueue(): Promise<number>;
  rowsOf(tenant?: string): Promise<{ id: string; source: string; objects: string }[]>;
  catalogue(tenant?: string): ReturnType<typeof openPostgresCatalogue>;
  /** Logs of one session each. */
  writePlans(count: number): void;
}

export const tenantOf = (root: string, sessions: string): Tenant => ({
  roots: [root],
  sessions,
  tokens: [],
  rules: [],
});

/** A session of the planner, as a line of its log. */
export const plan = (topic: string, at = '2026-03-01T10:00:00Z'): string =>
  `${JSON.stringify({
    timestamp: at,
    question: `How about ${topic}?`,
    locale: 'en-US',
    context: '',
    plan: {
      topic,
      goal: 'Find out',
      steps: [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }],
    },
    review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
    telemetry: null,
  })}\n`;

/** A real PostgreSQL for the tests of a file, with a new database and folder for each of them. */
export function prepareFleet(): TestFleet {
  const fleet = {} as TestFleet;
  beforeAll(async () => {
    fleet.server = await startPostgres();
  });
  afterAll(() => fleet.server?.stop());
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
    mkdirSync(join(folder, 'logs'));
    const address = await fleet.server.database();
    const database = openDatabase(address);
    await migrate(database);
    Object.assign(fleet, { folder, address, database });
    fleet.queue = await openJobQueue(database, { migrate: true });
    fleet.tenants = new Map([['acme', tenantOf(join(folder, 'logs'), join(folder, 'sessions'))]]);
  });
  afterEach(async () => {
    await fleet.queue.close();
    await fleet.database.close();
    rmSync(fleet.folder, { recursive: true, force: true });
  });
  return Object.assign(fleet, {
    work(more: Partial<WorkerOptions> = {}) {
      const { database, queue, tenants } = fleet;
      return runWorker({ database, queue, tenants, jobs: 2, once: true, ...more });
    },
    enqueue: () =>
      fleet.queue.add(
        [...fleet.tenants].flatMap(([tenant, { roots }]) =>
          roots.map((target) => ({ queue: 'scan' as const, tenant, target })),
        ),
      ),
    async rowsOf(tenant = 'acme') {
      const sql = 'SELECT id, source, objects, row FROM ark.session ORDER BY id';
      const { rows } = await fleet.database.asTenant(tenant, (client) =>
        client.query<{ id: string; source: string; objects: string }>(sql),
      );
      return rows;
    },
    catalogue: (tenant = 'acme') => openPostgresCatalogue({ database: fleet.database, tenant, fingerprint: '' }),
    writePlans(count: number) {
      for (let at = 0; at < count; at += 1)
        writeFileSync(join(fleet.folder, 'logs', `plan-${at}.jsonl`), plan(`topic ${at}`));
    },
  });
}
