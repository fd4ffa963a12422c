import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CataloguedSession } from '../../../scripts/etl/catalogue/contract.ts';
import type { FoundSource } from '../../../scripts/etl/collected.ts';
import { collectFiles } from '../../../scripts/etl/collectFiles.ts';
import { ownIdOf, passagesOf } from '../../../scripts/etl/createPublisher.ts';
import { detectSources } from '../../../scripts/etl/detectSources.ts';
import { fingerprintOf, type SourceState, stateOf, unchangedSince, versionOf } from '../../../scripts/etl/etlState.ts';
import { foundSource, sentSource } from '../../../scripts/etl/foundFile.ts';
import { maskName } from '../../../scripts/etl/maskName.ts';
import { newlyDetected } from '../../../scripts/etl/runEtl.ts';
import { chunksOf, sessionBytes } from '../../../scripts/etl/sessionFolder.ts';
import { entryOf, sourceKey } from '../../../scripts/etl/sessionIndex.ts';
import { stagedResult } from '../../../scripts/etl/sourceResult.ts';
import type { StagedSession, StagedSource } from '../../../scripts/etl/staged.ts';
import { sizeOf } from '../../../scripts/etl/stageSources.ts';
import type { Store } from '../../../scripts/etl/store/contract.ts';
import { isBucketAddress, openStore } from '../../../scripts/etl/store/openStore.ts';
import { collectObjects } from '../../../scripts/etl/store/storedFiles.ts';
import { adapterById } from '../../../src/adapters/index.ts';
import { createRedactor, parseSecretRules, type Redactor } from '../../../src/redaction/index.ts';
import { startOf } from '../../../src/session/list/sessionEntry.ts';
import type { ConvertOrder, ConvertThread } from './convertThread.ts';
import { type Client, type Database, FleetError } from './database.ts';
import { erasedKeys, erasedLogs, eraseObjects, expiryOf, forgetKeys } from './erasure.ts';
import type { Tenant } from './fleetTenants.ts';
import type { HeldJob, JobQueue, NewJob } from './jobQueue.ts';
import { openPostgresCatalogue, type PostgresCatalogue } from './postgresCatalogue.ts';
import { traced } from './traced.ts';

/** Larger sources are for workers with room on their disks. */
const LARGE_BYTES = 256 * 1024 * 1024;

/** With more jobs than this waiting, scans wait too. */
const MOST_READY = 100_000;
const DEFER_SECONDS = 60;

/** New logs are converted before what an operator adds. */
const LIVE_PRIORITY = 10;

/** What a job works with. */
export interface JobPorts {
  database: Database;
  queue: JobQueue;
  /** Throws where there is no such tenant. */
  openTenant(name: string): OpenedTenant;
  threadOf(rules: readonly unknown[]): ConvertThread;
  /** Called before each step that changes something elsewhere; tests end the job here. */
  step?: (name: 'reserve' | 'put' | 'commit' | 'committed') => Promise<void> | void;
}

export interface JobResult {
  sessions: number;
  bytes: number;
  /** Sources that wait to be converted because of this scan. */
  raised: number;
}

/** Everything of one tenant that its jobs use. */
export interface OpenedTenant {
  tenant: Tenant;
  catalogue: PostgresCatalogue;
  store: Store;
  redactor: Redactor;
}

/** Opens tenants by name, each once: making ready what finds secrets, and reading the kit's own code, takes longer than a small job. */
export function tenantOpener(database: Database, tenants: ReadonlyMap<string, Tenant>): JobPorts['openTenant'] {
  const opened = new Map<string, OpenedTenant>();
  return (name) => {
    const before = opened.get(name);
    if (before !== undefined) return before;
    const tenant = tenants.get(name);
    if (tenant === undefined) throw new FleetError(`There is no tenant ${name} in the file that ARK_TENANTS names.`);
    const rules = JSON.stringify(tenant.rules);
    const fingerprint = fingerprintOf({ annotate: 'auto', redact: true, rules });
    const now: OpenedTenant = {
      tenant,
      catalogue: openPostgresCatalogue({ database, tenant: name, fingerprint }),
      store: openStore(tenant.sessions),
      redactor: createRedactor({ extra: parseSecretRules(rules) }),
    };
    opened.set(name, now);
    return now;
  };
}

type TenantPorts = JobPorts & OpenedTenant;

/** Does one job, and completes it in the same transaction as its effects. Rejects where it has to be tried again. */
export async function runJob(job: HeldJob, ports: JobPorts): Promise<JobResult> {
  const own: TenantPorts = { ...ports, ...ports.openTenant(job.tenant) };
  return traced(job.queue, { tenant: job.tenant }, () => (job.queue === 'scan' ? scan(job, own) : convert(job, own)));
}

