import type { JoinedRun, SourceFile } from './contract.ts';
import type { SourceGroup } from './groupSources.ts';

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
    files.push(...other.files);
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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
  if (uuid.test(stem) || steps >= 2) return steps;
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
