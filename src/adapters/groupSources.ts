import type { Adapter, FileRole, JoinedRun, SourceFile } from './contract.ts';

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
}

interface Bucket {
  primaries: { claim: ClaimedFile; shares: readonly string[] }[];
  parts: ClaimedFile[];
}

/**
 * Puts parts with their primary files: same adapter, same key. Of two primary files with one key, the first gets the
 * parts; parts under a key that primary files share go to each of them.
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
  return [...buckets].flatMap(([key, { primaries, parts }]) => {
    if (primaries.length === 0) return shared.has(key) ? [] : [groupOf(byName(parts))];
    return primaries.map(({ claim, shares }, index) => {
      const common = shares.flatMap((each) => buckets.get(each)?.parts ?? []);
      return groupOf([claim, ...byName([...(index === 0 ? parts : []), ...common])]);
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
