import type { Adapter, FileRole, JoinedRun, SharedHistory, SourceFile } from './contract.ts';

/** A file that an adapter has claimed. */
export interface ClaimedFile {
  file: SourceFile;
  adapter: Adapter;
  role: FileRole;
}

/** Files that are converted together. */
export interface SourceGroup {
  adapter: Adapter;
  /** The primary file first, then its parts by name. Without a primary file, the parts stand for themselves. */
  files: readonly SourceFile[];
  /** Runs of other formats among the files; see `joinPointed`. */
  joined?: readonly JoinedRun[];
  /** Runs of which this one may hold copied records, the oldest first. */
  ancestors?: readonly SourceFile[];
}

interface Bucket {
  primaries: { claim: ClaimedFile; shares: readonly string[] }[];
  parts: ClaimedFile[];
}

/**
 * Puts parts with their primary files: same adapter, same key. Of two primary files with one key, the first gets the
 * parts; parts under a key that primary files share go to each of them. Of runs that have a history in common, the older
 * ones are ancestors of the others.
 */
export function groupSources(claimed: readonly ClaimedFile[]): SourceGroup[] {
  const buckets = new Map<string, Bucket>();
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

function byName(claims: readonly ClaimedFile[]): ClaimedFile[] {
  return [...claims].sort((a, b) => (a.file.name < b.file.name ? -1 : 1));
}

function groupOf(files: readonly ClaimedFile[]): SourceGroup {
  const [head] = files;
  if (head === undefined) throw new Error('agent-replay-kit: a group of files cannot be empty.');
  return { adapter: head.adapter, files: files.map(({ file }) => file) };
}

interface Heir {
  file: SourceFile;
  history: SharedHistory;
}

/** Which runs are older, of those that a run is tied to by the keys of its history, be it through others. */
function findAncestors(claimed: readonly ClaimedFile[]): (claim: ClaimedFile) => readonly SourceFile[] {
  const families = new Map<string, Set<Heir>>();
  for (const { file, adapter, role } of claimed) {
    if (role.is !== 'primary' || role.history === undefined) continue;
    const { history } = role;
    const family = new Set<Heir>([{ file, history }]);
    for (const key of history.keys) {
      const scoped = `${adapter.descriptor.id}\n${key}`;
      for (const heir of families.get(scoped) ?? []) family.add(heir);
      families.set(scoped, family);
    }
    for (const heir of family)
      for (const key of heir.history.keys) families.set(`${adapter.descriptor.id}\n${key}`, family);
  }
  return ({ file, adapter, role }) => {
    const key = role.is === 'primary' ? role.history?.keys[0] : undefined;
    const family = key === undefined ? undefined : families.get(`${adapter.descriptor.id}\n${key}`);
    if (family === undefined || family.size < 2) return [];
    const ordered = [...family].sort(byAge).map((heir) => heir.file);
    return ordered.slice(0, ordered.indexOf(file));
  };
}

/** A run that was resumed into another file is shorter than that one. */
function byAge(a: Heir, b: Heir): number {
  const copies = a.history.copies - b.history.copies;
  const size = (a.file.size ?? 0) - (b.file.size ?? 0);
  return copies || size || (a.file.name < b.file.name ? -1 : 1);
}
