import type { Adapter, FileRole, JoinedRun, SharedHistory, SourceFile } from './contract.ts';

/** A file that an adapter has claimed. */
export interface ClaimedFile<File extends SourceFile = SourceFile> {
  file: File;
  adapter: Adapter;
  role: FileRole;
}

/** Files that are converted together. */
export interface SourceGroup<File extends SourceFile = SourceFile> {
  adapter: Adapter;
  /** The primary file first, then its parts by name. Without a primary file, the parts form the group. */
  files: readonly File[];
  /** Runs in other formats among the files; see `joinPointed`. */
  joined?: readonly JoinedRun[];
  /** Runs whose records may be copied in this one, oldest first. */
  ancestors?: readonly File[];
}

interface Bucket<File extends SourceFile> {
  primaries: { claim: ClaimedFile<File>; shares: readonly string[] }[];
  parts: ClaimedFile<File>[];
}

/**
 * Groups parts with their primary files: same adapter, same key. If two primary files share a key, the first gets its parts; parts under a
 * key in `shares` go to each primary file that names it. Among runs with common history, the older ones become ancestors of the others;
 * a store that may hold any run of its format becomes one of each.
 */
export function groupSources<File extends SourceFile>(claimed: readonly ClaimedFile<File>[]): SourceGroup<File>[] {
  const buckets = new Map<string, Bucket<File>>();
  const shared = new Set<string>();
  for (const claim of claimed) {
    const { role, adapter } = claim;
    if (role.is === 'side') continue;
    const keyOf = (key: string): string => `${adapter.descriptor.id}\n${key}`;
    const bucket = buckets.get(keyOf(role.key)) ?? { primaries: [], parts: [] };
    buckets.set(keyOf(role.key), bucket);
    if (role.is === 'part') bucket.parts.push(claim);
    else {
      const shares = (role.shares ?? []).map(keyOf);
      for (const key of shares) shared.add(key);
      bucket.primaries.push({ claim, shares });
    }
  }
  const ancestorsOf = findAncestors(claimed);
  return [...buckets].flatMap(([key, { primaries, parts }]) => {
    if (primaries.length === 0) return shared.has(key) ? [] : [groupOf(byName(parts))];
    return primaries.map(({ claim, shares }, index) => {
      const common = shares.flatMap((each) => buckets.get(each)?.parts ?? []);
      const group = groupOf([claim, ...byName([...(index === 0 ? parts : []), ...common])]);
      const ancestors = ancestorsOf(claim);
      return ancestors.length === 0 ? group : { ...group, ancestors };
    });
  });
}

function byName<File extends SourceFile>(claims: readonly ClaimedFile<File>[]): ClaimedFile<File>[] {
  return [...claims].sort((a, b) => (a.file.name < b.file.name ? -1 : 1));
}

function groupOf<File extends SourceFile>(files: readonly ClaimedFile<File>[]): SourceGroup<File> {
  const [head] = files;
  if (head === undefined) throw new Error('agent-replay-kit: a group of files cannot be empty.');
  return { adapter: head.adapter, files: files.map(({ file }) => file) };
}

/** A run whose records may be copied into another run's file. */
interface RelatedRun<File extends SourceFile> {
  file: File;
  format: string;
  history: SharedHistory;
}

/**
 * Maximum number of ancestors read from a large family: the oldest, where everything began, and the nearest, which hold most of what was
 * copied.
 */
const OLDEST = 2;
const NEAREST = 6;

/** Which runs are older, among those linked to a run by keys of its history, directly or through other runs. */
function findAncestors<File extends SourceFile>(
  claimed: readonly ClaimedFile<File>[],
): (claim: ClaimedFile<File>) => readonly File[] {
  const runs: RelatedRun<File>[] = [];
  const byKey = new Map<string, RelatedRun<File>[]>();
  for (const { file, adapter, role } of claimed) {
    if (role.is !== 'primary' || role.history === undefined) continue;
    const keys = role.history.keys.map((key) => `${adapter.descriptor.id}\n${key}`);
    const run = { file, format: adapter.descriptor.id, history: { ...role.history, keys } };
    runs.push(run);
    for (const key of keys) {
      const tied = byKey.get(key);
      if (tied === undefined) byKey.set(key, [run]);
      else tied.push(run);
    }
  }
  const ancestors = new Map<File, readonly File[]>();
  const known = new Set<RelatedRun<File>>();
  for (const run of runs) {
    const related = relatedTo(run, byKey, known).sort(byAge);
    const files = related.map(({ file }) => file);
    for (const [index, file] of files.entries()) {
      const nearest = files.slice(Math.max(0, index - NEAREST), index);
      ancestors.set(file, [...files.slice(0, Math.max(0, Math.min(OLDEST, index - NEAREST))), ...nearest]);
    }
  }
  const stores = runs.filter(({ history }) => history.holdsAny === true).sort(byAge);
  return ({ file, adapter, role }) => {
    const own = ancestors.get(file) ?? [];
    if (role.is !== 'primary' || role.history === undefined) return own;
    const format = adapter.descriptor.id;
    // Of stores that may hold each other's runs, only the older ones are ancestors.
    const end = stores.findIndex((store) => store.file === file);
    const before = stores.slice(0, end === -1 ? undefined : end).filter((store) => store.format === format);
    const files = before.map((store) => store.file).filter((store) => !own.includes(store));
    return [...files.slice(0, NEAREST), ...own];
  };
}

/** All runs linked to this one that are in no family yet; adds them to its family. */
function relatedTo<File extends SourceFile>(
  first: RelatedRun<File>,
  byKey: Map<string, RelatedRun<File>[]>,
  known: Set<RelatedRun<File>>,
): RelatedRun<File>[] {
  const related: RelatedRun<File>[] = [];
  const waiting = [first];
  for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
    if (known.has(run)) continue;
    known.add(run);
    related.push(run);
    for (const key of run.history.keys) {
      for (const tied of byKey.get(key) ?? []) waiting.push(tied);
      byKey.delete(key);
    }
  }
  return related;
}

/** Of a run and its resumption in another file, the run is the smaller one. */
function byAge(a: RelatedRun<SourceFile>, b: RelatedRun<SourceFile>): number {
  const copies = a.history.copies - b.history.copies;
  const size = (a.file.size ?? 0) - (b.file.size ?? 0);
  return copies || size || (a.file.name < b.file.name ? -1 : 1);
}
