import { closeSync, lstatSync, openSync, readSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { indexFolder, lookOfFile, prepareOutput } from '../sessionFolder.ts';
import {
  createNameBook,
  type IndexEntry,
  ignoreRules,
  indexJson,
  type NameBook,
  nameSessions,
  readIndex,
  sourceKey,
} from '../sessionIndex.ts';
import { OPEN_MODE, PRIVATE_MODE } from '../sourceMode.ts';
import { withLock } from '../withLock.ts';
import { OutputError } from '../writeAtomically.ts';
import type { CataloguedSession } from './contract.ts';
import {
  type FolderCatalogue,
  type IndexFile,
  indexPaths,
  type OpenFolder,
  writeIndexFiles,
} from './folderCatalogue.ts';
import { openJsonCatalogue } from './jsonCatalogue.ts';
import { openSqliteCatalogue, type SqliteCatalogue } from './sqliteCatalogue.ts';

/** Maximum number of sessions in `private.json` beside the catalogue, for programs that read only JSON. */
const MOST_EXPORTED = 1000;

/** Number of sessions taken over from JSON in one transaction. */
const IMPORTED_AT_ONCE = 5000;

/**
 * Opens the catalogue of a folder: in SQLite where this Node has it, else in JSON. What older kits, or a Node without SQLite, kept in JSON
 * is taken over once. Throws {@link OutputError} where the folder already uses SQLite, and this Node has none.
 */
export async function openCatalogue(folder: OpenFolder): Promise<FolderCatalogue> {
  const paths = indexPaths(folder.out);
  const isThere = lookOfFile(paths.catalogue) !== '';
  if (!(await hasSqlite())) {
    if (isThere)
      throw new OutputError(
        `${paths.catalogue} is kept in SQLite, which this Node does not have. Run it with Node 22.13 or newer, as the folder was written; or name another folder with --out.`,
      );
    return openJsonCatalogue(folder);
  }
  if (folder.check && !isThere) return openJsonCatalogue(folder);
  const open = async (): Promise<SqliteCatalogue> => {
    refuseOthers(paths.catalogue);
    // The database would otherwise be created readable for everybody.
    if (!folder.check) closeSync(openSync(paths.catalogue, 'a', PRIVATE_MODE));
    return openSqliteCatalogue({
      path: paths.catalogue,
      project: folder.project,
      fingerprint: folder.fingerprint,
      readOnly: folder.check,
      remote: folder.isRemote || isRemote(indexFolder(folder.out)),
    });
  };
  if (folder.check) return checking(await open(), folder);
  prepareOutput(folder.out);
  const locked = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withLock(join(indexFolder(folder.out), '.lock'), work, folder.lock);
  const catalogue = isThere ? await open() : await locked(open);
  try {
    if (isBehind(catalogue, folder)) await locked(() => takeOver(catalogue, folder));
    return { ...catalogue, writeIndex: async () => exportIndex(catalogue, folder) };
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}

/** State of the samples' index when the catalogue knew all of it. */
const TRACKED = 'look of sessions.json';

/** Note that the catalogue has taken over what was there before it. */
const TAKEN_OVER = 'taken over';

/** Refuses links and folders in place of the catalogue's files: writes must not land elsewhere. */
function refuseOthers(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`])
    if (lstatSync(name, { throwIfNoEntry: false })?.isFile() === false)
      throw new OutputError(`${name} is no file, but the catalogue belongs there. Move it away, then run again.`);
}

async function hasSqlite(): Promise<boolean> {
  const { emitWarning } = process;
  try {
    // Nodes before 26 print a warning that it is experimental, each time; users who convert logs can do nothing about that.
    process.emitWarning = () => undefined;
    await import('node:sqlite');
    return true;
  } catch {
    return false;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** `statfs(2)` types of NFS, SMB, CIFS, SMB2, 9p and FUSE (sshfs). A disk whose type the system does not say counts as local. */
const remoteTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546]);

function isRemote(path: string): boolean {
  try {
    return remoteTypes.has(statfsSync(path).type >>> 0);
  } catch {
    return false;
  }
}

/** Whether the JSON files have something that the catalogue does not know. */
function isBehind(catalogue: SqliteCatalogue, { out }: OpenFolder): boolean {
  const paths = indexPaths(out);
  return (
    catalogue.noted(TAKEN_OVER) === undefined ||
    catalogue.noted(TRACKED) !== lookOfFile(paths.tracked) ||
    lookOfFile(paths.pending) !== ''
  );
}

/** Takes over what JSON holds: everything of an older kit, once, and whatever git has changed in the samples. */
async function takeOver(catalogue: SqliteCatalogue, folder: OpenFolder): Promise<void> {
  const paths = indexPaths(folder.out);
  if (catalogue.noted(TRACKED) !== lookOfFile(paths.tracked)) await takeTracked(catalogue, paths.tracked);
  if (catalogue.noted(TAKEN_OVER) === undefined) await takePrivate(catalogue, paths);
  const promised = readIndex(paths.pending);
  if (promised.length > 0) await catalogue.reserve(promised.map((entry) => ({ ...entry, ownId: entry.session_id })));
  exportIndex(catalogue, folder);
  catalogue.note(TAKEN_OVER, 'yes');
  // Only at the end: a run that is killed before takes over again. The old state belonged to an older kit.
  for (const path of [paths.state, paths.pending, paths.wanted]) rmSync(path, { force: true });
}

async function takePrivate(catalogue: SqliteCatalogue, paths: ReturnType<typeof indexPaths>): Promise<void> {
  const exported = readExport(paths.private);
  if (exported !== undefined && exported.total > exported.sessions.length) throw lost(paths.catalogue, paths.private);
  await commitEntries(catalogue, exported?.sessions ?? readIndex(paths.private), false);
}

/** Git may have changed the index of the samples: the file prevails. */
async function takeTracked(catalogue: SqliteCatalogue, path: string): Promise<void> {
  const entries = readIndex(path);
  const stands = new Set(entries.map((entry) => JSON.stringify(entry)));
  const known = catalogue.tracked();
  const asTheyWere = new Set(known.map((entry) => JSON.stringify(entry)));
  const gone = known.filter((entry) => !stands.has(JSON.stringify(entry)));
  await catalogue.remove(gone.map(({ session_id }) => session_id));
  await commitEntries(
    catalogue,
    entries.filter((entry) => !asTheyWere.has(JSON.stringify(entry))),
    true,
  );
}

async function commitEntries(catalogue: SqliteCatalogue, entries: readonly IndexEntry[], tracked: boolean) {
  for (let at = 0; at < entries.length; at += IMPORTED_AT_ONCE) {
    const sessions = entries.slice(at, at + IMPORTED_AT_ONCE).map((row): CataloguedSession => ({ row, tracked }));
    await catalogue.commit({ sessions });
  }
}

/** Version 2 of `private.json` is written for other programs to read; a kit that knows only version 1 leaves it alone. */
const EXPORT_VERSION = 2;

/** What {@link exportIndex} wrote; undefined where there is nothing, or an index of a kit without a catalogue. */
function readExport(path: string): { total: number; sessions: IndexEntry[] } | undefined {
  const text = headOf(path);
  const [, total] = new RegExp(`^\\{\\s*"version": ${EXPORT_VERSION},\\s*"total": (\\d+),`).exec(text) ?? [];
  return total === undefined ? undefined : { total: Number(total), sessions: readIndex(path, EXPORT_VERSION) };
}

function headOf(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return '';
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(100);
    return head.toString('latin1', 0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

function lost(catalogue: string, exported: string): OutputError {
  return new OutputError(
    `${catalogue} is gone, and ${exported} names only the newest of its sessions. Restore it; or remove that, too: then the sessions are written again under new names.`,
  );
}

/** Writes the index for other programs: all samples, and the newest of the other sessions. Gives the paths of what has changed. */
function exportIndex(catalogue: SqliteCatalogue, { out, isRemote }: OpenFolder): string[] {
  const paths = indexPaths(out);
  const tracked = catalogue.tracked();
  const { rows: newest, total } = catalogue.newest(MOST_EXPORTED);
  // Who reads the index looks for the files: a session that was listed and not converted yet has none. In a bucket, all are converted.
  const isThere = (id: string): boolean => isRemote === true || lookOfFile(join(out, `${id}.json`)) !== '';
  const rows = newest.filter(({ session_id }) => isThere(session_id));
  // Git sees no bucket.
  const files: IndexFile[] = isRemote === true ? [] : trackedFiles(out, tracked);
  if (total > 0 || lookOfFile(paths.private) !== '')
    files.push({
      path: paths.private,
      text: indexJson(paths.private, rows, { version: EXPORT_VERSION, total }),
      mode: PRIVATE_MODE,
    });
  const changed = writeIndexFiles(out, files, false);
  const look = lookOfFile(paths.tracked);
  if (catalogue.noted(TRACKED) !== look) catalogue.note(TRACKED, look);
  return changed;
}

/** The files of the index that git sees. */
function trackedFiles(out: string, tracked: readonly IndexEntry[]): IndexFile[] {
  const paths = indexPaths(out);
  return [
    { path: paths.tracked, text: indexJson(paths.tracked, tracked), mode: OPEN_MODE },
    { path: paths.ignore, text: ignoreRules(tracked), mode: OPEN_MODE },
  ];
}

/** Wraps a catalogue for reading only: notes are kept in memory while it is open. */
function checking(catalogue: SqliteCatalogue, { out, isRemote }: OpenFolder): FolderCatalogue {
  const tracked = new Map(readIndex(indexPaths(out).tracked).map((entry) => [sourceKey(entry), entry]));
  const given = createNameBook();
  for (const [key, { session_id }] of tracked) given.add(session_id, key);
  const { book } = catalogue;
  const both: NameBook = {
    nameOf: (key) => given.nameOf(key) ?? book.nameOf(key),
    isTaken: (name) => given.isTaken(name) || book.isTaken(name),
    lastNumberOf: (day) => Math.max(given.lastNumberOf(day), book.lastNumberOf(day)),
  };
  const nothing = async (): Promise<void> => undefined;
  return {
    ...catalogue,
    book: both,
    detected: async () => new Map(),
    done: async () => new Map(),
    want: nothing,
    release: nothing,
    take: nothing,
    remove: nothing,
    note: () => undefined,
    async reserve(sessions) {
      const names = nameSessions(sessions, both);
      for (const [key, { id }] of names) given.add(id, key);
      return names;
    },
    async commit({ sessions = [] }) {
      for (const { row, tracked: isTracked } of sessions) if (isTracked) tracked.set(sourceKey(row), row);
    },
    writeIndex: async () =>
      isRemote === true ? [] : writeIndexFiles(out, trackedFiles(out, [...tracked.values()]), true),
  };
}
