import { existsSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';

/** The file of a folder that a request asks for; undefined where there is none, or the address is no address. */
export function fileUnder(folder: string, url = '/'): string | undefined {
  let path: string;
  try {
    path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = join(folder, path.endsWith(sep) ? `${path}index.html` : path);
  return file.startsWith(folder + sep) && existsSync(file) && statSync(file).isFile() ? file : undefined;
}
