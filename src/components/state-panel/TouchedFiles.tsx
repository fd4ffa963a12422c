'use client';
import { type ReactElement, useState } from 'react';
import type { SessionIndex, TouchedFile } from '../../replay/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import { replayWords } from '../language/english/replay.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { relativePath } from '../shared/call/relativePath.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { PathText } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';

const ownWords = { ...phasesWords, ...replayWords };

/** Props of {@link TouchedFiles}. */
export interface TouchedFilesProps {
  index: SessionIndex;
  files: readonly TouchedFile[];
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

/** More files than this are shown only when asked for. */
const most = 12;

/** Files, what was done to each, and how often; each leads to the last call that touched it. */
export function TouchedFiles({ index, files, scope, onSelect }: TouchedFilesProps): ReactElement {
  const { t } = useKit(ownWords);
  const [whole, setWhole] = useState(false);
  const shown = whole ? files : files.slice(0, most);
  return (
    <>
      <ul className="ark-state__files">
        {shown.map(({ path, access, changes, reads, last }) => {
          const id = index.items[last]?.id;
          const name = <PathText path={relativePath(path, scope?.cwd)} />;
          return (
            <li key={path} className="ark-state__file" data-access={access}>
              {onSelect === undefined || id === undefined ? (
                name
              ) : (
                <button type="button" className="ark-state__go" onClick={() => onSelect(id)}>
                  {name}
                </button>
              )}{' '}
              <span className="ark-state__access">
                {[
                  ...(access === 'created' || access === 'deleted' ? [t(`state.access.${access}`)] : []),
                  ...(changes > 0 ? [t('state.changes', { n: changes })] : []),
                  ...(reads > 0 ? [t('state.reads', { n: reads })] : []),
                ].join(' \u00b7 ')}
              </span>
            </li>
          );
        })}
      </ul>
      {shown.length === files.length ? null : (
        <ActionButton label={t('phase.more', { n: files.length - shown.length })} onClick={() => setWhole(true)} />
      )}
    </>
  );
}
