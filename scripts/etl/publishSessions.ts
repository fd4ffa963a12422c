import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replaceToken } from './replaceToken.ts';
import { type IndexEntry, indexJson, nameSessions, readIndex, sourceKey } from './sessionIndex.ts';
import type { StagedSession } from './stageSource.ts';
import { writeAtomically } from './writeAtomically.ts';

/** A staged session with where it came from. */
export interface NewSession {
  staged: StagedSession;
  /** Path of the primary source file, as the index keeps it. */
  source: string;
  /** Made from the project's own samples: the only sessions that git tracks. */
  tracked: boolean;
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

const READ_BYTES = 1024 * 1024;

/**
 * Names staged sessions and puts them into the folder; with `check` only says what would change. The caller holds the
 * folder's lock. Sessions come first, in their order, then the index.
 */
export function publishSessions(out: string, sessions: readonly NewSession[], check: boolean): Published[] {
  const indexPath = (tracked: boolean) => join(out, 'index', tracked ? 'sessions.json' : 'private.json');
  const known = { tracked: readIndex(indexPath(true)), private: readIndex(indexPath(false)) };
  const drafts = sessions.map(({ staged, source }) => ({
    ...entryOf(staged, source, ''),
    ownId: ownIdOf(staged, source),
  }));
  const pendingPath = join(out, 'index', 'pending.json');
  const pending = readIndex(pendingPath);
  const names = nameSessions(drafts, [...known.tracked, ...known.private, ...pending], namesOnDisk(out));
  const published: Published[] = [];
  const entries = {
    tracked: new Map(known.tracked.map((entry) => [sourceKey(entry), entry])),
    private: new Map(known.private.map((entry) => [sourceKey(entry), entry])),
  };
  if (!check) {
    // A run that is killed has told its names already: the next one gives the same, and nothing stands there twice.
    const promised = sessions.map(({ staged, source }) =>
      entryOf(staged, source, names.get(sourceKey({ source, key: staged.key }))?.id ?? staged.token),
    );
    notePending(pendingPath, [...pending, ...promised]);
  }
  for (const { staged, source, tracked } of sessions) {
    const { id, lost } = names.get(sourceKey({ source, key: staged.key })) ?? { id: staged.token };
    published.push({ ...publishOne(out, staged, id, check), ...(lost === undefined ? {} : { lostName: lost }) });
    entries[tracked ? 'tracked' : 'private'].set(sourceKey({ source, key: staged.key }), entryOf(staged, source, id));
  }
  const ignoreFile = ignoreRules([...entries.tracked.values()]);
  const files: [string, string][] = [
    [indexPath(true), indexJson(entries.tracked.values())],
    ...(entries.private.size === 0
      ? []
      : [[indexPath(false), indexJson(entries.private.values())] as [string, string]]),
    [join(out, '.gitignore'), ignoreFile],
  ];
  for (const [path, text] of files) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (!check) writeAtomically(path, [text]);
    published.push({ is: 'index', file: path, change: 'written' });
  }
  if (!check) {
    const done = new Set(drafts.map(sourceKey));
    notePending(
      pendingPath,
      pending.filter((entry) => !done.has(sourceKey(entry))),
    );
  }
  return published;
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

/** Notes names that are given, but stand in no index yet; without any there is no file. */
function notePending(path: string, entries: readonly IndexEntry[]): void {
  if (entries.length === 0) rmSync(path, { force: true });
  else writeAtomically(path, [indexJson(new Map(entries.map((entry) => [sourceKey(entry), entry])).values())]);
}

function namesOnDisk(out: string): string[] {
  if (!existsSync(out)) return [];
  return readdirSync(out)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}

function publishOne(out: string, staged: StagedSession, id: string, check: boolean): Published {
  const file = join(out, `${id}.json`);
  const folder = join(out, `${id}.content`);
  const bytes = () => sessionBytes(staged, id);
  const sameContents = staged.contents.every((name) => existsSync(join(folder, name)));
  const isNew = !existsSync(file);
  if (sameContents && !isNew && hashOf(bytes()) === hashOf(chunksOf(file))) {
    return { is: 'session', file, change: 'unchanged', isNew };
  }
  if (!check) {
    // Contents first: at every moment, what the session file refers to is there.
    for (const name of staged.contents) {
      const path = join(folder, name);
      if (!existsSync(path)) writeAtomically(path, chunksOf(join(staged.contentFolder, name)));
    }
    writeAtomically(file, bytes());
    removeOthers(folder, staged.contents);
  }
  return { is: 'session', file, change: 'written', isNew };
}

function removeOthers(folder: string, contents: readonly string[]): void {
  if (!existsSync(folder)) return;
  const wanted = new Set(contents);
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name), { force: true });
  if (wanted.size === 0) rmSync(folder, { recursive: true, force: true });
}

function hashOf(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** A staged session under its name, which stands in its texts; no item holds it that lies in a file of its own. */
function* sessionBytes({ parts, token }: StagedSession, id: string): Generator<Buffer> {
  const files = new Map<string, number>();
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  try {
    for (const { is, path, start, length } of parts) {
      const file = files.get(path) ?? openSync(path, 'r');
      files.set(path, file);
      const chunks = readRange(file, buffer, start, start + length);
      yield* is === 'text' ? replaceToken(chunks, token, id) : chunks;
    }
  } finally {
    for (const file of files.values()) closeSync(file);
  }
}

/** The bytes of a file; each chunk is valid until the next is asked for. */
function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    yield* readRange(file, Buffer.allocUnsafe(READ_BYTES), 0, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

function* readRange(file: number, buffer: Buffer, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const length = readSync(file, buffer, 0, Math.min(buffer.length, end - at), at);
    if (length === 0) throw new Error('agent-replay-kit: a staged file is shorter than it was.');
    yield buffer.subarray(0, length);
    at += length;
  }
}

function entryOf({ key, head, provenance }: StagedSession, source: string, sessionId: string): IndexEntry {
  return {
    session_id: sessionId,
    task_title: head.task_title,
    status: head.status,
    outcome: head.outcome,
    created_at: head.created_at,
    total_duration_ms: head.summary.total_duration_ms,
    model_id: head.agent.model_id,
    tool_calls_count: head.summary.tool_calls_count,
    errors_encountered: head.summary.errors_encountered ?? 0,
    source_format: provenance.source_format,
    source,
    key,
  };
}

/** Git sees the sessions of the samples and nothing else. */
function ignoreRules(tracked: readonly IndexEntry[]): string {
  const ids = tracked.map(({ session_id }) => session_id).sort();
  return [
    '# Written by `pnpm etl`. Sessions are private by default: only those of data/sources are tracked.',
    '*',
    '!.gitignore',
    '!index/',
    '!index/sessions.json',
    ...ids.flatMap((id) => [`!${id}.json`, `!${id}.content/`, `!${id}.content/*`]),
    '',
  ].join('\n');
}
