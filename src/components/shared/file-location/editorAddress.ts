/** Schemes that run or show what they are given, rather than open an editor. */
const barred = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
  'http:',
  'https:',
]);

const scheme = /^[a-z][a-z0-9+.-]{1,40}:/;

/** What a host's address is filled with. */
export interface EditorPlace {
  /** Absolute. */
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

function encodePath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  // Written without its leading slash: the address has one before the place of the path.
  return parts
    .map((part) => encodeURIComponent(part))
    .join('/')
    .replace(/^\//, '');
}

/**
 * Fills the host's address of an editor. Gives nothing where its scheme is one that could do harm, where it has no place
 * for a path, or where the path is not absolute: an editor would look for it in a folder of its own.
 */
export function editorAddress(template: string, { path, line = 1, column = 1 }: EditorPlace): string | undefined {
  const protocol = scheme.exec(template)?.[0];
  if (protocol === undefined || barred.has(protocol) || !template.includes('{path}')) return undefined;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(path) || !path.isWellFormed()) return undefined;
  return template
    .replace('{line}', String(line))
    .replace('{column}', String(column))
    .replace('{path}', () => encodePath(path));
}
