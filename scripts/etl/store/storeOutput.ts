import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { abridgedFrom, abridgedName } from '../../../src/session/internal.ts';
import { abridgeFile } from '../abridgeFile.ts';
import { indexPaths } from '../catalogue/folderCatalogue.ts';
import { makeFolder } from '../makeFolder.ts';
import { chunksOf, hashOf, indexFolder, lookOfFile, type PutResult, sessionBytes } from '../sessionFolder.ts';
import type { SessionOutput } from '../sessionOutput.ts';
import { PRIVATE_MODE } from '../sourceMode.ts';
import type { StagedSession } from '../staged.ts';
import type { LockOptions } from '../withLock.ts';
import { OutputError, writeAtomically } from '../writeAtomically.ts';
import { type Store, StoreError } from './contract.ts';
import { withLease } from './withLease.ts';

const CATALOGUE = 'index/catalogue.db';
/** The newest sessions, for programs that read JSON. */
const EXPORT = 'index/private.json';
const LEASE = 'index/lock';

/** An object that is a session, `id.json`, its abridged copy, `id.abridged.gz`, or one of its contents, `id.content/name`. */
const sessionKey = /^([^/]+)(?:\.json|\.abridged\.gz|\.content\/[^/]+)$/;

export interface StoreOutputOptions {
  /** An empty folder for the catalogue and what is staged. */
  folder: string;
  /** Reports what would change, writes nothing, and waits for nobody. */
  check: boolean;
  lock?: LockOptions;
}

/**
 * Runs work on the sessions of a store. The catalogue is fetched before, and stored again whenever names have been promised or sessions have
 * come: promises last before a session gets its name, so that a killed run loses nothing. One run at a time, for all of its time.
 */
export async function withStoreOutput<Result>(
  store: Store,
  options: StoreOutputOptions,
  work: (output: SessionOutput) => Promise<Result>,
): Promise<Result> {
  const run = async (beat: () => void): Promise<Result> => work(await openOutput(store, options, beat));
  return options.check ? run(() => undefined) : withLease(store, LEASE, run, options.lock);
}

/** What of sessions is in a store: the tags of its objects, by session and key. */
type StoredSessions = ReturnType<typeof createStoredSessions>;

