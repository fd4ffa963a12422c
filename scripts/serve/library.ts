import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedactor, type Redactor } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import type { Catalogue } from '../etl/catalogue/contract.ts';
import { openCatalogue } from '../etl/catalogue/openCatalogue.ts';
import type { FoundSource } from '../etl/collected.ts';
import { createPublisher, type Published, type Publisher } from '../etl/createPublisher.ts';
import { fingerprintOf } from '../etl/etlState.ts';
import { type OutsideAdapters, type OutsideOptions, openOutsideAdapters } from '../etl/outsideAdapters.ts';
import { indexFolder } from '../etl/sessionFolder.ts';
import { openSessionFolder, type SessionOutput } from '../etl/sessionOutput.ts';
import type { SourceResult } from '../etl/sourceResult.ts';
import { sizeOf } from '../etl/stageSources.ts';
import { openStaging, type StagingFolder } from '../etl/stagingFolder.ts';
import { createFollowedLogs } from './createFollowedLogs.ts';
import { createLooks } from './createLooks.ts';
import { createTurns } from './createTurns.ts';
import { type DraftRow, draftRow } from './draftRow.ts';
import { ListedSessions } from './listedSessions.ts';
import { type Converted, createLogConverter, type LogConverter } from './logConverter.ts';
import { createLogScan, type LogScan, primaryOf } from './logScan.ts';
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
  report(news: LibraryNews): void;
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
  /** `code` is absent for whatever a reader cannot be told in another language. */
  | { is: 'trouble'; message: string; code?: 'log-shrunk' };

export interface LibraryState {
  /** Listed sessions, and how many of them were not converted yet: of those, only titles are searched. */
  sessions: number;
  unread: number;
  /** Whether those are being converted one after another. */
  reading: boolean;
  /** Ids of sessions whose logs have grown within the last minute. */
  live: string[];
  /** Ids of opened sessions whose logs are gone; what was read of them stays. */
  gone: string[];
}

/** How often to look at followed logs, and at all folders, where the system reports no change. */
const FOLLOWED_LOOK_MS = 1000;
const FULL_LOOK_MS = 30_000;
const UNWATCHED_LOOK_MS = 5000;

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
  const { paths, project, adapters, report } = options;
  const out = resolve(options.out);
  const redactor = createRedactor();
  const trouble = (message: string): void => report({ is: 'trouble', message: redactor.mask(message) });
  const shrunk = (log: string): void => {
    const message = `${log} has become shorter: it was written anew, and is read from its beginning.`;
    report({ is: 'trouble', code: 'log-shrunk', message });
  };
  const outside =
    adapters && (await openOutsideAdapters({ ...adapters, redact: true, rules: undefined, say: trouble }));
  const fingerprint = fingerprintOf({ annotate: 'auto', redact: true, code: outside?.code });
  const lock = { say: trouble };
  const catalogue = await openCatalogue({ out, project, fingerprint, check: false, lock });
  const output = openSessionFolder(out, lock);
  const publisher = createPublisher({ output, project, catalogue, check: false, redactor });
  const staging = openStaging(indexFolder(out));
  const scan = createLogScan({ paths, out, catalogue, adapters: outside?.adapters, redactor, trouble, shrunk });
  const sessions = new ListedSessions({ paths, out, catalogue, publisher });
  return new LogLibrary({
    out,
    project,
    redactor,
    catalogue,
    output,
    publisher,
    staging,
    scan,
    sessions,
    outside,
    report,
  });
}

/** What a library works with. */
interface LibraryParts {
  out: string;
  project: string;
  redactor: Redactor;
  catalogue: Catalogue;
  output: SessionOutput;
  publisher: Publisher;
  staging: StagingFolder;
  scan: LogScan;
  sessions: ListedSessions;
  outside: OutsideAdapters | undefined;
  report(news: LibraryNews): void;
}

class LogLibrary implements Library {
  private readonly parts: LibraryParts;
  private readonly convert: LogConverter;
  private readonly looks = createLooks(
    () => this.lookThrough(),
    (error) => this.failed(error),
  );
  private readonly followed = createFollowedLogs();
  private readonly watched = watchFolders((paths) => this.noteChanges(paths));
  private readonly turns = createTurns();
  private readonly stop = new AbortController();
  private readonly goingOn: Promise<void>;
  private readers = 0;
  private reading = false;
  /** The state that was sent last, as JSON. */
  private sent = '';

