import { existsSync, globSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type FoundFile, foundFile } from './foundFile.ts';

export interface Collected {
  files: FoundFile[];
  /** What was passed over, though nothing is wrong with it, and why. */
  passed: { path: string; because: string }[];
  /** What could not be taken, and why. */
  refused: { path: string; code: 'path-outside-roots' | 'unreadable' | 'not-found'; message: string }[];
}

/** Folders that hold no logs and many files. */
const skipped = new Set(['node_modules', '.git']);

/** Finds the files under paths, folders and globs. Links are not followed; one that leaves its root is reported. */
export function collectFiles(paths: readonly string[]): Collected {
  const collected: Collected = { files: [], passed: [], refused: [] };
  const seen = new Set<string>();
  for (const path of paths.flatMap(expandGlob)) {
    const stats = statOrRefuse(path, collected);
    if (stats === undefined) continue;
    const absolute = resolve(path);
    if (stats.isDirectory()) walk(absolute, absolute, seen, collected);
    else addFile(absolute, dirname(absolute), stats, { seen, collected, named: true });
  }
  collected.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return collected;
}

function expandGlob(path: string): string[] {
  if (!/[*?[{]/.test(path) || existsSync(path)) return [path];
  const matches = globSync(path);
  return matches.length === 0 ? [path] : matches.sort();
}

function statOrRefuse(path: string, { refused }: Collected): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    refused.push(refusalOf(path, error));
    return undefined;
  }
}

function refusalOf(path: string, error: unknown): Collected['refused'][number] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return { path, code: 'not-found', message: 'There is no such file or folder.' };
  return { path, code: 'unreadable', message: error instanceof Error ? error.message : String(error) };
}

function walk(folder: string, root: string, seen: Set<string>, collected: Collected): void {
  let entries: string[];
  try {
    entries = readdirSync(folder).sort();
  } catch (error) {
    collected.refused.push(refusalOf(folder, error));
    return;
  }
  for (const name of entries) {
    const path = join(folder, name);
    let stats: Stats;
    try {
      stats = lstatSync(path);
    } catch (error) {
      collected.refused.push(refusalOf(path, error));
      continue;
    }
    if (stats.isSymbolicLink()) checkLink(path, root, collected);
    else if (stats.isDirectory()) {
      if (skipped.has(name)) collected.passed.push({ path, because: `Folders named ${name} hold no logs.` });
      else walk(path, root, seen, collected);
    } else if (stats.isFile()) addFile(path, root, stats, { seen, collected, named: false });
    else collected.passed.push({ path, because: 'Neither a file nor a folder.' });
  }
}

/** A link to something inside the root needs no following: the thing itself is found there. */
function checkLink(path: string, root: string, { passed, refused }: Collected): void {
  let inside: boolean;
  try {
    inside = realpathSync(path).startsWith(`${realpathSync(root)}${sep}`);
  } catch (error) {
    refused.push({ ...refusalOf(path, error), code: 'unreadable' });
    return;
  }
  if (inside) {
    passed.push({ path, because: 'A link to something in the same folder, which is converted by its own name.' });
    return;
  }
  refused.push({ path, code: 'path-outside-roots', message: 'A link that leaves the folder given is not followed.' });
}

function addFile(
  path: string,
  root: string,
  stats: Stats,
  { seen, collected, named }: { seen: Set<string>; collected: Collected; named: boolean },
): void {
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    collected.refused.push(refusalOf(path, error));
    return;
  }
  if (seen.has(real)) return;
  seen.add(real);
  collected.files.push(foundFile({ path, root, size: stats.size, modifiedMs: stats.mtimeMs, named }));
}
