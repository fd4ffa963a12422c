import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Redactor } from '../../src/redaction/index.ts';
import { type DetectedFile, type EtlState, readState, type SourceState, stateJson, stateOf } from './etlState.ts';
import { maskName } from './maskName.ts';
import {
  clearLeftovers,
  indexFolder,
  lookOf,
  prepareOutput,
  putSession,
  removeSession,
  removeUnfinished,
} from './sessionFolder.ts';
import {
  entryOf,
  type IndexEntry,
  ignoreRules,
  indexJson,
  nameSessions,
  readIndex,
  sourceKey,
} from './sessionIndex.ts';
import { createSourceModes, OPEN_MODE, PRIVATE_MODE } from './sourceMode.ts';
import type { SourceResult } from './sourceResult.ts';
import type { StagedSession } from './stageSource.ts';
import { type LockOptions, withLock } from './withLock.ts';
import { writeAtomically } from './writeAtomically.ts';

export interface PublishContext {
  out: string;
  project: string;
  /** Says what would change, and writes nothing. */
  check: boolean;
  fingerprint: string;
  redactor: Redactor | undefined;
  lock?: LockOptions;
}

export interface Published {
  /** A session, or the index and the ignore file beside them. */
  is: 'session' | 'index';
  file: string;
  change: 'written' | 'unchanged';
  /** Of a session: nothing stood there before. */
  isNew?: boolean;
  /** The id of its own that it could not keep: another session has it. */
  lostName?: string;
}

/** Puts sessions into the output folder, batch after batch; other runs may do the same at the same time. */
export interface Publisher {
  /** What former runs noted, and this one so far. */
  state(): EtlState;
  /**
   * Names staged sessions and puts them into the folder, notes them for the next run, and what detection said of each file.
   * Sessions come first, in their order, then the index.
   */
  publish(
    results: readonly SourceResult[],
    detected: ReadonlyMap<string, DetectedFile>,
    touched?: ReadonlyMap<string, SourceState>,
  ): Promise<Published[]>;
  /** Removes sessions that stand in the index, and gives the ids of those that were. */
  remove(entries: readonly IndexEntry[]): Promise<string[]>;
}

/** A staged session with where it came from. */
interface NewSession {
  staged: StagedSession;
  /** Path of the primary source file, as the index keeps it. */
  source: string;
  /** Made from the project's own samples: the only sessions that git tracks. */
  tracked: boolean;
  /** Permissions. */
  mode: number;
}

