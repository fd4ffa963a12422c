import { isUtf8 } from 'node:buffer';
import fs, {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Adapter, adapters, type Companions } from '../../src/adapters/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import type { Collected } from './collected.ts';
import { foundFile } from './foundFile.ts';

/** State shared by one walk over all paths. */
interface Walk {
  collected: Collected;
  /** Real paths of the files found. */
  seen: Set<string>;
  /** The output folder; undefined while it does not exist. */
  out: Stats | undefined;
}

/** Maximum bytes of a file beside a log that are read to find out which run it belongs to. */
const HEAD_BYTES = 64 * 1024;

/** Folders that hold many files but no logs. */
const skipped = new Set(['node_modules', '.git']);

export interface CollectOptions {
  /** Whether a log given by itself brings the files of its run. Only its own folder is searched. */
  companions?: boolean;
  /** Outside adapters, which may recognise such files, too. */
  outside?: readonly Adapter[] | undefined;
}

/**
 * Finds the files under paths, folders and globs. Links are not followed; one that leaves its root, or leads nowhere, is reported. What lies below `out` is
 * the kit's own and never a source.
 */
export function collectFiles(paths: readonly string[], out?: string, options: CollectOptions = {}): Collected {
  const collected: Collected = { files: [], passed: [], refused: [] };
  const walked: Walk = {
    collected,
    seen: new Set(),
    out: out === undefined ? undefined : statSync(out, { throwIfNoEntry: false }),
  };
  for (const path of paths.flatMap(expandGlob)) {
    const stats = statOrRefuse(path, collected);
    if (stats === undefined) continue;
    const absolute = resolve(path);
    if (liesInOutput(absolute, walked)) {
      const message = 'It lies in the output folder, from which nothing is read.';
      collected.refused.push({ path, code: 'inside-output', message });
    } else if (stats.isDirectory()) walk(absolute, absolute, walked);
    else if (stats.isFile()) {
      addFile(absolute, dirname(absolute), stats, walked, true);
      if (options.companions === true) addCompanions(absolute, [...adapters, ...(options.outside ?? [])], walked);
    } else
      collected.refused.push({ path, code: 'not-a-file', message: `It is ${kindOf(stats)}, not a file or a folder.` });
  }
  collected.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return collected;
}

function liesInOutput(path: string, { out }: Walk): boolean {
  if (out === undefined) return false;
  try {
    for (let at = realpathSync(path); ; at = dirname(at)) {
      if (isSame(statSync(at), out)) return true;
      if (at === dirname(at)) return false;
    }
  } catch {
    // Whoever reads it reports why it cannot be read.
    return false;
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function expandGlob(path: string): string[] {
  if (!/[*?[{]/.test(path) || existsSync(path)) return [path];
  // Node 20 expands no globs: there, shells do.
  const matches = (fs as Partial<typeof fs>).globSync?.(path) ?? [];
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
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    // Node's replacement for bytes that are not UTF-8.
    return path.includes('\uFFFD')
      ? badName(path)
      : { path, code: 'not-found', message: 'There is no such file or folder.' };
  }
  return { path, code: 'unreadable', message: errorText(error) };
}

function badName(path: string): Collected['refused'][number] {
  return { path, code: 'bad-name', message: 'Its name is not valid UTF-8, so that it cannot be opened by it.' };
}

function walk(folder: string, root: string, walked: Walk): void {
  const { collected, out } = walked;
  let entries: string[];
  try {
    const names = readdirSync(folder, { encoding: 'buffer' });
    for (const name of names) if (!isUtf8(name)) collected.refused.push(badName(join(folder, name.toString())));
    entries = names
      .filter((name) => isUtf8(name))
      .map(String)
      .sort();
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
      else if (out !== undefined && isSame(stats, out))
        collected.passed.push({ path, because: 'The output folder, from which nothing is read.' });
      else walk(path, root, walked);
    } else if (stats.isFile()) addFile(path, root, stats, walked, false);
    else collected.passed.push({ path, because: `It is ${kindOf(stats)}, not a file or a folder.` });
  }
}

/** A link to something inside the root is not followed: its target is found there anyway. */
function checkLink(path: string, root: string, { passed, refused }: Collected): void {
  let inside: boolean;
  try {
    const [target, folder] = [realpathSync(path), realpathSync(root)];
    inside = target === folder || target.startsWith(`${folder}${sep}`);
  } catch (error) {
    // Tools leave such links behind; nobody asked for this one by name.
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? ''))
      passed.push({ path, because: 'A link that leads nowhere.' });
    else refused.push({ ...refusalOf(path, error), code: 'unreadable' });
    return;
  }
  if (inside) {
    passed.push({ path, because: 'A link to something in the same folder, which is converted by its own name.' });
    return;
  }
  refused.push({ path, code: 'path-outside-roots', message: 'A link that leaves the folder given is not followed.' });
}

/** Adds the files of a log's run, for every format: the name of the log alone determines where they would lie. */
function addCompanions(path: string, known: readonly Adapter[], walked: Walk): void {
  const root = dirname(path);
  for (const { companions } of known) {
    const beside = companions?.(basename(path));
    if (beside === undefined) continue;
    for (const folder of beside.folders) if (isOwnFolder(root, folder)) walk(join(root, folder), root, walked);
    if (beside.files !== undefined) addSiblings(root, beside.files, walked);
  }
}

/** Whether a folder exists, with no link on the way to it. */
function isOwnFolder(root: string, folder: string): boolean {
  let at = root;
  for (const step of folder.split('/')) {
    at = join(at, step);
    if (step === '..' || lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  }
  return true;
}

function addSiblings(root: string, { begin, end, mention }: NonNullable<Companions['files']>, walked: Walk): void {
  let names: string[];
  try {
    names = readdirSync(root);
  } catch {
    // A folder that cannot be listed has no files to offer; the log itself was given.
    return;
  }
  for (const name of names.sort()) {
    if (!name.startsWith(begin) || !name.endsWith(end)) continue;
    const path = join(root, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() === true && headOf(path).includes(mention)) addFile(path, root, stats, walked, false);
  }
}

/** The beginning of a file; empty if it cannot be read. */
function headOf(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.toString('utf8', 0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

function addFile(path: string, root: string, stats: Stats, { seen, collected }: Walk, named: boolean): void {
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    collected.refused.push(refusalOf(path, error));
    return;
  }
  if (seen.has(real)) return;
  seen.add(real);
  const { size, mtimeMs: modifiedMs, ctimeMs: changedMs } = stats;
  collected.files.push(foundFile({ path, root, size, modifiedMs, changedMs, named }));
}
