/** A path with forward slashes, as seen from the folder of its session, so that two checkouts of a project agree. */
export function comparablePath(path: string, cwd: string | undefined): string {
  const slashed = path.replaceAll('\\', '/');
  const base = folderOf(cwd);
  const inside = base !== '' && slashed.startsWith(base) ? slashed.slice(base.length) : slashed;
  return inside.startsWith('./') ? inside.slice(2) : inside;
}

/** A folder with one slash at its end; nothing for none and for a root, which every path lies in. */
function folderOf(cwd = ''): string {
  const slashed = cwd.replaceAll('\\', '/');
  if (slashed === '' || slashed === '/') return '';
  return slashed.endsWith('/') ? slashed : `${slashed}/`;
}