export function createPublisher(context: PublishContext): Publisher {
  const { out, project, check, fingerprint, redactor } = context;
  const index = (name: string): string => join(indexFolder(out), name);
  const indices = {
    tracked: mirrorFile(index('sessions.json'), readEntries),
    private: mirrorFile(index('private.json'), readEntries),
  };
  const state = mirrorFile(index('state.json'), (path) => readState(path, fingerprint));
  const pending = index('pending.json');
  const modeOf = createSourceModes();
  // A path that holds a secret is noted nowhere; its file is read again in every run.
  const isPlain = (path: string): boolean => maskName(path, redactor) === path;

  const newSessions = (result: SourceResult): NewSession[] => {
    if (result.is !== 'staged') return [];
    const path = primaryOf(result);
    const tracked = path.startsWith(`${samplesOf(project)}${sep}`);
    const source = maskName(tracked ? relative(project, path).replaceAll(sep, '/') : path, redactor);
    const mode = tracked ? OPEN_MODE : modeOf(result.source.files.map((file) => file.path));
    return result.sessions.map((staged) => {
      return { staged: { ...staged, key: maskName(staged.key, redactor) }, source, tracked, mode };
    });
  };

  /** Names that were given, but stand in no index yet. What came of them that is not whole is removed. */
  const recover = (): IndexEntry[] => {
    if (check) return readIndex(pending);
    clearLeftovers(out);
    return readIndex(pending).filter(({ session_id }) => !removeUnfinished(out, session_id));
  };

  const publishAll = (sessions: readonly NewSession[], beat: () => void): Published[] => {
    const promised = recover();
    const known = [...indices.tracked.value().values(), ...indices.private.value().values(), ...promised];
    const drafts = sessions.map(({ staged, source }) => ({
      ...entryOf(staged, source, ''),
      ownId: ownIdOf(staged, source),
    }));
    const names = nameSessions(drafts, known, namesOnDisk(out));
    const named = sessions.map((session) => {
      const { source, staged } = session;
      const { id, lost } = names.get(sourceKey({ source, key: staged.key })) ?? { id: staged.token };
      return { ...session, id, lost, entry: entryOf(staged, source, id) };
    });
    // A run that is killed has told its names already: the next one gives the same, and nothing stands there twice.
    if (!check) notePending(pending, [...promised, ...named.map(({ entry }) => entry)]);
    const published = named.map(({ staged, id, lost, mode, tracked, entry }): Published => {
      beat();
      const put = putSession(out, staged, id, { check, mode, beat });
      indices[tracked ? 'tracked' : 'private'].value().set(sourceKey(entry), entry);
      const lostName = lost === undefined ? {} : { lostName: lost };
      return { is: 'session', file: join(out, `${id}.json`), ...put, ...lostName };
    });
    published.push(...writeIndices());
    const done = new Set(drafts.map(sourceKey));
    const left = promised.filter((entry) => !done.has(sourceKey(entry)));
    if (!check) notePending(pending, left);
    return published;
  };

  const writeIndices = (): Published[] => {
    const tracked = indices.tracked.value();
    const own = indices.private.value();
    const files = [
      { path: index('sessions.json'), text: indexJson(index('sessions.json'), tracked.values()), mode: OPEN_MODE },
      ...(own.size === 0 && textOf(index('private.json')) === undefined
        ? []
        : [{ path: index('private.json'), text: indexJson(index('private.json'), own.values()), mode: PRIVATE_MODE }]),
      { path: join(out, '.gitignore'), text: ignoreRules([...tracked.values()]), mode: OPEN_MODE },
    ];
    const changed = files.filter(({ path, text }) => textOf(path) !== text);
    if (!check) for (const { path, text, mode } of changed) writeIn(path, text, mode);
    for (const mirror of Object.values(indices)) mirror.written();
    return changed.map(({ path }) => ({ is: 'index', file: path, change: 'written' }));
  };

  const writeIn = (path: string, text: string, mode: number): void =>
    writeAtomically(path, [text], { mode, temporaryFolder: indexFolder(out) });

  const notePending = (path: string, entries: readonly IndexEntry[]): void => {
    if (entries.length === 0) rmSync(path, { force: true });
    else {
      const bySource = new Map(entries.map((entry) => [sourceKey(entry), entry]));
      writeIn(path, indexJson(path, bySource.values()), PRIVATE_MODE);
    }
  };

  return {
    state: state.value,
    async publish(results, detected, touched = new Map()) {
      const sessions = results.map(newSessions);
      if (check) return publishAll(sessions.flat(), () => undefined);
      prepareOutput(out);
      const publishLocked = (beat: () => void): Published[] => {
        const published = publishAll(sessions.flat(), beat);
        const now = state.value();
        let changed = results.length > 0 || touched.size > 0;
        for (const [path, source] of touched) now.sources.set(path, source);
        for (const [path, found] of detected) {
          if (now.detected.get(path) === found || !isPlain(path)) continue;
          now.detected.set(path, found);
          changed = true;
        }
        let next = 0;
        for (const [at, result] of results.entries()) {
          const count = sessions[at]?.length ?? 0;
          const ids = published.slice(next, next + count).map(({ file }) => idOf(out, file));
          next += count;
          if (result.source.files.every(({ path }) => isPlain(path))) noteSource(now, result, ids, out);
        }
        if (changed) {
          writeIn(index('state.json'), stateJson(now), PRIVATE_MODE);
          state.written();
        }
        return published;
      };
      return withLock(index('.lock'), publishLocked, context.lock);
    },
    async remove(entries) {
      if (entries.length === 0) return [];
      const removeLocked = (): string[] => {
        const maps = [indices.tracked.value(), indices.private.value()];
        const removed = entries.filter(({ session_id }) => removeSession(out, session_id));
        for (const entry of removed) for (const map of maps) map.delete(sourceKey(entry));
        const now = state.value();
        for (const { source } of removed) now.sources.delete(resolve(project, source));
        writeIndices();
        writeIn(index('state.json'), stateJson(now), PRIVATE_MODE);
        state.written();
        return removed.map(({ session_id }) => session_id);
      };
      return withLock(index('.lock'), removeLocked, context.lock);
    },
  };
}

/** What a file holds, read again only when another run has written it. */
function mirrorFile<Value>(path: string, read: (path: string) => Value): { value(): Value; written(): void } {
  let held: { value: Value; look: string } | undefined;
  const look = (): string => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
  };
  return {
    value() {
      const now = look();
      if (held?.look !== now) held = { value: read(path), look: now };
      return held.value;
    },
    /** What is held stands in the file now. */
    written() {
      if (held !== undefined) held.look = look();
    },
  };
}

function readEntries(path: string): Map<string, IndexEntry> {
  return new Map(readIndex(path).map((entry) => [sourceKey(entry), entry]));
}

/** The text of a file; undefined where there is none, or something else. */
function textOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined;
}

function namesOnDisk(out: string): string[] {
  if (lstatSync(out, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(out)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}

function idOf(out: string, file: string): string {
  return file.slice(out.length + 1, -'.json'.length);
}

function primaryOf({ source }: SourceResult): string {
  return source.files[0]?.path ?? '';
}

/** A source with something to complain about is converted again next time, so that the complaint is made again. */
function noteSource(state: EtlState, result: SourceResult, ids: readonly string[], out: string): void {
  if (result.is !== 'staged') return;
  const { source, figures, sessions, diagnostics } = result;
  const path = primaryOf(result);
  const hashes = sessions[0]?.provenance.sources.map(({ sha256 }) => sha256) ?? [];
  const outputs = ids.map((id) => ({ id, look: lookOf(out, id) ?? '' }));
  const noted = stateOf(source, hashes, outputs, figures);
  const quiet = diagnostics.every(({ code, severity }) => severity !== 'error' && code !== 'unsupported-version');
  if (noted === undefined || !quiet || result.provisional === true) state.sources.delete(path);
  else state.sources.set(path, noted);
}

/**
 * The name that a session brings along: only one of the standard has one. Where its id is no more than the beginning of
 * its file's name, `2026-01-28-004`, the file's name tells the whole.
 */
function ownIdOf({ provenance: { source_format, native_id } }: StagedSession, source: string): string | undefined {
  if (source_format !== 'std001' || typeof native_id !== 'string') return undefined;
  const stem = basename(source, '.json');
  return stem.startsWith(`${native_id}-`) ? stem : native_id;
}

/** Where the project keeps its samples; only sessions made of them are tracked by git. */
export function samplesOf(project: string): string {
  return join(project, 'data', 'sources');
}
