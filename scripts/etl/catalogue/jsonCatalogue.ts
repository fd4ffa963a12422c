import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import * as z from 'zod';
import { sessionsInMemory } from '../../../src/session/list/sessionsInMemory.ts';
import { emptyState, readState, stateJson } from '../etlState.ts';
import { indexFolder, lookOfFile } from '../sessionFolder.ts';
import {
  createNameBook,
  type IndexEntry,
  ignoreRules,
  indexJson,
  type NameBook,
  nameSessions,
  readIndex,
  sourceKey,
  type UnnamedSession,
} from '../sessionIndex.ts';
import { OPEN_MODE, PRIVATE_MODE } from '../sourceMode.ts';
import { writeAtomically } from '../writeAtomically.ts';
import type { CatalogueBatch, SearchPage } from './contract.ts';
import {
  type FolderCatalogue,
  type IndexFile,
  indexPaths,
  type OpenFolder,
  writeIndexFiles,
} from './folderCatalogue.ts';

/**
 * A catalogue in JSON files, which are read and written whole: for a Node without SQLite, and for the samples of a fresh clone. It searches
 * titles only.
 */
export function openJsonCatalogue({ out, project, fingerprint, check }: OpenFolder): FolderCatalogue {
  const files = openFiles({ out, fingerprint, check });
  const { indices, state, wanted, promises } = files;
  let foreign: readonly string[] = [];

  const entries = (): IndexEntry[] => [...indices.tracked.value().values(), ...indices.private.value().values()];

  const bookNow = (): NameBook => {
    const book = createNameBook();
    for (const entry of [...entries(), ...promises.value().values()]) book.add(entry.session_id, sourceKey(entry));
    for (const name of foreign) book.add(name);
    return book;
  };

  return {
    searches: 'titles',
    get book() {
      return bookNow();
    },
    async detected(paths) {
      return pick(state.value().detected, paths);
    },
    async done(primaries) {
      return pick(state.value().sources, primaries);
    },
    async want(versions) {
      for (const [path, version] of versions) wanted.value().set(path, version);
      if (versions.size > 0) files.writeWanted();
    },
    async waiting(limit) {
      return [...wanted.value().keys()].slice(0, limit);
    },
    async reserve(sessions) {
      const book = bookNow();
      const names = nameSessions(sessions, book);
      for (const session of sessions) {
        const key = sourceKey(session);
        const id = names.get(key)?.id;
        if (id !== undefined && book.nameOf(key) === undefined) promises.value().set(key, promiseOf(session, id));
      }
      files.writePromises();
      return names;
    },
    async promised() {
      return Array.from(promises.value().values(), ({ session_id }) => session_id);
    },
    async release(ids) {
      const gone = new Set(ids);
      for (const [key, { session_id }] of promises.value()) if (gone.has(session_id)) promises.value().delete(key);
      files.writePromises();
    },
    async take(names) {
      foreign = names;
    },
    async commit(batch) {
      noteBatch(files, batch);
      // Promises are removed last: a run that is killed before gets the same names again.
      if (batch.sessions !== undefined) files.writeIndices();
      files.writePromises();
      files.writeWanted();
      files.writeState();
    },
    async remove(ids) {
      const gone = new Set(ids);
      for (const { value } of Object.values(indices))
        for (const [key, entry] of value()) {
          if (!gone.has(entry.session_id)) continue;
          value().delete(key);
          state.value().sources.delete(resolve(project, entry.source));
        }
      files.writeIndices();
      files.writeState();
    },
    async sessions(ids) {
      const byId = new Map(entries().map((entry) => [entry.session_id, entry]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    async below(folder) {
      return entries().filter(({ source }) => resolve(project, source).startsWith(folder + sep));
    },
    page: async (query, options) => sessionsInMemory(entries()).page(query, options),
    facets: async (query) => sessionsInMemory(entries()).facets(query),
    async sums(query, options) {
      options?.signal?.throwIfAborted();
      return sessionsInMemory(entries()).sums(query);
    },
    async search(query, options = {}) {
      const { sessions, ...page } = sessionsInMemory(entries()).page(query, options);
      return { ...page, hits: sessions.map((session) => ({ session, lines: [] })) } satisfies SearchPage;
    },
    async writeIndex() {
      files.writeIndices();
      return files.takeChanged();
    },
    noted: () => undefined,
    note: () => undefined,
    close: async () => undefined,
  };
}

/** The files of the catalogue, and what writes each. */
function openFiles({ out, fingerprint, check }: Omit<OpenFolder, 'project'>) {
  const paths = indexPaths(out);
  const indices = {
    tracked: mirrorFile(paths.tracked, readEntries),
    private: mirrorFile(paths.private, readEntries),
  };
  const state = mirrorFile(paths.state, (path) => (check ? emptyState(fingerprint) : readState(path, fingerprint)));
  const wanted = mirrorFile(paths.wanted, readWanted);
  const promises = mirrorFile(paths.pending, readEntries);
  let changed: string[] = [];

  /** Writes a file that is there only while it has something to say. */
  const writeList = (path: string, { size }: { size: number }, text: () => string): void => {
    if (check) return;
    if (size === 0) rmSync(path, { force: true });
    else writeAtomically(path, [text()], privately(out));
  };

  return {
    indices,
    state,
    wanted,
    promises,
    writeIndices(): void {
      const tracked = indices.tracked.value();
      const own = indices.private.value();
      const files: IndexFile[] = [
        { path: paths.tracked, text: indexJson(paths.tracked, tracked.values()), mode: OPEN_MODE },
        { path: paths.ignore, text: ignoreRules([...tracked.values()]), mode: OPEN_MODE },
      ];
      if (own.size > 0 || lookOfFile(paths.private) !== '')
        files.push({ path: paths.private, text: indexJson(paths.private, own.values()), mode: PRIVATE_MODE });
      for (const path of writeIndexFiles(out, files, check)) changed.push(path);
      for (const mirror of Object.values(indices)) mirror.written();
    },
    /** Paths of the indices that were written since this was last asked. */
    takeChanged(): string[] {
      const written = new Set(changed);
      changed = [];
      return [...written];
    },
    writeState(): void {
      if (!check) writeAtomically(paths.state, [stateJson(state.value())], privately(out));
      state.written();
    },
    writePromises(): void {
      const entries = promises.value();
      writeList(paths.pending, entries, () => indexJson(paths.pending, entries.values()));
      promises.written();
    },
    writeWanted(): void {
      const versions = wanted.value();
      writeList(paths.wanted, versions, () => JSON.stringify([...versions]));
      wanted.written();
    },
  };
}

type CatalogueFiles = ReturnType<typeof openFiles>;

function noteBatch({ indices, state, wanted, promises }: CatalogueFiles, batch: CatalogueBatch): void {
  const now = state.value();
  for (const [path, file] of batch.detected ?? []) now.detected.set(path, file);
  for (const [path, source] of batch.sources ?? []) {
    if (source === undefined) now.sources.delete(path);
    else {
      const { version, ...done } = source;
      now.sources.set(path, done);
      if (wanted.value().get(path) === version) wanted.value().delete(path);
    }
  }
  for (const { row, tracked = false } of batch.sessions ?? []) {
    indices[tracked ? 'tracked' : 'private'].value().set(sourceKey(row), row);
    promises.value().delete(sourceKey(row));
  }
}

function privately(out: string) {
  return { mode: PRIVATE_MODE, temporaryFolder: indexFolder(out) };
}

function pick<Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): Map<string, Value> {
  const picked = new Map<string, Value>();
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}

/** A promise, kept in a file of its own, as an entry of which nothing else is known. */
function promiseOf({ source, key, created_at, task_title }: UnnamedSession, id: string): IndexEntry {
  const unknown = { status: '', model_id: '', source_format: '', total_duration_ms: 0, tool_calls_count: 0 };
  return { session_id: id, source, key, created_at, task_title, ...unknown };
}

/** The value of a file, read again only when another run has written it. */
function mirrorFile<Value>(path: string, read: (path: string) => Value): { value(): Value; written(): void } {
  let held: { value: Value; look: string } | undefined;
  const look = (): string => lookOfFile(path);
  return {
    value() {
      const now = look();
      if (held?.look !== now) held = { value: read(path), look: now };
      return held.value;
    },
    /** Notes that the file now has this value. */
    written() {
      if (held !== undefined) held.look = look();
    },
  };
}

function readEntries(path: string): Map<string, IndexEntry> {
  return new Map(readIndex(path).map((entry) => [sourceKey(entry), entry]));
}

const wishes = z.array(z.tuple([z.string(), z.string()]));

/** An unreadable list does no harm: the next run looks at all sources again. */
function readWanted(path: string): Map<string, string> {
  try {
    if (lstatSync(path).isFile()) return new Map(wishes.parse(JSON.parse(readFileSync(path, 'utf8'))));
  } catch {
    // None yet, or damaged.
  }
  return new Map();
}
