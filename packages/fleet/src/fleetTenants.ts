import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isBucketAddress, parseAddress } from '../../../scripts/etl/store/openStore.ts';
import { parseSecretRules } from '../../../src/redaction/index.ts';
import { FleetError } from './database.ts';

const tenant = z.strictObject({
  /** Folders or addresses such as `s3://logs/acme/lin`. Logs that tell of one run lie below one root. */
  roots: z.array(z.string().min(1)),
  /** Where sessions go: an address such as `s3://sessions/acme`, or a folder. */
  sessions: z.string().min(1),
  /** SHA-256 in hex of each token that may read the tenant's sessions. @default none */
  tokens: z.array(z.string().regex(/^[0-9a-f]{64}$/)).default([]),
  /** Sessions older than this many days are removed by `sweep`. @default none are */
  retention_days: z.number().int().positive().optional(),
  /** Own rules for secrets, as `etl --rules` takes them. @default none */
  rules: z.array(z.unknown()).default([]),
});

export type Tenant = z.infer<typeof tenant>;

/** Reads the file that names the tenants. Throws a {@link FleetError} that says what is wrong with it. */
export function readTenants(path: string): Map<string, Tenant> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new FleetError(`${path} cannot be read as JSON (${(error as Error).message}). ARK_TENANTS names it.`);
  }
  const { data, error } = z.record(z.string(), tenant).safeParse(json);
  if (data === undefined) throw new FleetError(`${path}: ${z.prettifyError(error)}`);
  const wrong = Object.keys(data).find((name) => !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name));
  if (wrong !== undefined)
    throw new FleetError(`${path}: "${wrong}" is no name of a tenant. Use small letters, digits and hyphens.`);
  const tenants = new Map(Object.entries(data));
  for (const { rules } of tenants.values()) parseSecretRules(JSON.stringify(rules));
  const shared = sharedPlace(tenants);
  if (shared !== undefined) throw new FleetError(`${path}: ${shared}`);
  return tenants;
}

/** What two tenants have together and must not: else one reads, or clears away, what is the other's. */
function sharedPlace(tenants: ReadonlyMap<string, Tenant>): string | undefined {
  const all = [...tenants];
  for (const [name, tenant] of all)
    for (const [other, { roots, sessions, tokens }] of all) {
      const place = placeOf(tenant.sessions);
      if (roots.some((root) => contains(placeOf(root), place)) && name !== other)
        return `a root of "${other}" contains the sessions of "${name}". Give them a place of their own.`;
      if (name === other) continue;
      if (contains(placeOf(sessions), place))
        return `"${name}" and "${other}" put their sessions into one place. Give each a place of its own.`;
      if (tenant.tokens.some((token) => tokens.includes(token)))
        return `"${name}" and "${other}" have a token in common. Make one for each.`;
    }
  return undefined;
}

/** An address, or the whole path of a folder, with one slash at its end. */
function placeOf(address: string): string {
  if (!isBucketAddress(address)) return `${resolve(address).replace(/\/$/, '')}/`;
  const { bucket, prefix } = parseAddress(address);
  return `s3://${bucket}/${prefix === '' ? '' : `${prefix}/`}`;
}

function contains(outer: string, inner: string): boolean {
  return inner.startsWith(outer);
}

/** An environment variable that is needed. Throws a {@link FleetError} that says what to set. */
export function needed(name: keyof typeof variables, env: NodeJS.ProcessEnv = process.env): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new FleetError(`${name} is not set. Set it to ${variables[name]}.`);
}

const variables = {
  ARK_DATABASE_URL: 'the address of PostgreSQL, such as postgres://user:password@host/agent_replay',
  ARK_TENANTS:
    'a JSON file that names the tenants, such as {"acme": {"roots": ["s3://logs/acme"], "sessions": "s3://sessions/acme"}}',
} as const;