  constructor(parts: LibraryParts) {
    this.parts = parts;
    const { project, catalogue, output, redactor, staging } = parts;
    const publish = (results: readonly SourceResult[]): Promise<Converted[]> => this.publish(results);
    this.convert = createLogConverter({ folder: staging.path, project, catalogue, output, redactor, publish });
    this.goingOn = this.goOn().catch((error: unknown) => this.failed(error));
  }

  look(): Promise<void> {
    return this.looks.now();
  }

  async open(id: string): Promise<Opened> {
    const { catalogue, scan, sessions } = this.parts;
    const [row] = await catalogue.sessions([id]);
    if (row === undefined) return { is: 'unknown' };
    const log = row.source;
    this.followed.add(log);
    const done = await this.turns
      .run(() => this.bringUpToDate(log))
      .catch((error: unknown) => ({ failed: this.masked(openingFailure(error)) }));
    const isFailed = done !== undefined && 'failed' in done;
    // A log that vanished meanwhile was converted before, or never will be.
    if (isFailed && scan.refresh(log) !== undefined) return { is: 'failed', ...done.failed };
    const ids = isFailed ? undefined : done;
    const found = ids === undefined || ids.includes(id) || sessions.hasFile(id) ? id : (ids[0] ?? id);
    return sessions.hasFile(found) ? { is: 'ready', id: found, live: scan.isLive(log) } : { is: 'gone' };
  }

  async readAll(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    this.reportState();
    try {
      // A log that is not listed yet would not be read.
      await (this.looks.endedAt === 0 ? this.look() : this.looks.running);
      const unread = this.logsThat((log) => this.parts.sessions.hasUnread(log));
      for (const batch of inBatches(unread)) {
        if (this.stop.signal.aborted) return;
        await this.turns.run(() => this.convert.whole(batch), 'later');
      }
    } finally {
      this.reading = false;
      this.reportState();
    }
  }

  setReaders(count: number): void {
    this.readers = count;
  }

  async close(): Promise<void> {
    const { staging, catalogue, outside } = this.parts;
    this.stop.abort();
    this.looks.stop();
    this.watched.close();
    await Promise.allSettled([this.looks.running, this.goingOn]);
    await this.turns.idle();
    await this.convert.close();
    staging.remove();
    await catalogue.close();
    await outside?.close();
  }

  private reportState(): void {
    const { scan, sessions, report } = this.parts;
    const live = scan.liveNames().flatMap((log) => sessions.idsOf(log));
    const gone = [...this.followed].filter((log) => scan.isGone(log)).flatMap((log) => sessions.idsOf(log));
    const { count, unreadCount: unread } = sessions;
    const state: LibraryState = { sessions: count, unread, reading: this.reading, live, gone };
    const text = JSON.stringify(state);
    if (text === this.sent) return;
    this.sent = text;
    report({ is: 'state', ...state });
  }

  private reportList(): void {
    this.parts.report({ is: 'list' });
    this.reportState();
  }

  private trouble(message: string): void {
    this.parts.report({ is: 'trouble', message: this.parts.redactor.mask(message) });
  }

  private failed(error: unknown): void {
    if (!this.stop.signal.aborted) this.trouble(errorText(error));
  }

  private masked({ code, message }: OpeningFailure): OpeningFailure {
    return { code, message: this.parts.redactor.mask(message) };
  }

  /** Publishes results, and gives the ids of each one's sessions, or why it has none. */
  private async publish(results: readonly SourceResult[]): Promise<Converted[]> {
    const published = (await this.parts.publisher.publish(results)).filter((each) => each.is === 'session');
    let next = 0;
    const all: Converted[] = [];
    for (const result of results) {
      const count = result.is === 'staged' ? result.sessions.length : 0;
      all.push(await this.noteResult(result, published.slice(next, next + count)));
      next += count;
    }
    this.reportList();
    return all;
  }

  /** Notes what became of a log, with its published sessions. */
  private async noteResult(result: SourceResult, published: readonly Published[]): Promise<Converted> {
    const { scan, sessions, report } = this.parts;
    const log = scan.nameOf(result.source);
    if (result.is === 'failed') {
      const failure = failureOfSystem(result.message, result.system ?? {});
      if (scan.logs.has(log) && scan.refresh(log) !== undefined)
        this.trouble(`${primaryOf(result.source).name}: ${failure.message}`);
      sessions.noteFailure(log);
      return { failed: this.masked(failure) };
    }
    const ids = published.map(({ file }) => basename(file, '.json'));
    if (result.is !== 'staged') return ids;
    await sessions.note(log, ids);
    if (!this.followed.has(log)) return ids;
    for (const { change, file } of published)
      if (change === 'written') report({ is: 'session', id: basename(file, '.json') });
    return ids;
  }