function createStoredSessions() {
  const sessions = new Map<string, Map<string, string>>();
  const has = (id: string, key: string): boolean => sessions.get(id)?.has(key) === true;
  const isThere = (id: string): boolean => has(id, `${id}.json`);
  return {
    /** Notes an object; one that is no part of a session is none of it. */
    note(key: string, tag: string): void {
      const id = sessionKey.exec(key)?.[1];
      if (id !== undefined) sessions.set(id, (sessions.get(id) ?? new Map<string, string>()).set(key, tag));
    },
    forget(id: string, keys: readonly string[]): void {
      for (const key of keys) sessions.get(id)?.delete(key);
    },
    has,
    isThere,
    names: (): string[] => [...sessions.keys()].filter(isThere),
    keysOf: (id: string): string[] => [...(sessions.get(id)?.keys() ?? [])],
    tagsOf: (id: string): [key: string, tag: string][] =>
      [...(sessions.get(id) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

async function openOutput(
  store: Store,
  { folder, check }: StoreOutputOptions,
  beat: () => void,
): Promise<SessionOutput> {
  makeFolder(indexFolder(folder));
  const database = indexPaths(folder).catalogue;
  const sessions = createStoredSessions();
  let catalogueTag: string | undefined;
  let isExported = false;
  for await (const { key, tag } of store.list()) {
    if (key === CATALOGUE) catalogueTag = tag;
    else if (key === EXPORT) isExported = true;
    else sessions.note(key, tag);
  }
  if (catalogueTag !== undefined) await fetchFile(store, CATALOGUE, database);
  if (isExported) await fetchFile(store, EXPORT, indexPaths(folder).private);
  let kept = lookOfFile(database);

  const remove = async (id: string, keys: readonly string[]): Promise<void> => {
    await store.remove(keys);
    sessions.forget(id, keys);
  };
  const putSession = createSessionWriter({ store, sessions, folder, beat, remove });

  return {
    folder,
    isRemote: true,
    tracks: false,
    pathOf: (id) => `${store.address}/${id}.json`,
    locked: (inside) => inside(beat),
    clearLeftovers: () => undefined,
    async removeUnfinished(id) {
      if (sessions.isThere(id)) return false;
      await remove(id, sessions.keysOf(id));
      return true;
    },
    names: sessions.names,
    look() {
      const hash = createHash('sha256');
      for (const id of sessions.names().sort()) hash.update(`${id}\n`);
      return hash.digest('base64url');
    },
    putsAtOnce: 1,
    put: putSession,
    lookOf(id) {
      if (!sessions.isThere(id)) return undefined;
      return createHash('sha256')
        .update(JSON.stringify(sessions.tagsOf(id)))
        .digest('base64url')
        .slice(0, 22);
    },
    async remove(id) {
      await remove(id, [`${id}.json`]);
      await remove(id, sessions.keysOf(id));
      return true;
    },
    async keepCatalogue() {
      if (check) return;
      if (!existsSync(database))
        throw new OutputError(
          `${store.address}: sessions in a bucket need Node 22.13 or newer, for their catalogue is kept in SQLite.`,
        );
      beat();
      const look = lookOfFile(database);
      if (look !== kept) {
        const only = catalogueTag === undefined ? 'absent' : { tag: catalogueTag };
        catalogueTag = await store.put(CATALOGUE, () => chunksOf(database), { only, beat });
        if (catalogueTag === undefined)
          throw new StoreError(`${store.address}/${CATALOGUE} was written by another run. Run again.`);
        kept = look;
      }
      await putExport(store, indexPaths(folder).private);
    },
  };
}

interface SessionWriter {
  store: Store;
  sessions: StoredSessions;
  /** Where the abridged copy is made. */
  folder: string;
  beat(): void;
  remove(id: string, keys: readonly string[]): Promise<void>;
}

/** Makes the function that puts a session into a store, with its contents and its abridged copy, as far as they are not there. */
function createSessionWriter({ store, sessions, folder, beat, remove }: SessionWriter): SessionOutput['put'] {
  const put = async (key: string, bytes: () => Iterable<Uint8Array>, sha256: string): Promise<void> => {
    const tag = await store.put(key, bytes, { beat, sha256 });
    if (tag !== undefined) sessions.note(key, tag);
  };

  /** Puts the abridged copy of a large session, unless it is there; gives its key, or undefined for a small session, which has none. */
  const putAbridged = async (
    staged: StagedSession,
    id: string,
    change: PutResult['change'],
  ): Promise<string | undefined> => {
    if (staged.parts.reduce((sum, { length }) => sum + length, 0) < abridgedFrom) return undefined;
    const key = abridgedName(`${id}.json`);
    if (change === 'unchanged' && sessions.has(id, key)) return key;
    const [whole, copy] = [join(folder, 'whole'), join(folder, 'abridged')];
    try {
      const write = { mode: PRIVATE_MODE, temporaryFolder: folder };
      writeAtomically(whole, sessionBytes(staged, id, beat), write);
      writeAtomically(copy, abridgeFile(whole, beat), write);
      await put(key, () => chunksOf(copy), hashOf(chunksOf(copy)));
    } finally {
      for (const file of [whole, copy]) rmSync(file, { force: true });
    }
    return key;
  };

  return async (staged, id, { check }) => {
    const isNew = !sessions.isThere(id);
    const wanted = new Map(
      staged.contents.map((name) => [`${id}.content/${name}`, () => chunksOf(join(staged.contentFolder, name))]),
    );
    // The session comes last, so that everything it refers to always exists.
    wanted.set(`${id}.json`, () => sessionBytes(staged, id, beat) as Generator<Buffer>);
    let change: PutResult['change'] = 'unchanged';
    for (const [key, bytes] of wanted) {
      const sha256 = hashOf(bytes());
      if (sessions.has(id, key) && (await store.hash(key)) === sha256) continue;
      change = 'written';
      if (!check) await put(key, bytes, sha256);
    }
    if (check) return { change, isNew };
    const copy = await putAbridged(staged, id, change);
    const gone = sessions.keysOf(id).filter((key) => !wanted.has(key) && key !== copy);
    await remove(id, gone);
    return { change, isNew };
  };
}

async function putExport(store: Store, path: string): Promise<void> {
  if (!existsSync(path)) return;
  const sha256 = hashOf(chunksOf(path));
  if ((await store.hash(EXPORT)) !== sha256) await store.put(EXPORT, () => chunksOf(path), { sha256 });
}

async function fetchFile(store: Store, key: string, path: string): Promise<void> {
  const file = openSync(path, 'wx', PRIVATE_MODE);
  try {
    for await (const chunk of store.read(key)) for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
  } finally {
    closeSync(file);
  }
}
