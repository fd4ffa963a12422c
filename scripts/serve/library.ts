import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedactor } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { openCatalogue } from '../etl/catalogue/openCatalogue.ts';
import type { FoundSource } from '../etl/collected.ts';
import { createPublisher } from '../etl/createPublisher.ts';
import { fingerprintOf } from '../etl/etlState.ts';
import { type OutsideOptions, openOutsideAdapters } from '../etl/outsideAdapters.ts';
import { indexFolder } from '../etl/sessionFolder.ts';
import { openSessionFolder } from '../etl/sessionOutput.ts';
import type { SourceResult } from '../etl/sourceResult.ts';
import { sizeOf } from '../etl/stageSources.ts';
import { openStaging } from '../etl/stagingFolder.ts';
import { createTurns } from './createTurns.ts';
import { type DraftRow, draftRow } from './draftRow.ts';
import { type Converted, createLogConverter } from './logConverter.ts';
import { createLogScan, primaryOf } from './logScan.ts';
import { failureOfSystem, type OpeningFailure, openingFailure } from './openingFailure.ts';
import { watchFolders } from './watchFolders.ts';

export interface LibraryOptions {
  /** Folders and files in which logs lie; those that do not exist may come later. */
  paths: readonly string[];
  /** Where converted sessions are kept; `etl` with the same folder shares them. */
  out: string;
  /** Absolute path of the kit's clone, or of the current folder; see `runEtl`. */
  project: string;
  /** Modules of adapters that are asked beside the kit's own. @default none */
  adapters?: Pick<OutsideOptions, 'config' | 'modules'> | undefined;
  tell(news: LibraryNews): void;
}

/** All logs of a machine as sessions: listed by their beginnings, converted when one is opened, followed while it is read. */
export interface Library {
  /** Looks for logs that came, changed or went; resolves when all are listed. */
  look(): Promise<void>;
  /** Makes a session's file what its log now says. From then on, it is written again whenever the log grows. */
  open(id: string): Promise<Opened>;
  /** Converts all logs that were not converted yet, newest first, so that their texts can be searched. */
  readAll(): Promise<void>;
  /** How many pages are open: without any, nobody hears of what grows, and nothing is converted for it. */
  setReaders(count: number): void;
  close(): Promise<void>;
}

export type Opened =
  /** `id` differs from what was asked for where the log turned out to hold other sessions than its beginning said. */
  | { is: 'ready'; id: string; live: boolean }
  | { is: 'unknown' }
  /** Its log is gone, and it was never converted. */
  | { is: 'gone' }
  | ({ is: 'failed' } & OpeningFailure);

export type LibraryNews =
  /** Sessions came, went, or their rows changed. */
  | { is: 'list' }
  /** The file of an opened session was written again. */
  | { is: 'session'; id: string }
  | ({ is: 'state' } & LibraryState)
  | { is: 'trouble'; message: string };

export interface LibraryState {
  /** Listed sessions, and how many of them were not converted yet: of those, only titles are searched. */
  sessions: number;
  unread: number;
  /** Whether those are being converted one after another. */
  reading: boolean;
  /** Ids of sessions whose logs have grown within the last minute. */
  live: string[];
}

/** How many sessions are followed at once: those opened last. */
const MOST_FOLLOWED = 4;

/** Share of the time that may be spent on one growing session. */
const FOLLOW_SHARE = 1 / 4;

/** How often to look at followed logs, and at all folders, where the system reports no change. */
const FOLLOWED_LOOK_MS = 1000;
const FULL_LOOK_MS = 30_000;
const UNWATCHED_LOOK_MS = 5000;

/** Least time between two full looks, and the most of the time that they may take. */
const LOOK_PAUSE_MS = 500;
const LOOK_SHARE = 1 / 10;

/** Number of logs listed, or converted, in one turn: whoever opens a session waits no longer than one. */
const LISTED_AT_ONCE = 25;
const READ_AT_ONCE = 16;
const READ_AT_ONCE_BYTES = 8 * 1024 * 1024;

/** A log that was shorter than this when it was listed may say more of itself when it grows. */
const SHORT_BYTES = 64 * 1024;

const noSession: OpeningFailure = { code: 'not-converted', message: 'No session was found in its log.' };

/** A log whose beginning does not name its sessions is converted to list them, up to this many bytes. */
const MOST_LISTED_BYTES = 64 * 1024 * 1024;