  /** Undefined where the log is gone. */
  private async bringUpToDate(log: string): Promise<Converted | undefined> {
    const { scan, sessions } = this.parts;
    const source = scan.refresh(log);
    if (source === undefined) return undefined;
    if (await this.convert.isCurrent(source)) return sessions.idsOf(log);
    const grown = scan.isLive(log) ? await this.convert.grown(source) : undefined;
    if (grown !== undefined) return grown;
    // It is read again later; until then there is what was read before, if anything was.
    const known = sessions.idsOf(log);
    if (scan.isLive(log) && known.some((id) => sessions.hasFile(id))) return known;
    const [result = []] = await this.convert.whole([source]);
    return 'failed' in result || result.length > 0 ? result : { failed: noSession };
  }

  private follow(log: string): void {
    if (this.readers === 0 || !this.followed.has(log)) return;
    const source = this.parts.scan.refresh(log);
    this.reportState();
    if (source === undefined || this.convert.shows(source)) return;
    this.followed
      .workFor(log, () => this.turns.run(() => this.bringUpToDate(log)))
      .catch((error: unknown) => this.trouble(errorText(error)));
  }

  /** Hears which files have changed. */
  private noteChanges(paths: ReadonlySet<string>): void {
    const { out, scan, sessions } = this.parts;
    let isNew = false;
    for (const path of paths) {
      const log = scan.ownerOf(path);
      if (log === undefined) isNew ||= !path.startsWith(out);
      else {
        scan.refresh(log);
        this.follow(log);
        if (sessions.noteGrowth(log)) isNew = true;
      }
    }
    this.reportState();
    if (isNew) this.looks.soon();
  }

  /** Finds all logs, and lists those that are new, or say more of themselves than before. */
  private async lookThrough(): Promise<void> {
    const { scan, sessions, report } = this.parts;
    await this.turns.run(async () => {
      this.watched.add(await scan.find());
      await sessions.recall();
      if (await sessions.removeGone((log) => scan.logs.has(log))) report({ is: 'list' });
    });
    this.reportState();
    const fresh = this.logsThat((log) => sessions.isFresh(log));
    for (let at = 0; at < fresh.length && !this.stop.signal.aborted; at += LISTED_AT_ONCE)
      await this.turns.run(() => this.listDrafts(fresh.slice(at, at + LISTED_AT_ONCE)), 'later');
  }

  /** The logs that meet a condition, newest first. */
  private logsThat(isMeant: (log: string) => boolean): FoundSource[] {
    const meant = [...this.parts.scan.logs].filter(([log]) => isMeant(log)).map(([, source]) => source);
    return meant.sort((a, b) => modifiedMsOf(b) - modifiedMsOf(a));
  }

  private async listDrafts(sources: readonly FoundSource[]): Promise<void> {
    const { publisher, redactor, scan, sessions } = this.parts;
    const rows: { log: string; row: DraftRow }[] = [];
    for (const source of sources) {
      const log = scan.nameOf(source);
      sessions.noteListing(log, primaryOf(source).size < SHORT_BYTES);
      const row = await draftRow(source, log, redactor);
      if (row !== undefined) rows.push({ log, row });
      else if (sizeOf(source) <= MOST_LISTED_BYTES) await this.convert.whole([source]);
      else rows.push({ log, row: nameOnly(source, log, redactor.mask(primaryOf(source).name)) });
    }
    const ids = await publisher.list(rows.map(({ row }) => row));
    for (const [at, { log }] of rows.entries()) await sessions.note(log, [ids[at] ?? '']);
    this.reportList();
  }

  /** What happens by itself: followed logs are looked at, growing ones settle, and folders are looked at in case nothing was reported. */
  private async goOn(): Promise<void> {
    const { scan, staging } = this.parts;
    const pathOf = (source: FoundSource): string | undefined => scan.logs.get(scan.nameOf(source))?.files[0]?.path;
    while (!this.stop.signal.aborted) {
      await sleep(FOLLOWED_LOOK_MS, undefined, { signal: this.stop.signal });
      for (const log of this.followed) this.follow(log);
      this.reportState();
      staging.beat();
      if (this.convert.isGrowing) await this.turns.run(() => this.convert.settle(pathOf), 'later');
      const restMs = this.watched.complete ? FULL_LOOK_MS : UNWATCHED_LOOK_MS;
      if (Date.now() - this.looks.endedAt > restMs) this.looks.soon();
    }
  }
}

function modifiedMsOf({ files }: FoundSource): number {
  return files.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), Number.NEGATIVE_INFINITY);
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
