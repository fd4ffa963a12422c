import type { ReactElement } from 'react';
import { oneLine } from '../../session/text/lines.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link PathText}. */
export interface PathTextProps {
  path: string;
  /** A line of the file, or a range of lines. */
  lines?: string | undefined;
}

/** A path on one line. If it does not fit, its folder is shortened from the left; its name stays. */
export function PathText({ path, lines }: PathTextProps): ReactElement {
  const { folder, name } = splitPath(oneLine(path));
  return (
    <bdi className="ark-path ark-mono" translate="no">
      {folder === '' ? null : (
        <span className="ark-path__folder">
          <bdi dir="ltr">
            <LogText text={folder} />
          </bdi>
        </span>
      )}
      <span className="ark-path__name">
        <LogText text={name} />
      </span>
      {lines === undefined ? null : (
        <span className="ark-path__lines">{/^\d+$/.test(lines) ? `:${lines}` : `\u00a0${lines}`}</span>
      )}
    </bdi>
  );
}

/** The last part of a folder's path; the path itself where it has none. */
export function folderName(path: string): string {
  return lastParts(path, 1);
}

function lastParts(path: string, count: number): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.slice(-count).join('/') || path;
}

/** Most parts of a path that distinguish it from others. */
const mostParts = 4;

/** A name for each of some folders: the last part of its path, with as many before it as distinguish it from the others. */
export function folderNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let rest = paths;
  for (let count = 1; count <= mostParts && rest.length > 0; count += 1) {
    const sharers = new Map<string, number>();
    for (const path of rest) {
      const name = lastParts(path, count);
      names.set(path, name);
      sharers.set(name, (sharers.get(name) ?? 0) + 1);
    }
    rest = rest.filter((path) => (sharers.get(names.get(path) ?? '') ?? 0) > 1);
  }
  return names;
}

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
interface PathParts {
  readonly folder: string;
  readonly name: string;
}

/** Cuts a path after its last separator; a separator at the very end belongs to the name. */
export function splitPath(path: string): PathParts {
  if (path.length < 2) return { folder: '', name: path };
  const end = Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2)) + 1;
  return { folder: path.slice(0, end), name: path.slice(end) };
}
