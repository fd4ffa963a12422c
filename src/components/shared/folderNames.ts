/** The last part of a folder's path; the path itself where it has none. */
export function folderName(path: string): string {
  return lastParts(path, 1);
}

function lastParts(path: string, count: number): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.slice(-count).join('/') || path;
}

/** Most parts of a path that tell it apart from others. */
const mostParts = 4;

/** A name for each of some folders: the last part of its path, with as many before it as tell it apart from the others. */
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
