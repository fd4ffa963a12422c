import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { indexFolder } from '../sessionFolder.ts';
import type { NameBook } from '../sessionIndex.ts';
import type { LockOptions } from '../withLock.ts';
import { writeAtomically } from '../writeAtomically.ts';
import type { Catalogue } from './contract.ts';

/** The catalogue of one folder. Whoever writes sessions into the folder holds its lock meanwhile, and calls this under it. */
export interface FolderCatalogue extends Catalogue {
  readonly book: NameBook;
  /** Brings the files that others read up to date, and gives the paths of those that have changed since it was last called. */
  writeIndex(): Promise<string[]>;
  /** A note about the folder itself; undefined where there is none. */
  noted(name: string): string | undefined;
  note(name: string, value: string): void;
}

export interface OpenFolder {
  /** The output folder. */
  out: string;
  /** Sources of tracked sessions are relative to it. */
  project: string;
  fingerprint: string;
  /** Nothing is written: what is noted is forgotten when the catalogue is closed. */
  check: boolean;
  /** How the folder's lock is waited for, where something has to be taken over. */
  lock?: LockOptions;
}

/** Where everything of a folder's index stands. */
export function indexPaths(out: string) {
  const index = (name: string): string => join(indexFolder(out), name);
  return {
    catalogue: index('catalogue.db'),
    tracked: index('sessions.json'),
    private: index('private.json'),
    state: index('state.json'),
    pending: index('pending.json'),
    wanted: index('wanted.json'),
    ignore: join(out, '.gitignore'),
  };
}

/** A file of the index as it should stand; one without text should not be there. */
export interface IndexFile {
  path: string;
  text: string | undefined;
  mode: number;
}

/** Brings files of the index up to date, or only looks at them; gives the paths of those that differ. */
export function writeIndexFiles(out: string, files: readonly IndexFile[], check: boolean): string[] {
  const different = files.filter(({ path, text }) => textOf(path) !== text);
  if (!check) {
    for (const { path, text, mode } of different) {
      if (text === undefined) rmSync(path, { force: true });
      else writeAtomically(path, [text], { mode, temporaryFolder: indexFolder(out) });
    }
  }
  return different.map(({ path }) => path);
}

/** The text of a file; undefined where there is none, or something else. */
function textOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined;
}

/** What changes when anybody writes a file; empty where there is none. */
export function lookOfFile(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}
