'use client';
import type { ReactElement, ReactNode } from 'react';
import { useMasked } from '../../masking/useMasked.ts';
import { useKit } from '../../theme/useKit.ts';
import { relativePath } from '../call/relativePath.ts';
import { PathText } from '../PathText.tsx';
import { absolutePath } from './absolutePath.ts';
import { editorAddress } from './editorAddress.ts';

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
