'use client';
import type { ReactElement } from 'react';
import type { FileChange } from '../../session/facts/fileChanges.ts';
import { FileLink } from '../shared/file-location/FileLocation.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ChangedFile}. */
export interface ChangedFileProps {
  change: FileChange;
  /** Paths inside this folder are shown relative to it. */
  cwd: string | undefined;
}

/** Which file was changed, where it was moved, and what happened to it. */
export function ChangedFile({ change: { path, movedTo, change, hunks }, cwd }: ChangedFileProps): ReactElement {
  const { t } = useKit();
  // A deleted or empty file cannot be opened at a line.
  const first = hunks[0]?.newStart || undefined;
  const line = change === 'deleted' || movedTo !== undefined ? undefined : first;
  return (
    <span className="ark-diff-view__file">
      <FileLink path={path} line={line} cwd={cwd} />
      {movedTo === undefined ? null : (
        <>
          <span aria-hidden="true">{'\u2192'}</span>
          <FileLink path={movedTo} line={first} cwd={cwd} />
        </>
      )}
      {change === 'modified' ? null : <Tag>{t(`change.${change}`)}</Tag>}
    </span>
  );
}
