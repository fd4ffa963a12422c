import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { slugOf } from './slugOf.ts';

/** What a picker shows of a session, and what the next run needs to keep its name. */
const indexEntry = z.object({
  session_id: z.string(),
  task_title: z.string(),
  status: z.string(),
  outcome: z.string().optional(),
  created_at: z.string(),
  total_duration_ms: z.number(),
  model_id: z.string(),
  tool_calls_count: z.number(),
  errors_encountered: z.number(),
  source_format: z.string(),
  /** Path of the primary file: relative to the project for its samples, absolute for everything else. */
  source: z.string(),
  /** Which session of its source it is. */
  key: z.string(),
});

const indexFile = z.object({ version: z.literal(1), sessions: z.array(indexEntry) });

export type IndexEntry = z.infer<typeof indexEntry>;

/** Reads an index; none or a damaged one is empty: names are then given anew. */
export function readIndex(path: string): IndexEntry[] {
  try {
    return indexFile.parse(JSON.parse(readFileSync(path, 'utf8'))).sessions;
  } catch {
    return [];
  }
}

/** The index's JSON: newest session first. */
export function indexJson(entries: Iterable<IndexEntry>): string {
  const sessions = [...entries].sort((a, b) => (identity(a) < identity(b) ? 1 : -1));
  return `${JSON.stringify({ version: 1, sessions }, null, 1)}\n`;
}

function identity({ created_at, session_id }: IndexEntry): string {
  return `${created_at} ${session_id}`;
}

/** Tells the sessions of an index apart. */
export function sourceKey({ source, key }: Pick<IndexEntry, 'source' | 'key'>): string {
  return `${source}\n${key}`;
}

/**
 * Gives sessions their names, `{date}-{number}-{slug}`. A session that had one keeps it; new ones are numbered within
 * their day in order of time, after the numbers that are taken, be it by files that no index knows.
 */
export function nameSessions(
  sessions: readonly Pick<IndexEntry, 'source' | 'key' | 'created_at' | 'task_title'>[],
  known: readonly IndexEntry[],
  namesOnDisk: readonly string[] = [],
): Map<string, string> {
  const names = new Map(known.map((entry) => [sourceKey(entry), entry.session_id]));
  const lastNumber = new Map<string, number>();
  for (const name of [...known.map(({ session_id }) => session_id), ...namesOnDisk]) {
    const match = /^([+-]?\d{4,6}-\d{2}-\d{2})-(\d+)-/.exec(name);
    if (match?.[1] !== undefined) {
      lastNumber.set(match[1], Math.max(lastNumber.get(match[1]) ?? 0, Number(match[2])));
    }
  }
  const fresh = sessions.filter((session) => !names.has(sourceKey(session)));
  fresh.sort((a, b) => compare(a.created_at, b.created_at) || compare(sourceKey(a), sourceKey(b)));
  for (const session of fresh) {
    const date = session.created_at.slice(0, session.created_at.indexOf('T'));
    const number = (lastNumber.get(date) ?? 0) + 1;
    lastNumber.set(date, number);
    names.set(sourceKey(session), `${date}-${String(number).padStart(3, '0')}-${slugOf(session.task_title)}`);
  }
  return names;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
