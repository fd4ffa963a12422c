import { isUuid } from '../session/text/isUuid.ts';
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

/**
 * Adds the files of the runs that a log points to to the log's group, and removes those runs as groups of their own: they are shown inside
 * the run that started them. Their ancestors become the group's. A pointer to a missing file has no effect.
 */
export async function joinPointed<File extends SourceFile>(
  groups: readonly SourceGroup<File>[],
): Promise<SourceGroup<File>[]> {
  const byName = indexByName(groups);
  const absorbed = new Set<SourceGroup<File>>();
  const joined: SourceGroup<File>[] = [];
  for (const group of groups) {
    const found = await pointedGroups(group, byName);
    for (const each of found) absorbed.add(each);
    joined.push(found.size === 0 ? group : join(group, [...found]));
  }
  return joined.filter((_, index) => !absorbed.has(groups[index] as SourceGroup<File>));
}

/** Groups by the name of their primary file, without its folder. */
function indexByName<File extends SourceFile>(groups: readonly SourceGroup<File>[]): Map<string, SourceGroup<File>[]> {
  const index = new Map<string, SourceGroup<File>[]>();
  for (const group of groups) {
    const base = baseName(nameOf(group));
    index.set(base, [...(index.get(base) ?? []), group]);
  }
  return index;
}

async function pointedGroups<File extends SourceFile>(
  { adapter, files }: SourceGroup<File>,
  byName: ReadonlyMap<string, SourceGroup<File>[]>,
): Promise<Set<SourceGroup<File>>> {
  const found = new Set<SourceGroup<File>>();
  const { pointers } = adapter;
  if (pointers === undefined) return found;
  // Damaged bytes are reported when they are converted.
  try {
    for await (const path of pointers.of({ files }, { report: () => undefined })) {
      const candidates = (byName.get(baseName(path)) ?? []).filter((each) =>
        pointers.formats.includes(each.adapter.descriptor.id),
      );
      const group = findPointed(path, candidates, nameOf);
      if (group !== undefined) found.add(group);
    }
  } catch {
    // A file that cannot be read any more costs its own source alone: converting it says so.
  }
  return found;
}

function join<File extends SourceFile>(
  group: SourceGroup<File>,
  others: readonly SourceGroup<File>[],
): SourceGroup<File> {
  const files = [...group.files];
  const inside = new Set(others.flatMap((other) => other.files));
  const olderInside = ({ ancestors = [] }: SourceGroup<File>): number =>
    ancestors.filter((file) => inside.has(file)).length;
  // A run comes after the runs whose records it may copy.
  const byAge = others.toSorted((a, b) => olderInside(a) - olderInside(b));
  const ancestors = new Set(others.flatMap((other) => other.ancestors ?? []).filter((file) => !inside.has(file)));
  const joined = byAge.map((other): JoinedRun => {
    const first = files.length;
    for (const file of other.files) files.push(file);
    return { format: other.adapter.descriptor.id, files: other.files.map((_, index) => first + index) };
  });
  return { ...group, files, joined, ...(ancestors.size === 0 ? {} : { ancestors: [...ancestors] }) };
}

function nameOf({ files }: SourceGroup): string {
  return files[0]?.name ?? '';
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/**
 * Number of trailing path segments that a path in a log shares with a file's name; 0 if the file is another one. A base name that is an id
 * is enough wherever the file lies; any other must share its folder too.
 */
export function pointedSteps(path: string, name: string): number {
  const wanted = stepsOf(path);
  const given = stepsOf(name);
  let steps = 0;
  while (steps < wanted.length && steps < given.length && wanted.at(-1 - steps) === given.at(-1 - steps)) steps += 1;
  const stem = (wanted.at(-1) ?? '').replace(/\.[^.]*$/, '');
  if (isUuid(stem) || steps >= 2) return steps;
  return wanted.length === 1 && given.length === 1 ? steps : 0;
}

/** Splits at both kinds of slashes, because a log written on Windows may be read anywhere. */
function stepsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((step) => step !== '' && step !== '.' && step !== '~');
}

/** The candidate that shares the most with a path in a log; among equals the first. */
export function findPointed<Candidate>(
  path: string,
  candidates: readonly Candidate[],
  nameOf: (candidate: Candidate) => string,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const steps = pointedSteps(path, nameOf(candidate));
    if (steps > most) [best, most] = [candidate, steps];
  }
  return best;
}
