import type { Adapter, FileRole, SourceFile } from './contract.ts';

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
}

/** Puts parts with their primary files: same adapter, same key. Two primary files with one key are two groups. */
export function groupSources(claimed: readonly ClaimedFile[]): SourceGroup[] {
  const byKey = new Map<string, { primaries: ClaimedFile[]; parts: ClaimedFile[] }>();
  for (const each of claimed) {
    if (each.role.is === 'side') continue;
    const key = `${each.adapter.descriptor.id}\n${each.role.key}`;
    const group = byKey.get(key) ?? { primaries: [], parts: [] };
    group[each.role.is === 'primary' ? 'primaries' : 'parts'].push(each);
    byKey.set(key, group);
  }
  return [...byKey.values()].flatMap(({ primaries, parts }) => {
    const sorted = [...parts].sort((a, b) => (a.file.name < b.file.name ? -1 : 1));
    const [first, ...others] = primaries;
    const heads = first === undefined ? [] : [[first, ...sorted], ...others.map((each) => [each])];
    return (first === undefined ? [sorted] : heads).map((files) => groupOf(files));
  });
}

function groupOf(files: readonly ClaimedFile[]): SourceGroup {
  const [head] = files;
  if (head === undefined) throw new Error('agent-replay-kit: a group of files cannot be empty.');
  return { adapter: head.adapter, files: files.map(({ file }) => file) };
}
