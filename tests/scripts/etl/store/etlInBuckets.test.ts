import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { EtlOptions } from '../../../../scripts/etl/etlOptions.ts';
import { joinBytes, type Store } from '../../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../../scripts/etl/store/openStore.ts';
import { runPlainEtl } from '../../../helpers/plainEtl.ts';
import { type S3Server, startS3Server } from '../../../helpers/s3Server.ts';
import { listFiles } from '../../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../../data/sources');

let server: S3Server;
let project: string;
beforeAll(async () => {
  server = await startS3Server();
  for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
  project = mkdtempSync(join(tmpdir(), 'buckets-'));
  for (const part of ['claude-code', 'planner', 'codex-rollout'])
    cpSync(join(samples, part), join(project, 'logs', part), { recursive: true });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true, force: true });
  await server.close();
});
afterEach(() => {
  server.intercept = undefined;
});

const etl = (paths: readonly string[], out: string, more: Partial<EtlOptions> = {}) =>
  runPlainEtl({ paths, out, project }, more);

async function upload(folder: string, store: Store): Promise<void> {
  for (const name of listFiles(folder)) await store.put(name, () => [readFileSync(join(folder, name))]);
}

/** What lies in a place, by key; the catalogue and its lock are left out. */
async function contentsOf(store: Store): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { key } of store.list())
    if (!key.startsWith('index/') && key !== '.gitignore') found[key] = String(await joinBytes(store.read(key)));
  return found;
}

it('converts logs of a bucket into a bucket as it does on a disk, and again only what has changed', async () => {
  const [logs, out] = [server.place(), server.place()];
  await upload(join(project, 'logs'), openStore(logs));
  const onDisk = await etl([join(project, 'logs')], join(project, 'out'));
  const report = await etl([logs], out);
  expect(report.failures).toEqual(onDisk.failures);
  expect(report.sessions.length).toBeGreaterThan(10);
  expect(report.sessions.map(({ file }) => file).sort()).toEqual(onDisk.sessions.map(({ file }) => file).sort());
  const expected = await contentsOf(openStore(join(project, 'out')));
  expect(await contentsOf(openStore(out))).toEqual(expected);

  server.requests.length = 0;
  const again = await etl([logs], out);
  expect(again.published).toMatchObject({ written: 0, changed: false });
  // Only the lease is written, and no log is read.
  expect(server.requests.filter((each) => each.startsWith('PUT') && !each.includes('index/lock'))).toEqual([]);
  expect(server.requests.filter((each) => each.startsWith('GET') && each.includes('.jsonl'))).toEqual([]);

  const [first] = listFiles(join(project, 'logs/planner')).filter((name) => name.endsWith('.jsonl'));
  await openStore(logs).remove([`planner/${first}`]);
  const pruned = await etl([logs], out, { prune: true });
  expect(pruned.pruned.length).toBeGreaterThan(0);
  for (const id of pruned.pruned) expect(await openStore(out).stat(`${id}.json`)).toBeUndefined();
  const check = await etl([logs], out, { check: true });
  expect(check.published).toMatchObject({ changed: false });
});

const withoutNames = (contents: Record<string, string>): string[] =>
  Object.entries(contents)
    .map(([key, bytes]) => bytes.replaceAll(key.slice(0, -'.json'.length), 'its name'))
    .sort();

it('loses nothing and tears nothing where it is killed at any request', async () => {
  const logs = join(project, 'logs/planner');
  await etl([logs], join(project, 'planner-out'));
  const expected = await contentsOf(openStore(join(project, 'planner-out')));
  let writes = 0;
  const isWrite = ({ method, url = '' }: IncomingMessage): boolean =>
    method !== 'GET' && method !== 'HEAD' && !url.includes('index/lock');
  server.intercept = (request) => {
    if (isWrite(request)) writes += 1;
    return undefined;
  };
  await etl([logs], server.place());
  expect(writes).toBeGreaterThan(3);
  for (let dies = 0; dies < writes; dies += 1) {
    const out = server.place();
    let left = dies;
    // From here on nothing that it sends arrives; a lease that a killed process held is taken over, as its process is known to be dead.
    server.intercept = (request) => (isWrite(request) && left-- <= 0 ? 403 : undefined);
    await expect(etl([logs], out)).rejects.toThrow(/credentials may not do that/);
    server.intercept = undefined;
    const torn = await contentsOf(openStore(out));
    for (const [key, bytes] of Object.entries(torn)) expect(bytes).toBe(expected[key]);
    await etl([logs], out);
    // A name that was promised and not used is free again: numbers may differ.
    expect(withoutNames(await contentsOf(openStore(out)))).toEqual(withoutNames(expected));
  }
});

it('takes one object by its address, with the files of its run', async () => {
  const logs = server.place();
  const store = openStore(logs);
  const folder = join(project, 'logs/claude-code');
  await upload(folder, store);
  const log = listFiles(folder).find((name) => {
    const run = name.replace(/\.jsonl$/, '');
    return name !== run && listFiles(folder).some((each) => each.startsWith(`${run}/subagents/`));
  });
  const out = join(project, 'one');
  const report = await etl([`${logs}/${log}`], out);
  const onDisk = await etl([join(folder, log ?? '')], join(project, 'one-disk'));
  expect(report.formats).toEqual(onDisk.formats);
  expect(report.formats[0]?.files).toBeGreaterThan(1);
});

it('says what is missing, and leaves sessions alone whose logs cannot be listed', async () => {
  const logs = server.place();
  await openStore(logs).put('a.jsonl', () => [readFileSync(join(project, 'logs/planner/plans.jsonl'))]);
  const out = join(project, 'kept');
  await etl([logs], out);
  await openStore(logs).remove(['a.jsonl']);
  const report = await etl([logs], out, { prune: true });
  expect(report.failures).toMatchObject([{ file: logs }]);
  expect(report.pruned).toEqual([]);
  writeFileSync(join(project, 'note.txt'), 'nothing');
  await expect(etl([join(project, 'note.txt')], 's3://nowhere')).rejects.toThrow(/no such bucket/);
});
