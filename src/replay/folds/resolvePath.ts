const drive = /^[A-Za-z]:/;

/** Whether a path says where it starts: at a root, a drive, a share or a home. */
function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || path.startsWith('~') || drive.test(path);
}

/** A path as seen from a folder, without `.` and `..`; it keeps the folder's kind of slash. */
export function resolvePath(folder: string, path: string): string {
  if (isAbsolutePath(path)) return normalise(path);
  return normalise(`${folder}${folder.includes('\\') ? '\\' : '/'}${path}`);
}

function normalise(path: string): string {
  const isWindows = path.includes('\\') && !path.startsWith('/');
  const slash = isWindows ? '\\' : '/';
  const root = path.startsWith('\\\\') ? '\\\\' : path.startsWith(slash) ? slash : '';
  const parts: string[] = [];
  for (const part of path.split(isWindows ? /[\\/]/ : '/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') goUp(parts, root);
    else parts.push(part);
  }
  return `${root}${parts.join(slash)}` || '.';
}

/** A root has nothing above it; above a relative path lies `..`. */
function goUp(parts: string[], root: string): void {
  const last = parts.at(-1);
  if (last === undefined ? root === '' : last === '..') parts.push('..');
  else if (last !== undefined && !(parts.length === 1 && isAbsolutePath(last))) parts.pop();
}
