/** The home folder that contains a path, judged by where systems put home folders. */
const home = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/]+)(?=[\\/]|$)/;

/** A path as shown to a reader: relative if it lies in the folder, with `~` for a home folder, else unchanged. */
export function relativePath(path: string, cwd?: string): string {
  if (cwd !== undefined && cwd !== '' && path.startsWith(cwd)) {
    const rest = path.slice(cwd.length);
    if (rest === '') return '.';
    if (/[\\/]$/.test(cwd)) return rest;
    if (/^[\\/]/.test(rest)) return rest.slice(1) === '' ? '.' : rest.slice(1);
  }
  return path.replace(home, '~');
}

/** Splits a path in two: the folder with its separator, and the name. */
export interface PathParts {
  readonly folder: string;
  readonly name: string;
}

/** Cuts a path after its last separator; a separator at the very end belongs to the name. */
export function splitPath(path: string): PathParts {
  if (path.length < 2) return { folder: '', name: path };
  const end = Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2)) + 1;
  return { folder: path.slice(0, end), name: path.slice(end) };
}
