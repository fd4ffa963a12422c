'use client';
import type { ReactElement } from 'react';
import type { ExploredFile } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { relativePath } from '../shared/call/relativePath.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { PathText } from '../shared/PathText.tsx';
import { stripAnsi } from '../shared/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ExploredFileItem}. */
export interface ExploredFileItemProps {
  file: ExploredFile;
  scope: ItemScope | undefined;
}

/** A file that a phase looked at, why, and whether it was made use of. */
export function ExploredFileItem({ file: { path, reason, used }, scope }: ExploredFileItemProps): ReactElement {
  const { t } = useKit(phasesWords);
  return (
    <>
      <span className="ark-phase__sign">
        {used === undefined ? (
          <Icon name="file" size={12} />
        ) : (
          <>
            <Icon name={used ? 'check' : 'cancelled'} size={12} />
            {t(used ? 'phase.fileUsed' : 'phase.fileUnused')}
          </>
        )}
      </span>
      <span className="ark-phase__said">
        <span className="ark-phase__source">
          <PathText path={relativePath(path, scope?.cwd)} />
        </span>
        {reason === undefined || reason === '' ? null : (
          <span className="ark-phase__quiet">
            <LogText text={stripAnsi(reason)} />
          </span>
        )}
      </span>
    </>
  );
}
