import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  clearLeftovers,
  indexFolder,
  lookOf,
  lookOfFile,
  type PutOptions,
  type PutResult,
  prepareOutput,
  putSession,
  removeSession,
  removeUnfinished,
} from './sessionFolder.ts';
import type { StagedSession } from './staged.ts';
import { type LockOptions, withLock } from './withLock.ts';

type Soon<Value> = Value | Promise<Value>;

/** Where sessions are published, by name: a folder, or a store. All that changes something is called while it is locked. */
export interface SessionOutput {
  /** Folder of the catalogue, and of what is staged; for a store, a temporary one. */
  readonly folder: string;
  /** Whether the catalogue is copied elsewhere while it is open: then every transaction has to end in its one file. */
  readonly isRemote: boolean;
  /** Whether git may track the sessions of the samples there. */
  readonly tracks: boolean;
  /** Path or address of a session, for reports. */
  pathOf(id: string): string;
  /** Runs work while no other run writes there. `beat` throws where the lock was lost. */
  locked<Result>(work: (beat: () => void) => Promise<Result>): Promise<Result>;
  /** Removes partial files of killed runs. */
  clearLeftovers(): void;
  /** Removes the contents of a session that was never completed; false where it was. */
  removeUnfinished(id: string): Soon<boolean>;
  /** A value that changes when names come or go. */
  look(): string;
  /** Names of all sessions there. */
  names(): string[];
  /** Number of sources whose sessions may be put at the same time. */
  readonly putsAtOnce: number;
  put(staged: StagedSession, id: string, options: PutOptions): Soon<PutResult>;
  /** A value that changes if a session or its contents are modified; undefined if one of its files is missing. */
  lookOf(id: string): string | undefined;
  /** Removes a session with its contents; false where it cannot be removed. */
  remove(id: string): Soon<boolean>;
  /** Makes what the catalogue has committed last beyond this run. */
  keepCatalogue(): Soon<void>;
}

/** A folder of sessions on a disk. */
export function openSessionFolder(out: string, lock: LockOptions = {}): SessionOutput {
  return {
    folder: out,
    isRemote: false,
    tracks: true,
    pathOf: (id) => join(out, `${id}.json`),
    locked(work) {
      prepareOutput(out);
      return withLock(join(indexFolder(out), '.lock'), work, lock);
    },
    clearLeftovers: () => clearLeftovers(out),
    removeUnfinished: (id) => removeUnfinished(out, id),
    look: () => lookOfFile(out),
    names: () => namesOnDisk(out),
    // Syncing them one after the other would take several times as long.
    putsAtOnce: 8,
    put: (staged, id, options) => putSession(out, staged, id, options),
    lookOf: (id) => lookOf(out, id),
    remove: (id) => removeSession(out, id),
    // It lies in the folder.
    keepCatalogue: () => undefined,
  };
}

function namesOnDisk(out: string): string[] {
  if (lstatSync(out, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(out)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}
