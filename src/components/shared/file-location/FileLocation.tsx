'use client';
import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { useKit } from '../../theme/useKit.ts';
import { useMasked } from '../../theme/useMasked.tsx';
import { inPlace } from '../inPlace.ts';
import { LogText, plainLogText } from '../LogText.tsx';
import { PathText, relativePath } from '../PathText.tsx';
import { type FoundLocation, findFileLocations } from './findFileLocations.ts';

/** URL schemes that would run or show their content instead of opening an editor. */
const blockedSchemes = new Set([
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

/** Values that fill a host's URL template. */
interface EditorTarget {
  /** Absolute path. */
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

function encodePath(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  // Without its leading slash, because the template already has one before the placeholder.
  return parts
    .map((part) => encodeURIComponent(part))
    .join('/')
    .replace(/^\//, '');
}

/**
 * Fills the host's URL template for its editor. Undefined if the scheme is unsafe, if the template has no placeholder for a path, or if the
 * path is not absolute (an editor would look for it in a folder of its own).
 */
export function editorAddress(template: string, { path, line = 1, column = 1 }: EditorTarget): string | undefined {
  const protocol = scheme.exec(template)?.[0];
  if (protocol === undefined || blockedSchemes.has(protocol) || !template.includes('{path}')) return undefined;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(path) || !path.isWellFormed()) return undefined;
  return template
    .replace('{line}', String(line))
    .replace('{column}', String(column))
    .replace('{path}', () => encodePath(path));
}

/** Props of {@link FileLocation}. */
export interface FileLocationProps {
  /** Path as the log has it. */
  path: string;
  /** Its line, counted from 1. */
  line?: number | undefined;
  /** Its column, counted from 1. */
  column?: number | undefined;
  /** Folder that relative paths start from; paths inside it are shown relative to it. */
  cwd?: string | undefined;
  /** Shown instead of `path:line:column`: the text in which the location was found. */
  children?: ReactNode;
}

/** A location in a file, found in a masked text. */
export function FileLink({ path, line, column, cwd, children }: FileLocationProps): ReactElement {
  return (
    <LocationButton path={path} opens={path} line={line} column={column} cwd={cwd}>
      {children}
    </LocationButton>
  );
}

/**
 * A location in a file. It opens in the reader's editor if the host says how (`onOpenFile` or `editorLink` of `KitProvider`), and is plain
 * text otherwise.
 *
 * When to use it: for every `path:line`.
 */
export function FileLocation({ path, cwd, ...numbers }: FileLocationProps): ReactElement {
  return <LocationButton path={useMasked(path)} opens={path} cwd={useMasked(cwd)} {...numbers} />;
}

interface LocationButtonProps extends FileLocationProps {
  /** What the host receives. */
  opens: string;
}

function LocationButton({ path, opens, line, column, cwd, children }: LocationButtonProps): ReactElement {
  const { t, onOpenFile, editorLink } = useKit();
  const numbers = [line, column].filter((number) => number !== undefined).join(':');
  const shown = children ?? <PathText path={relativePath(path, cwd)} lines={numbers === '' ? undefined : numbers} />;
  const whole = absolutePath(path, cwd);
  const title = plainLogText(t('file.open', { place: numbers === '' ? path : `${path}:${numbers}` }));
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

/** A path for the file system: a relative one is joined to its folder, where that is known. */
export function absolutePath(path: string, folder: string | undefined): string {
  if (/^(?:[\\/]|[A-Za-z]:[\\/]|~)/.test(path) || folder === undefined || folder === '') return path;
  const inside = path.replace(/^\.[\\/]/, '');
  return /[\\/]$/.test(folder) ? `${folder}${inside}` : `${folder}/${inside}`;
}

/** Whether file locations are pressable here; if not, they need not be searched for. */
export function useOpensFiles(): boolean {
  const { onOpenFile, editorLink } = useKit();
  const allowed = useContext(PlacesContext);
  return allowed && (onOpenFile !== undefined || (editorLink ?? '') !== '');
}

/** Whether file locations may be pressable here; not inside a link, which is itself pressable. */
export const PlacesContext = createContext(true);

interface PlacedTextProps {
  text: string;
  /** Folder that relative paths start from. */
  cwd?: string | undefined;
}

type Part = string | FoundLocation;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const location of findFileLocations(text)) {
    parts.push(text.slice(from, location.from), location);
    from = location.to;
  }
  parts.push(text.slice(from));
  return parts;
}

/** A text from a log with pressable file locations, if the host can open files. */
export function PlacedText({ text, cwd }: PlacedTextProps): ReactElement {
  const opens = useOpensFiles();
  const parts = useMemo(() => (opens ? partsOf(text) : [text]), [opens, text]);
  const draw = (part: Part): ReactElement =>
    typeof part === 'string' ? (
      <LogText text={part} />
    ) : (
      <FileLink path={part.path} line={part.line} column={part.column} cwd={cwd}>
        <LogText text={text.slice(part.from, part.to)} />
      </FileLink>
    );
  return <>{inPlace(parts, draw)}</>;
}
