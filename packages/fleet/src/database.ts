import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A failure that whoever runs the fleet can put right: the message says how, and contains no password. */
export class FleetError extends Error {}

export type Client = pg.PoolClient;

/** Number that all migrations of this schema lock, so that two do not run at once. */
const MIGRATION_LOCK = 0x41524b46;

const folder = join(import.meta.dirname, 'migrations');

/** Connections to one database. */
export interface Database {
  readonly pool: pg.Pool;
  /**
   * Runs work in one transaction that sees the rows of one tenant alone; takes effect whole or not at all. With `alone`, the tenant's other
   * transactions have ended, or begin afterwards.
   */
  asTenant<Result>(
    tenant: string,
    work: (client: Client) => Promise<Result>,
    options?: { alone?: boolean },
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Opens a database by its address; `postgres://user:password@host/name`. */
export function openDatabase(address: string, connections = 8): Database {
  const pool = new pg.Pool({
    connectionString: address,
    max: connections,
    application_name: 'agent-replay-fleet',
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks while it is idle is replaced by the next query.
  pool.on('error', () => undefined);
  // One that breaks while it is held, between two queries, is told by the next of them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    async asTenant(tenant, work, { alone = false } = {}) {
      const client = await connect(pool);
      let broken: Error | undefined;
      try {
        const lock = `pg_advisory_xact_lock${alone ? '' : '_shared'}(hashtextextended(${pg.escapeLiteral(`ark tenant ${tenant}`)}, 0))`;
        // In one go: each way to the database costs more than what it asks.
        await client.query(`BEGIN; SELECT set_config('ark.tenant', ${pg.escapeLiteral(tenant)}, true); SELECT ${lock}`);
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        try {
          await client.query('ROLLBACK');
        } catch (lost) {
          broken = lost as Error;
        }
        throw inWords(error);
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

const statements = new Map<string, string>();

/**
 * A statement that each connection plans once: planning takes longer than most of them run. For texts of which there are few; others fill the
 * server's memory.
 */
export function prepared(text: string, values: unknown[] = []): pg.QueryConfig {
  const name = statements.get(text) ?? `ark-${statements.size}`;
  statements.set(text, name);
  return { name, text, values };
}

async function connect(pool: pg.Pool): Promise<Client> {
  try {
    return await pool.connect();
  } catch (error) {
    throw inWords(error);
  }
}

/** Errors of PostgreSQL in words; others as they are. */
function inWords(error: unknown): unknown {
  const { code } = error as { code?: string };
  switch (code) {
    case '42P01':
    case '3F000':
      return new FleetError('The database has no tables of the fleet. Run `agent-replay-fleet migrate`.', {
        cause: error,
      });
    case '28P01':
    case '28000':
      return new FleetError('The database refuses user or password. Check ARK_DATABASE_URL.', { cause: error });
    case '3D000':
      return new FleetError('There is no such database. Create it, or correct ARK_DATABASE_URL.', { cause: error });
    case '53100':
      return new FleetError("The database's disk is full. Nothing is lost: make room, then run again.", {
        cause: error,
      });
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return new FleetError(`The database cannot be reached (${code}). Check ARK_DATABASE_URL, and that it runs.`, {
        cause: error,
      });
    default:
      return error;
  }
}

/** Brings the tables up to date, and gives the names of the migrations that it ran. Safe to run again, and by several at once. */
export async function migrate({ pool }: Database): Promise<string[]> {
  const client = await connect(pool);
  const ran: string[] = [];
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE SCHEMA IF NOT EXISTS ark');
    await client.query('CREATE TABLE IF NOT EXISTS ark.migration(name text PRIMARY KEY, at timestamptz DEFAULT now())');
    const { rows } = await client.query<{ name: string }>('SELECT name FROM ark.migration');
    const known = new Set(rows.map(({ name }) => name));
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const newer = [...known].find((name) => !files.includes(name));
    if (newer !== undefined) throw new FleetError(`The tables are of a newer version (${newer}). Use that one.`);
    for (const name of files.filter((each) => !known.has(each))) {
      await client.query(readFileSync(join(folder, name), 'utf8'));
      await client.query('INSERT INTO ark.migration(name) VALUES($1)', [name]);
      ran.push(name);
    }
    await client.query('COMMIT');
    return ran;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw inWords(error);
  } finally {
    client.release();
  }
}
