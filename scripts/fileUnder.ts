import { lstatSync, realpathSync } from 'node:fs';
import { join, normalize, relative, sep } from 'node:path';

/**
 * The file below a folder that a request asks for; undefined if there is none, if the path contains a link, or if the address is invalid.
 */
export function fileUnder(folder: string, url = '/'): string | undefined {
  let path: string;
  try {
    path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = join(folder, path.endsWith(sep) ? `${path}index.html` : path);
  if (!file.startsWith(folder + sep)) return undefined;
  try {
    const isItself = realpathSync(file) === join(realpathSync(folder), relative(folder, file));
    return isItself && lstatSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
