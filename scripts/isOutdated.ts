import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether something built is missing, or older than a source: `made` is the file written last, `sources` are files and folders below `root`. */
export function isOutdated(made: string, root: string, sources: readonly string[]): boolean {
  const built = lstatSync(made, { throwIfNoEntry: false })?.mtimeMs;
  return built === undefined || sources.some((source) => newest(join(root, source)) > built);
}

/** Time of the last change at a path or below it; removing a file changes its folder. */
function newest(path: string): number {
  const stats = lstatSync(path);
  const below = stats.isDirectory() ? readdirSync(path).map((name) => newest(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...below);
}