export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { paths, project, adapters, tell } = options;
  const out = resolve(options.out);
  const redactor = createRedactor();
  const trouble = (message: string): void => tell({ is: 'trouble', message: redactor.mask(message) });
  const outside =
    adapters && (await openOutsideAdapters({ ...adapters, redact: true, rules: undefined, say: trouble }));
  const fingerprint = fingerprintOf({ annotate: 'auto', redact: true, code: outside?.code });
  const lock = { say: trouble };
  const catalogue = await openCatalogue({ out, project, fingerprint, check: false, lock });
  const output = openSessionFolder(out, lock);
  const publisher = createPublisher({ output, project, catalogue, check: false, redactor });
  const staging = openStaging(indexFolder(out));
  const scan = createLogScan({ paths, out, catalogue, adapters: outside?.adapters, redactor, trouble });
  const { logs, nameOf } = scan;
  const turns = createTurns();
  const stop = new AbortController();

  // By a log's name in the rows.
  const idsOf = new Map<string, Set<string>>();
  const followed = new Set<string>();
  const restUntil = new Map<string, number>();
  // Logs that gave no session, and logs that were listed when they had hardly begun: they are listed again when they grow.
  const empty = new Set<string>();
  const short = new Set<string>();
  const again = new Set<string>();
  const unread = new Set<string>();
  let readers = 0;
  let reading = false;
  let sent = '';

  const hasFile = (id: string): boolean => existsSync(join(out, `${id}.json`));

  const tellState = (): void => {
    const live = scan.liveNames().flatMap((name) => [...(idsOf.get(name) ?? [])]);
    const sessions = [...idsOf.values()].reduce((sum, ids) => sum + ids.size, 0);
    const state: LibraryState = { sessions, unread: unread.size, reading, live };
    const text = JSON.stringify(state);
    if (text === sent) return;
    sent = text;
    tell({ is: 'state', ...state });
  };

  /** Notes which sessions a log holds; rows made of its beginning that turned out to be others are removed. */
  const noteIds = async (name: string, ids: readonly string[]): Promise<void> => {
    const before = idsOf.get(name) ?? new Set();
    const wrong = [...before].filter((id) => !ids.includes(id) && !hasFile(id));
    idsOf.set(name, new Set([...before, ...ids].filter((id) => !wrong.includes(id))));
    for (const id of [...wrong, ...ids]) unread.delete(id);
    for (const id of ids) if (!hasFile(id)) unread.add(id);
    if (ids.length === 0) empty.add(name);
    await publisher.remove(wrong);
  };

  const masked = ({ code, message }: OpeningFailure): OpeningFailure => ({ code, message: redactor.mask(message) });

  /** Publishes results, and gives the ids of each one's sessions, or why it has none. */
  const publish = async (results: readonly SourceResult[]): Promise<Converted[]> => {
    const published = (await publisher.publish(results)).filter((each) => each.is === 'session');
    let next = 0;
    const all: Converted[] = [];
    for (const result of results) {
      const count = result.is === 'staged' ? result.sessions.length : 0;
      const own = published.slice(next, next + count);
      next += count;
      const ids = own.map(({ file }) => basename(file, '.json'));
      const name = nameOf(result.source);
      if (result.is === 'failed') {
        const failed = failureOfSystem(result.message, result.system ?? {});
        all.push({ failed: masked(failed) });
        if (logs.has(name) && scan.refresh(name) !== undefined)
          trouble(`${primaryOf(result.source).name}: ${failed.message}`);
        if (!idsOf.has(name)) empty.add(name);
      } else all.push(ids);
      if (result.is !== 'staged') continue;
      await noteIds(name, ids);
      if (!followed.has(name)) continue;
      for (const { change, file } of own)
        if (change === 'written') tell({ is: 'session', id: basename(file, '.json') });
    }
    tell({ is: 'list' });
    tellState();
    return all;
  };

  const convert = createLogConverter({ folder: staging.path, project, catalogue, output, redactor, publish });

  /** Undefined where the log is gone. */
  const bringUpToDate = async (name: string): Promise<Converted | undefined> => {
    const source = scan.refresh(name);
    if (source === undefined) return undefined;
    const known = (): string[] => [...(idsOf.get(name) ?? [])];
    if (await convert.isCurrent(source)) return known();
    const grown = scan.isLive(name) ? await convert.grown(source) : undefined;
    if (grown !== undefined) return grown;
    // It is read again later; until then there is what was read before, if anything was.
    if (scan.isLive(name) && known().some(hasFile)) return known();
    const [result = []] = await convert.whole([source]);
    return 'failed' in result || result.length > 0 ? result : { failed: noSession };
  };

  const follow = (name: string): void => {
    if (readers === 0 || !followed.has(name)) return;
    const source = scan.refresh(name);
    tellState();
    if (source === undefined || convert.shows(source)) return;
    const pause = (restUntil.get(name) ?? 0) - Date.now();
    // The next look at followed logs finds it again.
    if (pause > 0) return;
    restUntil.set(name, Number.POSITIVE_INFINITY);
    const start = performance.now();
    turns
      .run(() => bringUpToDate(name))
      .catch((error: unknown) => trouble(errorText(error)))
      .finally(() => restUntil.set(name, Date.now() + (performance.now() - start) * (1 / FOLLOW_SHARE - 1)));
  };

  const listDrafts = async (sources: readonly FoundSource[]): Promise<void> => {
    const rows: { name: string; row: DraftRow }[] = [];
    for (const source of sources) {
      const name = nameOf(source);
      again.delete(name);
      if (primaryOf(source).size < SHORT_BYTES) short.add(name);
      const row = await draftRow(source, name, redactor);
      if (row !== undefined) rows.push({ name, row });
      else if (sizeOf(source) <= MOST_LISTED_BYTES) await convert.whole([source]);
      else rows.push({ name, row: nameOnly(source, name, redactor.mask(primaryOf(source).name)) });
    }
    const ids = await publisher.list(rows.map(({ row }) => row));
    for (const [at, { name }] of rows.entries()) await noteIds(name, [ids[at] ?? '']);
    tell({ is: 'list' });
    tellState();
  };

  const failed = (error: unknown): void => {
    if (!stop.signal.aborted) trouble(errorText(error));
  };

  const watched = watchFolders((changed) => {
    let isNew = false;
    for (const path of changed) {
      const name = scan.ownerOf(path);
      if (name === undefined) isNew ||= !path.startsWith(out);
      else {
        scan.refresh(name);
        follow(name);
        const isDraft = [...(idsOf.get(name) ?? [])].every((id) => unread.has(id));
        if (!empty.delete(name) && !(isDraft && short.delete(name))) continue;
        again.add(name);
        isNew = true;
      }
    }
    tellState();
    if (isNew) lookSoon();
  });

  /** Asks the catalogue, once, which sessions it knows of these logs. */
  const recallIds = async (): Promise<void> => {
    if (idsOf.size > 0) return;
    const roots = new Set(paths.map((path) => (existsSync(path) && statSync(path).isFile() ? dirname(path) : path)));
    for (const root of roots) {
      for (const { session_id, source } of await catalogue.below(resolve(root))) {
        const ids = idsOf.get(source) ?? new Set();
        idsOf.set(source, ids.add(session_id));
        if (!hasFile(session_id)) unread.add(session_id);
      }
    }
  };

  /** Sessions that were listed by the beginning of a log that is gone. */
  const removeGone = async (): Promise<void> => {
    const gone = [...idsOf].filter(([name]) => !logs.has(name) && !name.includes('#') && !existsSync(name));
    const ids = gone.flatMap(([, own]) => [...own]).filter((id) => unread.has(id));
    if (ids.length === 0) return;
    await publisher.remove(ids);
    for (const id of ids) unread.delete(id);
    for (const [name, own] of gone) if ([...own].every((id) => ids.includes(id))) idsOf.delete(name);
    tell({ is: 'list' });
  };

  const look = async (): Promise<void> => {
    await turns.run(async () => {
      watched.add(await scan.find());
      await recallIds();
      await removeGone();
    });
    tellState();
    const isFresh = (name: string): boolean => again.has(name) || (!idsOf.has(name) && !empty.has(name));
    const fresh = [...logs].filter(([name]) => isFresh(name)).map(([, source]) => source);
    fresh.sort((a, b) => modifiedMsOf(b) - modifiedMsOf(a));
    for (let at = 0; at < fresh.length && !stop.signal.aborted; at += LISTED_AT_ONCE)
      await turns.run(() => listDrafts(fresh.slice(at, at + LISTED_AT_ONCE)), 'later');
  };

  let looking: Promise<void> | undefined;
  let lookedAt = 0;
  let lookPauseMs = 0;
  const lookNow = (): Promise<void> => {
    looking ??= (async () => {
      const start = performance.now();
      try {
        await look();
      } finally {
        looking = undefined;
        lookedAt = Date.now();
        lookPauseMs = Math.max(LOOK_PAUSE_MS, (performance.now() - start) * (1 / LOOK_SHARE - 1));
      }
    })();
    return looking;
  };
  let lookTimer: NodeJS.Timeout | undefined;
  const lookSoon = (): void => {
    lookTimer ??= setTimeout(
      () => {
        lookTimer = undefined;
        lookNow().catch(failed);
      },
      Math.max(0, lookedAt + lookPauseMs - Date.now()),
    );
  };

  /** What happens by itself: followed logs are looked at, growing ones settle, and folders are looked at in case nothing was reported. */
  const goOn = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(FOLLOWED_LOOK_MS, undefined, { signal: stop.signal });
      for (const name of followed) follow(name);
      tellState();
      staging.beat();
      const pathOf = (source: FoundSource): string | undefined => logs.get(nameOf(source))?.files[0]?.path;
      if (convert.isGrowing) await turns.run(() => convert.settle(pathOf), 'later');
      if (Date.now() - lookedAt > (watched.complete ? FULL_LOOK_MS : UNWATCHED_LOOK_MS)) lookSoon();
    }
  };
  const goingOn = goOn().catch(failed);

  return {
    look: lookNow,
    async open(id) {
      const [row] = await catalogue.sessions([id]);
      if (row === undefined) return { is: 'unknown' };
      const name = row.source;
      followed.delete(name);
      followed.add(name);
      for (const old of [...followed].slice(0, -MOST_FOLLOWED)) followed.delete(old);
      const done = await turns
        .run(() => bringUpToDate(name))
        .catch((error: unknown) => ({ failed: masked(openingFailure(error)) }));
      const isFailed = done !== undefined && 'failed' in done;
      // A log that vanished meanwhile was converted before, or never will be.
      if (isFailed && scan.refresh(name) !== undefined) return { is: 'failed', ...done.failed };
      const ids = isFailed ? undefined : done;
      const found = ids === undefined || ids.includes(id) || hasFile(id) ? id : (ids[0] ?? id);
      return hasFile(found) ? { is: 'ready', id: found, live: scan.isLive(name) } : { is: 'gone' };
    },
    async readAll() {
      if (reading) return;
      reading = true;
      tellState();
      try {
        // A log that is not listed yet would not be read.
        await (lookedAt === 0 ? lookNow() : looking);
        const waiting = [...logs].filter(([name]) => [...(idsOf.get(name) ?? [])].some((id) => unread.has(id)));
        const sources = waiting.map(([, source]) => source).sort((a, b) => modifiedMsOf(b) - modifiedMsOf(a));
        for (const batch of inBatches(sources)) {
          if (stop.signal.aborted) return;
          await turns.run(() => convert.whole(batch), 'later');
        }
      } finally {
        reading = false;
        tellState();
      }
    },
    setReaders: (count) => {
      readers = count;
    },
    async close() {
      stop.abort();
      clearTimeout(lookTimer);
      watched.close();
      await Promise.allSettled([looking, goingOn]);
      await turns.idle();
      await convert.close();
      staging.remove();
      await catalogue.close();
      await outside?.close();
    },
  };
}

function modifiedMsOf({ files }: FoundSource): number {
  return Math.max(...files.map(({ modifiedMs }) => modifiedMs));
}

/** The row of a log whose beginning says nothing, and that is too large to be converted only to be listed. */
function nameOnly({ adapter }: FoundSource, source: string, title: string): DraftRow {
  const unknown = { status: 'unknown', outcome: 'unknown', model_id: 'unknown', tool_calls_count: 0 };
  return { ...unknown, task_title: title, source_format: adapter.descriptor.id, source, key: '' };
}

function* inBatches(sources: readonly FoundSource[]): Generator<FoundSource[]> {
  let batch: FoundSource[] = [];
  let bytes = 0;
  for (const source of sources) {
    batch.push(source);
    bytes += sizeOf(source);
    if (batch.length < READ_AT_ONCE && bytes < READ_AT_ONCE_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
