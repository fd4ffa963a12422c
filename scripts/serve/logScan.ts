import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Redactor } from '../../src/redaction/index.ts';
import type { Catalogue } from '../etl/catalogue/contract.ts';
import type { FoundFile, FoundSource } from '../etl/collected.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { detectSources } from '../etl/detectSources.ts';
import type { DetectedFile } from '../etl/etlState.ts';
import { foundFile } from '../etl/foundFile.ts';
import { maskName } from '../etl/maskName.ts';
import type { OutsideAdapters } from '../etl/outsideAdapters.ts';
import { newlyDetected } from '../etl/runEtl.ts';

/** A log that has not grown for this long, in milliseconds, is no longer called live. */
const LIVE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface LogScanOptions {
  /** Folders and files in which logs lie. */
  paths: readonly string[];
  /** The folder of converted sessions, which holds no logs. */
  out: string;
  catalogue: Catalogue;
  /** Adapters that are asked beside the kit's own. */
  adapters: OutsideAdapters['adapters'] | undefined;
  redactor: Redactor;
  /** Told once of each file and folder that cannot be read. */
  trouble(message: string): void;
  /** Told of a log whose main file has become shorter. */
  shrunk(name: string): void;
}

/** The logs that lie in some folders, by name: the path of a log's main file, masked, as the rows of the list have it. */
export interface LogScan {
  readonly logs: ReadonlyMap<string, FoundSource>;
  nameOf(source: FoundSource): string;
  /** Finds all logs, and notes what detection said of their files; gives the folders in which more may come. */
  find(): Promise<Set<string>>;
  /** The log with its files as they are now; undefined where its main file is gone. */
  refresh(name: string): FoundSource | undefined;
  /** The log that a file belongs to. */
  ownerOf(path: string): string | undefined;
  /** Whether the main file of a log that was found before is gone. */
  isGone(name: string): boolean;
  /** Whether the log has grown within the last minute. */
  isLive(name: string): boolean;
  liveNames(): string[];
}

export function createLogScan({ paths, out, catalogue, adapters, redactor, trouble, shrunk }: LogScanOptions): LogScan {
  const logs = new Map<string, FoundSource>();
  /** Path and size of each main file, also of those that are gone. */
  const mainFiles = new Map<string, { path: string; size: number }>();
  const ownerOf = new Map<string, string>();
  const grownAt = new Map<string, number>();
  let detected: ReadonlyMap<string, DetectedFile> = new Map();
  const reported = new Set<string>();
  const reportUnreadable = (path: string, message: string): void => {
    if (!reported.has(path)) trouble(`${path}: ${message}`);
    reported.add(path);
  };
  const nameOf = (source: FoundSource): string => maskName(primaryOf(source).path, redactor);
  const note = (name: string, source: FoundSource): void => {
    logs.set(name, source);
    const { path, size } = primaryOf(source);
    if (size < (mainFiles.get(name)?.size ?? 0)) shrunk(name);
    mainFiles.set(name, { path, size });
  };
  const isLive = (name: string): boolean => Date.now() - (grownAt.get(name) ?? 0) < LIVE_MS;
  return {
    logs,
    nameOf,
    ownerOf: (path) => ownerOf.get(path),
    // A part of a database is no file by itself.
    isGone: (name) => !name.includes('#') && mainFiles.has(name) && !existsSync(mainFiles.get(name)?.path ?? ''),
    isLive,
    liveNames: () => [...grownAt.keys()].filter(isLive),
    async find() {
      const there = paths.filter((path) => existsSync(path));
      const { files, refused } = collectFiles(there, out, { companions: true, outside: adapters });
      const fresh = files.map(({ path }) => path).filter((path) => !detected.has(path));
      const known = new Map([...detected, ...(await catalogue.detected(fresh))]);
      for (const { path, code, message } of refused) if (code === 'unreadable') reportUnreadable(path, message);
      const { sources, passed, files: now } = await detectSources(files, undefined, known, adapters);
      for (const each of passed)
        if (each.is === 'unreadable' && existsSync(each.file.path)) reportUnreadable(each.file.path, each.message);
      const news = [...newlyDetected(now, known)].filter(([path]) => maskName(path, redactor) === path);
      if (news.length > 0) await catalogue.commit({ detected: new Map(news) });
      detected = now;
      logs.clear();
      ownerOf.clear();
      for (const source of sources) {
        const name = nameOf(source);
        note(name, source);
        for (const { path, modifiedMs } of source.files) {
          ownerOf.set(path, name);
          if (Math.abs(Date.now() - modifiedMs) < LIVE_MS)
            grownAt.set(name, Math.max(modifiedMs, grownAt.get(name) ?? 0));
        }
      }
      return foldersOf(files, paths);
    },
    refresh(name) {
      const source = logs.get(name);
      if (source === undefined) return undefined;
      const files = source.files.map(asItIs);
      if (files[0] === undefined) return undefined;
      const there = files.filter((file) => file !== undefined);
      const fresh = { ...source, files: there };
      note(name, fresh);
      const changed = there.filter((file) => !source.files.includes(file)).map(({ modifiedMs }) => modifiedMs);
      if (changed.length > 0) grownAt.set(name, Math.max(grownAt.get(name) ?? 0, ...changed.map(whenChanged)));
      return fresh;
    },
  };
}

/** The main file of a log. */
export function primaryOf({ files }: FoundSource): FoundFile {
  const [primary] = files;
  if (primary === undefined) throw new Error('agent-replay-kit: a source without files.');
  return primary;
}

/** When a file changed of which this run has seen that it did. The clock that wrote its time may be another machine's, or wrong. */
function whenChanged(modifiedMs: number): number {
  const ageMs = Date.now() - modifiedMs;
  return ageMs >= 0 && ageMs < DAY_MS ? modifiedMs : Date.now();
}

/** The file with its present size and times; undefined where it is gone. */
function asItIs(file: FoundFile): FoundFile | undefined {
  const stats = statSync(file.path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const { size, mtimeMs: modifiedMs, ctimeMs: changedMs } = stats;
  if (size === file.size && modifiedMs === file.modifiedMs && changedMs === file.changedMs) return file;
  return foundFile({ ...file, size, modifiedMs, changedMs });
}

/** The folders that hold files, those above them up to the paths given, and those paths or what they will be made in. */
function foldersOf(files: readonly FoundFile[], paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const { path, root } of files) {
    for (let at = dirname(path); !folders.has(at); at = dirname(at)) {
      folders.add(at);
      if (at === root || at === dirname(at)) break;
    }
  }
  for (const path of paths) if (existsSync(path)) folders.add(statSync(path).isDirectory() ? path : dirname(path));
  return folders;
}
