import { closeSync, linkSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replayHtml, sessionMarkdown } from '../../src/export/index.ts';
import { slugOf } from '../etl/slugOf.ts';
import { PRIVATE_MODE } from '../etl/sourceMode.ts';
import { writeTemporary } from '../etl/writeAtomically.ts';
import type { ConvertedLog } from './convertPaths.ts';
import { pageParts } from './pageParts.ts';

export type ExportFormat = 'html' | 'markdown';

/** Where exports go. */
export interface ExportTarget {
  folder: string;
  format: ExportFormat;
  /** The name of the file, for one log; what has it is replaced. Absent: each session's id names its file. */
  name?: string;
}

/** A file that was written; `wanted` is the name after its session's id, where that is taken, or is no name for a file. */
export interface ExportedFile {
  path: string;
  wanted?: { name: string; is: 'taken' | 'unusable' };
}

/**
 * Writes one file for each log into a folder, named by the session's id. What stands there stays: a name that is taken
 * gets a number behind it, unless the very same export has it already. Only whole files get a name. Throws what the
 * system refuses.
 */
export async function exportLogs(
  logs: readonly ConvertedLog[],
  { folder, format, name }: ExportTarget,
): Promise<readonly ExportedFile[]> {
  mkdirSync(folder, { recursive: true });
  return logs.map((log) => {
    const pieces = format === 'html' ? replayHtml(log, pageParts()) : sessionMarkdown(log.session);
    const temporary = writeTemporary(folder, pieces, log.mode ?? PRIVATE_MODE);
    try {
      if (name !== undefined) {
        const path = join(folder, name);
        renameSync(temporary, path);
        return { path };
      }
      return nameAfterId(temporary, folder, log, format === 'html' ? 'html' : 'md');
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** What every file system takes for a name; no path. */
const fileStem = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,79}$/u;

function nameAfterId(temporary: string, folder: string, { session }: ConvertedLog, extension: string): ExportedFile {
  const { session_id } = session;
  const usable = fileStem.test(session_id);
  const path = nameFile(temporary, folder, usable ? session_id : slugOf(session_id), extension);
  const name = `${session_id}.${extension}`;
  return basename(path) === name ? { path } : { path, wanted: { name, is: usable ? 'taken' : 'unusable' } };
}

/** Gives a file the first name that is free, or that a file of the same bytes has. */
function nameFile(temporary: string, folder: string, stem: string, extension: string): string {
  for (let n = 1; ; n += 1) {
    const path = join(folder, `${stem}${n === 1 ? '' : `-${n}`}.${extension}`);
    if (isCopy(temporary, path) || takeName(temporary, path)) return path;
  }
}

function isCopy(temporary: string, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size !== lstatSync(temporary).size) return false;
  return readFileSync(temporary).equals(readFileSync(path));
}

/** False where something has the name, a link that leads nowhere included. */
function takeName(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
  }
  // Some disks know no second name for a file: the name is taken with an empty one first.
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  renameSync(temporary, path);
  return true;
}
