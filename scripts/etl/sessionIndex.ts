import { constants } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { knownStart } from '../../src/session/index.ts';
import { slugOf } from './slugOf.ts';
import type { StagedSession } from './staged.ts';
import { OutputError } from './writeAtomically.ts';

/** Pattern of the names that `nameSessions` gives; any other name could lead out of the folder. */
const sessionName = /^(?:[+-]?\d{4,6}-\d{2}-\d{2}|undated)-\d{3,}-[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;

/** Stands for the day in the name of a session without a time. */
const NO_DATE = 'undated';

const tokens = z.number().optional();

const modelUsage = z.object({
  model: z.string(),
  ...{ input: tokens, output: tokens, cache_read: tokens, cache_write: tokens, total: tokens, cost_usd: tokens },
});

/** What a picker shows of a session, and what the next run needs to keep its name. */
const indexEntry = z.object({
  session_id: z.string().regex(sessionName),
  task_title: z.string(),
  status: z.string(),
  outcome: z.string().optional(),
  /** Absent where the session has no time. */
  created_at: z.string().optional(),
  /** Absent where the log gives no end and no length. */
  total_duration_ms: z.number().optional(),
  model_id: z.string(),
  /** Calls of the session's own agent and of its subagents. Indexes of older kits do not count the latter three. */
  tool_calls_count: z.number(),
  inner_tool_calls_count: z.number().optional(),
  /** Failed calls, not those that were denied, cancelled or never answered. */
  failed_calls_count: z.number().optional(),
  inner_failed_calls_count: z.number().optional(),
  source_format: z.string(),
  /** Working folder of the agent; absent where the log does not state it. */
  project: z.string().optional(),
  /** As in `SessionEntry`; indexes of older kits do not have them. */
  active_ms: z.number().optional(),
  tokens: z.number().optional(),
  cost_usd: z.number().optional(),
  models: z.array(modelUsage).readonly().optional(),
  failing_tools: z
    .array(z.object({ tool: z.string(), n: z.number() }))
    .readonly()
    .optional(),
  longest_call: z.object({ tool: z.string(), ms: z.number() }).optional(),
  answered: z.string().optional(),
  changed: z.object({ files: z.number(), added: z.number(), removed: z.number() }).optional(),
  /** Path of the primary file: relative to the project for its samples, absolute for everything else. */
  source: z.string(),
  /** Which session of its source it is. */
  key: z.string(),
});

const INDEX_VERSION = 1;

/** Schema of the parts that show whether an entry is valid; the name is checked separately. */
const indexFile = z.object({
  version: z.number(),
  sessions: z.array(indexEntry.extend({ session_id: z.string() })),
});

export type IndexEntry = z.infer<typeof indexEntry>;

/** Whether a name is one that {@link nameSessions} can have given. */
export function isSessionName(name: string): boolean {
  return sessionName.test(name);
}

/**
 * Reads an index; a missing one is empty. Entries with a name that no run of the kit can have given are left out: their sessions are named
 * again. Throws {@link OutputError} for an index that cannot be read whole: otherwise its sessions would be written again under other names,
 * and the index without them.
 */
export function readIndex(path: string, expected = INDEX_VERSION): IndexEntry[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isFile())
    throw new OutputError(`${path} is no file, but an index of sessions. Remove it, then run again.`);
  if (stats.size > constants.MAX_STRING_LENGTH) throw tooLarge(path);
  try {
    const { version, sessions } = indexFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (version !== expected) throw new Error(`Version ${version} is not ${expected}.`);
    return sessions.filter(({ session_id }) => isSessionName(session_id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    const remedy = 'Restore it, or remove it: then the sessions are written again under new names.';
    throw new OutputError(`${path} is damaged. ${remedy}`, { cause: error });
  }
}

function tooLarge(path: string, cause?: unknown): OutputError {
  const remedy = 'Leave it as it is, and name another folder with --out for what is new.';
  return new OutputError(`${path} would know more sessions than one index can. ${remedy}`, { cause });
}

/**
 * The text of the index at `path`: newest session first, those without a time last. Throws {@link OutputError} for more sessions than one
 * text can hold.
 */
export function indexJson(
  path: string,
  entries: Iterable<IndexEntry>,
  head: { version: number; total?: number } = { version: INDEX_VERSION },
): string {
  const sessions = [...entries].sort((a, b) => (identity(a) < identity(b) ? 1 : -1));
  try {
    return `${JSON.stringify({ ...head, sessions }, null, 1)}\n`;
  } catch (error) {
    throw tooLarge(path, error);
  }
}

/** The index entry of a staged session. */
export function entryOf(
  { key, head, counts: { calls, failed, durationMs }, figures, provenance }: StagedSession,
  source: string,
  sessionId: string,
): IndexEntry {
  return {
    session_id: sessionId,
    task_title: head.task_title,
    status: head.status,
    outcome: head.outcome,
    created_at: knownStart(head),
    total_duration_ms: durationMs,
    model_id: head.agent.model_id,
    tool_calls_count: calls.main,
    inner_tool_calls_count: calls.inner,
    failed_calls_count: failed.main,
    inner_failed_calls_count: failed.inner,
    source_format: provenance.source_format,
    project: head.environment?.cwd,
    ...figures,
    source,
    key,
  };
}

/** Rules by which git sees the sessions of the samples and nothing else. */
export function ignoreRules(tracked: readonly IndexEntry[]): string {
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

function identity({ created_at, session_id }: IndexEntry): string {
  return `${created_at ?? ''} ${session_id}`;
}

/** A key that is unique within an index. */
export function sourceKey({ source, key }: Pick<IndexEntry, 'source' | 'key'>): string {
  return `${source}\n${key}`;
}

/** A session to be named. */
export interface UnnamedSession extends Pick<IndexEntry, 'source' | 'key' | 'created_at' | 'task_title'> {
  /** Its id in its source, where that is a session of the standard. */
  ownId?: string | undefined;
}

/** The name of a session; `lost` is its own id, where another session had it first. */
export interface SessionName {
  id: string;
  lost?: string;
}

/** Names in the form of the standard, `{date}-{number}-{slug}`, also without a date; short enough for file systems, and no path. */
const standardName = /^(?:\d{4}-\d{2}-\d{2}|undated)-\d{3,6}-[\p{L}\p{N}][\p{L}\p{N}_.-]{0,59}$/u;

/** Which session has which name, and which names are taken. */
export interface NameBook {
  /** The name that a session has, by its `sourceKey`. */
  nameOf(key: string): string | undefined;
  /** Whether a name is in use, ignoring case, as some file systems do. */
  isTaken(name: string): boolean;
  /** The highest number taken within a day, given as names begin with it; 0 where there is none. */
  lastNumberOf(day: string): number;
}

/**
 * Names sessions `{date}-{number}-{slug}`, or `undated-{number}-{slug}`. A session that has a name keeps it, and so does one that brings a
 * name in the form of the standard, unless another session has that. The others are numbered within their day in order of time, after the
 * numbers that are taken.
 */
export function nameSessions(sessions: readonly UnnamedSession[], book: NameBook): Map<string, SessionName> {
  const names = new Map<string, SessionName>();
  const fresh: UnnamedSession[] = [];
  for (const session of sessions) {
    const id = book.nameOf(sourceKey(session));
    if (id === undefined) fresh.push(session);
    else names.set(sourceKey(session), { id });
  }
  fresh.sort((a, b) => compare(a.created_at ?? '', b.created_at ?? '') || compare(sourceKey(a), sourceKey(b)));
  const given = createNameBook();
  const isTaken = (name: string): boolean => given.isTaken(name) || book.isTaken(name);
  // Own names first, because they may take numbers.
  for (const session of fresh) {
    const { ownId } = session;
    if (ownId === undefined || !standardName.test(ownId) || isTaken(ownId)) continue;
    given.add(ownId);
    names.set(sourceKey(session), { id: ownId });
  }
  for (const session of fresh) {
    if (names.has(sourceKey(session))) continue;
    const { created_at, task_title, ownId } = session;
    const day = /^[+-]?\d{4,6}-\d{2}-\d{2}(?=T)/.exec(created_at ?? '')?.[0] ?? NO_DATE;
    const number = Math.max(given.lastNumberOf(day), book.lastNumberOf(day)) + 1;
    const id = `${day}-${String(number).padStart(3, '0')}-${slugOf(task_title)}`;
    given.add(id);
    const lost = ownId !== undefined && standardName.test(ownId) ? { lost: ownId } : {};
    names.set(sourceKey(session), { id, ...lost });
  }
  return names;
}

/** Day and number of a name; undefined for a name without a number. */
export function numberOf(name: string): { day: string; number: number } | undefined {
  const [, day, number] = /^([+-]?\d{4,6}-\d{2}-\d{2}|undated)-(\d+)-/.exec(name) ?? [];
  return day === undefined ? undefined : { day, number: Number(number) };
}

/** Creates a name book in memory. */
export function createNameBook(): NameBook & { add(name: string, key?: string): void } {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return {
    add(name, key) {
      if (key !== undefined) names.set(key, name);
      taken.add(name.toLowerCase());
      const { day = '', number = 0 } = numberOf(name) ?? {};
      lastNumber.set(day, Math.max(lastNumber.get(day) ?? 0, number));
    },
    nameOf: (key) => names.get(key),
    isTaken: (name) => taken.has(name.toLowerCase()),
    lastNumberOf: (day) => lastNumber.get(day) ?? 0,
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
