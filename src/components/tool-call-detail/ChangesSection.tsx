'use client';
import { type ReactElement, useMemo } from 'react';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { countChanges, type FileChange, fileChanges } from '../shared/call/fileChanges.ts';
import { relativePath } from '../shared/call/relativePath.ts';
import { unifiedPatch } from '../shared/call/unifiedPatch.ts';
import { DiffLines } from '../shared/DiffLines.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { PathText } from '../shared/PathText.tsx';
import { Section } from '../shared/Section.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** What a call changed in files. */
export function ChangesSection({ call, level, scope }: DetailPart): ReactElement | null {
  const { t } = useKit();
  const changes = useMemo(() => fileChanges(call), [call]);
  if (changes.length === 0) return null;
  const count = countChanges(changes);
  const named = changes.length > 1 || changes.some(({ change }) => change !== 'modified');
  const fileLine = (change: FileChange): ReactElement => (
    <div className="ark-detail__file">
      <PathText path={relativePath(change.path, scope?.cwd)} />
      {change.movedTo === undefined ? null : (
        <>
          <span aria-hidden="true">{'\u2192'}</span>
          <PathText path={relativePath(change.movedTo, scope?.cwd)} />
        </>
      )}
      <Tag>{t(`change.${change.change}`)}</Tag>
    </div>
  );
  return (
    <Section
      name="changes"
      level={level}
      title={t('detail.changes')}
      aside={<ChangeCount added={count.added} removed={count.removed} />}
      actions={<CopyButton text={() => unifiedPatch(changes)} label={t('copy.patch')} />}
    >
      {inPlace(changes, (change) => (
        <div className="ark-flush ark-detail__change">
          {named ? fileLine(change) : null}
          {change.hunks.length === 0 ? null : <DiffLines change={change} />}
        </div>
      ))}
    </Section>
  );
}
