import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { indexFolder } from '../sessionFolder.ts';
import type { NameBook } from '../sessionIndex.ts';
import type { LockOptions } from '../withLock.ts';
import { writeAtomically } from '../writeAtomically.ts';
import type { Catalogue } from './contract.ts';

/** The catalogue of one folder. Whoever writes sessions into the folder holds its lock, and calls this while holding it. */
export interface FolderCatalogue extends Catalogue {
  readonly book: NameBook;
  /** Updates the files that other programs read, and gives the paths of those that have changed since it was last called. */
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
  /** Writes nothing: notes are forgotten when the catalogue is closed. */
  check: boolean;
  /** Whether every transaction has to end in the one file, which is copied while it is open. @default whether the disk is a remote one */
  isRemote?: boolean;
  /** How to wait for the folder's lock, where an older index has to be taken over. */
  lock?: LockOptions;
}

/** Paths of the files of a folder's index. */
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

/** A file of the index as it should be; without text, the file should not exist. */
export interface IndexFile {
  path: string;
  text: string | undefined;
  mode: number;
}

/** Updates files of the index, or only compares them; gives the paths of those that differ. */
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

/** The text of a file; undefined if it does not exist or is not a regular file. */
function textOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined;
}