/** Finds what has changed below a root, and adds a job for each source of it. */
async function scan(job: HeldJob, ports: TenantPorts): Promise<JobResult> {
  const { catalogue, queue, database, redactor } = ports;
  const ready = (await queue.figures()).reduce((sum, figures) => sum + figures.ready, 0);
  if (ready > MOST_READY) {
    await database.asTenant(job.tenant, async (client) => {
      await queue.complete(job, client);
      await queue.add([{ ...job, afterSeconds: DEFER_SECONDS }], client);
    });
    return { sessions: 0, bytes: 0, raised: 0 };
  }
  const out = ports.store.address;
  const { files, refused } = isBucketAddress(job.target)
    ? await collectObjects([job.target], { out })
    : collectFiles([job.target], isBucketAddress(out) ? undefined : out);
  const failed = refused.find(({ code }) => code === 'not-found');
  if (failed !== undefined) throw new FleetError(`${failed.path}: ${failed.message}`);
  // A path that contains a secret must not be noted.
  const plain = files.filter(({ path }) => maskName(path, redactor) === path);
  const known = await catalogue.detected(plain.map(({ path }) => path));
  const detected = await detectSources(plain, undefined, known);
  const done = await catalogue.done(detected.sources.map(pathOf));
  const touched = new Map<string, SourceState>();
  const changed: FoundSource[] = [];
  for (const source of detected.sources) {
    const before = await unchangedSince(source, done.get(pathOf(source)), { lookOf: () => KEPT });
    if (before === undefined) changed.push(source);
    else if (before.touched) touched.set(pathOf(source), before.state);
  }
  const jobs = changed.map((source): NewJob => {
    const queueName = sizeOf(source) > LARGE_BYTES ? 'convert-large' : 'convert';
    return { queue: queueName, tenant: job.tenant, target: pathOf(source), priority: LIVE_PRIORITY };
  });
  const wanted = changed.map((source) => ({
    path: pathOf(source),
    version: versionOf(source),
    order: JSON.stringify(orderOf(source)),
  }));
  const news = newlyDetected(detected.files, known);
  return database.asTenant(job.tenant, async (client) => {
    const gone = await erasedLogs(client, job.tenant, [...news.keys(), ...detected.sources.map(pathOf)]);
    const parts = detected.sources.filter((source) => gone.has(pathOf(source))).flatMap(({ files: own }) => own);
    for (const path of [...gone, ...parts.map((part) => part.path)]) {
      news.delete(path);
      touched.delete(path);
    }
    const stays = ({ path }: { path: string }): boolean => !gone.has(path);
    await catalogue.commitIn(client, { detected: news, sources: touched });
    await catalogue.raise(client, wanted.filter(stays));
    const raised = jobs.filter(({ target }) => !gone.has(target));
    await queue.add(raised, client);
    await queue.complete(job, client);
    return { sessions: 0, bytes: 0, raised: raised.length };
  });
}

/** Files younger than this are left alone by sweeps for longer than a job takes. */
const FRESH_MS = 12 * 60 * 60 * 1000;

/** Objects are never changed once they are there, so that nothing has to be compared with them. */
const KEPT = 'kept';

function pathOf({ files }: FoundSource): string {
  return files[0]?.path ?? '';
}

function orderOf(source: FoundSource): ConvertOrder {
  return { format: source.adapter.descriptor.id, ...sentSource(source) };
}

/** Makes a source current: converts it, puts its sessions under their hashes, and notes them together with the end of the job. */
async function convert(job: HeldJob, ports: TenantPorts): Promise<JobResult> {
  const { catalogue, database, queue } = ports;
  const wish = await catalogue.wish(job.target);
  if (wish === undefined) {
    await database.asTenant(job.tenant, (client) => queue.complete(job, client));
    return { sessions: 0, bytes: 0, raised: 0 };
  }
  const order = JSON.parse(wish.order) as ConvertOrder;
  const source = sourceOf(order);
  return ports.threadOf(ports.tenant.rules).convert(order, async (staged) => {
    await publish(job, { source, staged, version: wish.version, hasErasures: wish.hasErasures }, ports);
    return { sessions: staged.sessions.length, bytes: sizeOf(source), raised: 0 };
  });
}

function sourceOf(order: ConvertOrder): FoundSource {
  const adapter = adapterById(order.format);
  if (adapter === undefined)
    throw new FleetError(`There is no adapter ${order.format}: this worker is older than the scan.`);
  return foundSource(order, adapter);
}

