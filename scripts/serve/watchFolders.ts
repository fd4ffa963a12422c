import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** Changes within this time, in milliseconds, are reported together. */
const TOGETHER_MS = 100;

/** Folders that are watched. */
export interface WatchedFolders {
  /** Watches these folders, too; what lies below them is not watched. */
  add(folders: Iterable<string>): void;
  /** Whether changes in all of them are reported; not so where the system refuses to watch more. */
  readonly complete: boolean;
  close(): void;
}

/**
 * Reports which paths in folders have changed, shortly after they did. Each folder is watched by itself: with recursive watching, some systems
 * open every file.
 */
export function watchFolders(changed: (paths: ReadonlySet<string>) => void): WatchedFolders {
  const watchers = new Map<string, FSWatcher>();
  let touched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let complete = true;
  const report = (): void => {
    timer = undefined;
    const paths = touched;
    touched = new Set();
    changed(paths);
  };
  const touch = (path: string): void => {
    touched.add(path);
    timer ??= setTimeout(report, TOGETHER_MS);
  };
  const watchOne = (folder: string): void => {
    try {
      const watcher = watch(folder, (_, name) => touch(name === null ? folder : join(folder, name)));
      watchers.set(folder, watcher);
      // A folder that goes away is no longer watched; if it comes back, somebody adds it again.
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') complete = false;
    }
  };
  return {
    add(folders) {
      for (const folder of folders) if (!watchers.has(folder)) watchOne(folder);
    },
    get complete() {
      return complete;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
