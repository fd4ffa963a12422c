import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createRedactor, parseSecretRules, type Redactor } from '../../../src/redaction/index.ts';
import { errorText } from '../../../src/session/text/errorText.ts';
import type { FolderCatalogue } from '../catalogue/folderCatalogue.ts';
import { openCatalogue } from '../catalogue/openCatalogue.ts';
import type { FoundFile, FoundSource } from '../collected.ts';
import { collectFiles } from '../collectFiles.ts';
import { createPublisher } from '../createPublisher.ts';
import { detectSources } from '../detectSources.ts';
import type { EtlOptions } from '../etlOptions.ts';
import { type DetectedFile, fingerprintOf } from '../etlState.ts';
import { anchorsOf, newlyDetected } from '../runEtl.ts';
import { openSessionFolder } from '../sessionOutput.ts';
import type { SourceResult } from '../sourceResult.ts';
import { openStaging } from '../stagingFolder.ts';
import { createBell } from './createBell.ts';
import { createLivePool, type LivePool } from './createLivePool.ts';

/** What a user who watches reads. Texts contain no secrets, but may contain control characters. */
export type WatchNews =
  /** `added`: number of records added to its source since the last news of it. */
  | { is: 'session'; file: string; isNew: boolean; records: number; added: number }
  | { is: 'failed'; message: string }
  /** Another run writes into the same folder. */
  | { is: 'waiting'; message: string };

export interface WatchContext {
  project: string;
  report(news: WatchNews): void;
  signal: AbortSignal;
}

/** Converts what changes below the paths, until the signal aborts: first, all that has changed since the last run found it. */
export async function watchSources(args: EtlOptions, context: WatchContext): Promise<void> {
  const redactor = args.redact ? createRedactor({ extra: parseSecretRules(args.rules ?? '[]') }) : undefined;
  const staging = openStaging();
  const pool = createLivePool({
    folder: staging.path,
    nonce: randomBytes(12).toString('hex'),
    annotate: args.annotate,
    zone: args.zone,
    redactor,
    startedAt: anchorsOf(context.project),
  });
  const bell = createBell(args.paths, context.signal);
  const { annotate, zone, redact, rules, format, outside } = args;
  const fingerprint = fingerprintOf({ annotate, zone, redact, rules, format, code: outside?.code });
  const out = resolve(args.out);
  const catalogue = await openCatalogue({ out, project: context.project, fingerprint, check: false });
  const round = createRound(args, context, pool, redactor, catalogue);
  try {
    while (!context.signal.aborted) {
      // A full disk may have room again: what failed is tried again in the next round.
      await round().catch((error: unknown) => {
        if (context.signal.aborted) return;
        context.report({ is: 'failed', message: `Not done, will be tried again: ${errorText(error)}` });
      });
      staging.beat();
      await bell.next();
    }
  } finally {
    await pool.close();
    staging.remove();
    await catalogue.close();
  }
}

/** One look at all files: what has changed since the last one is converted and published. */
function createRound(
  args: EtlOptions,
  { project, report, signal }: WatchContext,
  pool: LivePool,
  redactor: Redactor | undefined,
  catalogue: FolderCatalogue,
) {
  const out = resolve(args.out);
  const { format, outside } = args;
  const lock = { say: (message: string) => report({ is: 'waiting', message }), signal };
  const output = openSessionFolder(out, lock);
  const publisher = createPublisher({ output, project, catalogue, check: false, redactor });
  /** What the run before this one knew of each file that was seen. */
  const found = new Map<string, DetectedFile>();
  const records = new Map<string, number>();
  let known: ReadonlyMap<string, DetectedFile> = found;
  let noted: ReadonlyMap<string, DetectedFile> = found;
  const seen = new Map<string, string>();

  /** Asks the catalogue about files that are seen for the first time. */
  const recall = async (files: readonly FoundFile[]): Promise<void> => {
    const fresh = files.map(({ path }) => path).filter((path) => !known.has(path));
    if (fresh.length === 0) return;
    const before = await catalogue.detected(fresh);
    for (const [path, file] of before) found.set(path, file);
    known = new Map([...known, ...before]);
    noted = new Map([...noted, ...before]);
  };

  const recallRecords = async (results: readonly SourceResult[]): Promise<void> => {
    const fresh = results.map(({ source }) => pathOf(source)).filter((path) => !records.has(path));
    for (const [path, { figures }] of await catalogue.done(fresh)) records.set(path, figures.account.records);
  };

  const publish = async (results: readonly SourceResult[]): Promise<void> => {
    if (results.length === 0) return;
    await recallRecords(results);
    const published = await publisher.publish(results, { detected: newlyDetected(known, noted) });
    noted = known;
    let next = 0;
    for (const result of results) {
      if (result.is === 'failed') {
        const message = `${nameOf(result.source)}: ${result.message}`;
        report({ is: 'failed', message: redactor?.mask(message) ?? message });
      }
      if (result.is !== 'staged') continue;
      const path = pathOf(result.source);
      const now = result.figures.account.records;
      const added = now - (records.get(path) ?? 0);
      records.set(path, now);
      const own = published.slice(next, next + result.sessions.length);
      next += own.length;
      for (const { file, change, isNew = false } of own) {
        if (change === 'written') report({ is: 'session', file, isNew, records: now, added });
      }
    }
  };

  return async () => {
    const collected = collectFiles(args.paths, out, { companions: true, outside: outside?.adapters });
    await recall(collected.files);
    const detected = await detectSources(collected.files, format, known, outside?.adapters);
    known = detected.files;
    const results: SourceResult[] = [];
    for (const source of detected.sources) {
      const [path, look] = [pathOf(source), lookOf(source.files)];
      // A log may have grown while the earlier run was converting others.
      const before =
        seen.get(path) ?? lookOf(source.files.map((file) => ({ path: file.path, ...found.get(file.path) })));
      seen.set(path, look);
      if (look === before) continue;
      const result = await pool.advance(source);
      if (result !== undefined) results.push(result);
    }
    for (const result of await pool.settle(new Set(detected.sources.map(pathOf)))) results.push(result);
    try {
      await publish(results);
    } catch (error) {
      for (const { source } of results) seen.set(pathOf(source), 'not published');
      throw error;
    }
  };
}

function pathOf({ files }: FoundSource): string {
  return files[0]?.path ?? '';
}

/** A value that changes with the source. */
function lookOf(files: readonly { path: string; size?: number; modifiedMs?: number; changedMs?: number }[]): string {
  return files.map(({ path, size, modifiedMs, changedMs }) => `${path} ${size} ${modifiedMs} ${changedMs}`).join('\n');
}

function nameOf({ files }: FoundSource): string {
  return files[0]?.name ?? '';
}
