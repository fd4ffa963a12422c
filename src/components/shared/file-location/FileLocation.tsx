'use client';

import type { ReactElement, ReactNode } from 'react';
import { useKit } from '../../theme/useKit.ts';
import { useMasked } from '../../theme/useMasked.ts';
import { relativePath } from '../call/relativePath.ts';
import { PathText } from '../PathText.tsx';

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
interface EditorPlace {
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

/** Props of {@link FileLocation}. */
export interface FileLocationProps {
  /** As the log has it. */
  path: string;
  /** 1-based. */
  line?: number | undefined;
  /** 1-based. */
  column?: number | undefined;
  /** The folder that a relative path lies in; paths inside it are shown without it. */
  cwd?: string | undefined;
  /** Shown instead of `path:line:column`: the text that named the place. */
  children?: ReactNode;
}

/** A place in a file that a masked text names. */
export function FileLink({ path, line, column, cwd, children }: FileLocationProps): ReactElement {
  return (
    <FilePlace path={path} opens={path} line={line} column={column} cwd={cwd}>
      {children}
    </FilePlace>
  );
}

/**
 * A place in a file. It opens in the reader's editor where the host says how (`onOpenFile` or `editorLink` of
 * `KitProvider`), and is text elsewhere.
 *
 * When to use it: for every `path:line`.
 */
export function FileLocation({ path, cwd, ...place }: FileLocationProps): ReactElement {
  return <FilePlace path={useMasked(path)} opens={path} cwd={useMasked(cwd)} {...place} />;
}

interface FilePlaceProps extends FileLocationProps {
  /** What the host is given. */
  opens: string;
}

function FilePlace({ path, opens, line, column, cwd, children }: FilePlaceProps): ReactElement {
  const { t, onOpenFile, editorLink } = useKit();
  const numbers = [line, column].filter((number) => number !== undefined).join(':');
  const shown = children ?? <PathText path={relativePath(path, cwd)} lines={numbers === '' ? undefined : numbers} />;
  const whole = absolutePath(path, cwd);
  const title = t('file.open', { place: numbers === '' ? path : `${path}:${numbers}` });
  if (onOpenFile !== undefined) {
    return (
      <button
        type="button"
        className="ark-place"
        title={title}
        onClick={() => onOpenFile(absolutePath(opens, cwd), line, column)}
      >
        {shown}
      </button>
    );
  }
  const href = editorLink === undefined ? undefined : editorAddress(editorLink, { path: whole, line, column });
  if (href === undefined) return <span className="ark-place">{shown}</span>;
  return (
    <a className="ark-place" title={title} href={href} rel="noreferrer noopener">
      {shown}
    </a>
  );
}

/** A path as the file system knows it: relative ones are completed with the folder, where it is known. */
export function absolutePath(path: string, folder: string | undefined): string {
  if (/^(?:[\\/]|[A-Za-z]:[\\/]|~)/.test(path) || folder === undefined || folder === '') return path;
  const inside = path.replace(/^\.[\\/]/, '');
  return /[\\/]$/.test(folder) ? `${folder}${inside}` : `${folder}/${inside}`;
}