interface Converted {
  source: FoundSource;
  staged: StagedSource;
  version: string;
  hasErasures: boolean;
}

async function publish(job: HeldJob, converted: Converted, ports: TenantPorts): Promise<void> {
  const { source, staged, version, hasErasures } = converted;
  const { catalogue, database, queue, redactor, tenant, step } = ports;
  const found = staged.sessions.map((each) => ({ ...each, key: maskName(each.key, redactor) }));
  const keys = found.map(({ key }) => key);
  const erasedNow = (client: Client) => erasedKeys(client, job.tenant, job.target, keys);
  // The commit asks again: this saves what it would refuse.
  const erased = hasErasures ? await database.asTenant(job.tenant, erasedNow) : new Set<string>();
  const expiry = expiryOf(tenant) ?? Number.NEGATIVE_INFINITY;
  const isExpired = (each: StagedSession): boolean => (startOf(entryOf(each, job.target, '')) ?? expiry) < expiry;
  const expired = found.filter(isExpired).map(({ key }) => key);
  const sessions = found.filter((each) => !erased.has(each.key) && !expired.includes(each.key));
  await step?.('reserve');
  const drafts = sessions.map((each) => ({ ...entryOf(each, job.target, ''), ownId: ownIdOf(each, job.target) }));
  const names = await catalogue.reserve(drafts);
  const named = sessions.map((each) => {
    const id = names.get(sourceKey({ source: job.target, key: each.key }))?.id;
    if (id === undefined) throw new FleetError(`${job.target}: a session of it has no name.`);
    return { staged: each, id };
  });
  const objects = new Map<string, string>();
  for (const { staged: each, id } of named) {
    await step?.('put');
    objects.set(id, await traced('put', { id }, () => putSession(ports.store, each, id)));
  }
  const hashes = found[0]?.provenance.sources.map(({ sha256 }) => sha256) ?? [];
  const outputs = named.map(({ id }) => ({ id, look: KEPT }));
  const { figures } = stagedResult(source, staged);
  // A log that grew meanwhile stays wanted: the next scan finds its new version.
  const state = await stateOf(source, hashes, outputs, figures);
  const rows = named.map(({ staged: each, id }): CataloguedSession => {
    return { row: entryOf(each, job.target, id), passages: passagesOf(each) };
  });
  await step?.('commit');
  const batch = {
    sessions: rows,
    sources: state === undefined ? new Map() : new Map([[job.target, { ...state, version }]]),
    replaces: [job.target],
    objects,
  };
  const commit = catalogue.commitWith(batch, async (client) => {
    if ((await erasedNow(client)).size > erased.size)
      throw new FleetError(`${job.target}: it was erased while it was converted.`);
    if (expired.length > 0) await forgetKeys(client, job.tenant, job.target, expired);
    const now = await catalogue.wishIn(client, job.target);
    await queue.complete(job, client);
    // Raised while this worker was at it: the job that the scan added was dropped, because this one ran.
    if (now !== undefined && now.version !== version) await queue.add([{ ...job, priority: LIVE_PRIORITY }], client);
  });
  try {
    await traced('commit', {}, () => commit);
  } catch (error) {
    // An erasure that came in between has looked for names and files too early.
    const late = await database
      .asTenant(job.tenant, async (client) => {
        const gone = await erasedNow(client);
        await forgetKeys(client, job.tenant, job.target, [...gone]);
        return gone;
      })
      .catch(() => new Set<string>());
    const left = named.filter(({ staged: each }) => late.has(each.key)).map(({ id }) => id);
    if (left.length > 0) await eraseObjects(ports.store, left);
    throw error;
  }
  await step?.('committed');
}

/** Puts a session and its contents into a folder that is named after its bytes, and gives the folder's key. */
async function putSession(store: Store, staged: StagedSession, id: string): Promise<string> {
  const bytes = () => sessionBytes(staged, id, () => undefined);
  const hash = createHash('sha256');
  for (const chunk of bytes()) hash.update(chunk);
  const sha256 = hash.digest('hex');
  const folder = `${id}/${sha256}`;
  const session = `${folder}/${id}.json`;
  // The session comes last: where it is, its contents are. An old one is put again, because a sweep may be about to remove it.
  const before = await store.stat(session);
  if (before !== undefined && Date.now() - before.modifiedMs < FRESH_MS) return folder;
  for (const name of staged.contents)
    await store.put(`${folder}/${id}.content/${name}`, () => chunksOf(join(staged.contentFolder, name)));
  await store.put(session, bytes, { sha256 });
  return folder;
}
