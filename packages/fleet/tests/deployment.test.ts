import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import pg from 'pg';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createProgram } from '../src/commands.ts';
import { migrate, openDatabase } from '../src/database.ts';
import { prepareFleet } from './testFleet.ts';

// No container engine is needed: what can be wrong without one is a command, a variable, a name of a file, and what PostgreSQL is told.

const root = join(import.meta.dirname, '../../..');
const docs = join(root, 'docs/fleet');
const read = (name: string): string => readFileSync(join(docs, name), 'utf8');
const fleet = prepareFleet();

/** Reads a command as the command line does, and does nothing. */
function parseCommand(args: readonly string[]): void {
  const program = createProgram()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  for (const command of program.commands as Command[])
    command
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .action(() => undefined);
  program.parse([...args], { from: 'user' });
}

interface Compose {
  services: Record<
    string,
    {
      command?: string;
      image: string;
      depends_on?: object;
      volumes?: string[];
      ports?: string[];
      environment?: Record<string, string>;
    }
  >;
  volumes: object;
}

it('compose.yaml names services, files and commands that there are', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as Compose;
  for (const [name, service] of Object.entries(services)) {
    for (const other of Object.keys(service.depends_on ?? {})) expect(services, name).toHaveProperty(other);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (!from.startsWith('./')) expect(volumes).toHaveProperty(from);
      else expect(from === './tenants.json' || existsSync(join(docs, from)), from).toBe(true);
    }
    if (name === 'db') continue;
    expect(service.image).toBe('agent-replay-fleet');
    expect(() => parseCommand(service.command?.split(' ') ?? []), service.command).not.toThrow();
    expect(service.environment).toHaveProperty('ARK_DATABASE_URL');
  }
  expect(services.serve?.command).toContain(`--port ${services.serve?.ports?.[0]?.split(':')[1]}`);
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: Record<string, never> & {
    scaleTargetRef?: { name: string };
    triggers?: { metadata: Record<string, string> }[];
  };
}

/** Every object in a value, however deep. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Record<string, unknown>;
  for (const each of Object.values(value)) yield* objectsIn(each);
}

it('kubernetes.yaml and keda.yaml name commands, mounts and deployments that there are, and ask PostgreSQL what it can answer', async () => {
  const manifests = parseAllDocuments(read('kubernetes.yaml')).map((each) => {
    expect(each.errors).toEqual([]);
    return each.toJS() as Manifest;
  });
  for (const object of objectsIn(manifests)) {
    if (object.image === undefined) continue;
    expect(() => parseCommand(object.args as string[]), String(object.args)).not.toThrow();
    const env = (object.env ?? []) as { name: string; value: string }[];
    const mounts = ((object.volumeMounts ?? []) as { mountPath: string }[]).map(({ mountPath }) => mountPath);
    for (const { value } of env)
      expect(
        mounts.some((mount) => value.startsWith(mount)),
        value,
      ).toBe(true);
    expect(object.args?.toString() === 'migrate' || env.some(({ name }) => name === 'ARK_TENANTS')).toBe(true);
  }
  for (const pod of objectsIn(manifests)) {
    const names = ((pod.volumes ?? []) as { name: string }[]).map(({ name }) => name);
    const used = [...objectsIn(pod.containers)].flatMap(({ volumeMounts = [] }) => volumeMounts as { name: string }[]);
    if (pod.containers !== undefined) expect(names.sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
  }
  const keda = parse(read('keda.yaml')) as Manifest;
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
  expect(deployments).toContain(keda.spec.scaleTargetRef?.name);
  fleet.writePlans(3);
  await fleet.enqueue();
  await fleet.work({ from: ['scan'] });
  const { rows } = await fleet.database.pool.query({
    text: keda.spec.triggers?.[0]?.metadata.query ?? '',
    rowMode: 'array',
  });
  expect(rows).toEqual([['3']]);
});

it('create-role.sql makes a role that can migrate, and whom row-level security holds', async () => {
  const admin = new URL(fleet.address);
  admin.username = 'postgres';
  admin.pathname = '/postgres';
  const client = new pg.Client(admin.href);
  await client.connect();
  try {
    await client.query('ALTER ROLE fleet RENAME TO fleet_of_tests');
    for (const statement of read('create-role.sql').split(';')) await client.query(statement);
    const own = new URL(admin.href);
    [own.username, own.pathname] = ['fleet', '/agent_replay'];
    const database = openDatabase(own.href);
    await migrate(database);
    const role = await database.pool.query('SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user');
    expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    await database.close();
    await client.query('DROP DATABASE agent_replay');
    await client.query('DROP ROLE fleet');
  } finally {
    await client.query('ALTER ROLE fleet_of_tests RENAME TO fleet').catch(() => undefined);
    await client.end();
  }
});

it('the pages name commands, variables and files that there are, and all variables', () => {
  const pages = readdirSync(docs).map(read).join('\n');
  for (const [, line = ''] of pages.matchAll(/(?:^ {4}|`)agent-replay-fleet ([^`\n#]+)/gm)) {
    const args = line
      .trim()
      .split(/\s+/)
      .filter((each) => each !== '…');
    expect(() => parseCommand(args), line).not.toThrow();
  }
  const sources = ['packages/fleet/src', 'scripts/etl/store']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
    )
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const variablesOf = (text: string): string[] => [...new Set(text.match(/\b(?:ARK|AWS)_[A-Z_0-9]*[A-Z0-9]/g))].sort();
  for (const name of variablesOf(pages)) expect(sources, name).toContain(name);
  for (const name of variablesOf(sources).filter((each) => each.startsWith('ARK_'))) expect(pages).toContain(name);
  for (const [, path = ''] of pages.matchAll(/\]\(([^):#]+)\)/g)) expect(existsSync(join(docs, path)), path).toBe(true);
});

it('the Dockerfile copies what its commands run', () => {
  const steps = read('Dockerfile').split('\n');
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[];
  expect(existsSync(join(root, entry[1] ?? ''))).toBe(true);
  const ignored = read('Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const needed = ['scripts', 'src', 'packages', 'benchmarks', 'package.json', 'pnpm-lock.yaml'];
  expect(ignored.filter((name) => needed.includes(basename(name)))).toEqual([]);
  expect(steps[0]).toContain('-f docs/fleet/Dockerfile');
  const { engines } = JSON.parse(readFileSync(join(root, 'packages/fleet/package.json'), 'utf8')) as {
    engines: { node: string };
  };
  expect(Number(/^FROM node:(\d+)/m.exec(read('Dockerfile'))?.[1])).toBeGreaterThanOrEqual(
    Number(/\d+/.exec(engines.node)?.[0]),
  );
});
