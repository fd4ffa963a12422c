/** A path as the file system knows it: relative ones are completed with the folder, where it is known. */
export function absolutePath(path: string, folder: string | undefined): string {
  if (/^(?:[\\/]|[A-Za-z]:[\\/]|~)/.test(path) || folder === undefined || folder === '') return path;
  const inside = path.replace(/^\.[\\/]/, '');
  return /[\\/]$/.test(folder) ? `${folder}${inside}` : `${folder}/${inside}`;
}
