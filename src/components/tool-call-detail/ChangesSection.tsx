'use client';
import { type ReactElement, useMemo } from 'react';
import { countChanges, fileChanges } from '../../session/facts/fileChanges.ts';
import { isPlaced, unifiedPatch } from '../../session/facts/unifiedPatch.ts';
import type { ToolCall } from '../../session/index.ts';
import { ApplyButton } from '../diff-view/ApplyButton.tsx';
import { ChangedFile } from '../diff-view/ChangedFile.tsx';
import { DiffBody } from '../diff-view/DiffBody.tsx';
import { toChange } from '../diff-view/diffSource.ts';
import { useDiffLayout } from '../diff-view/useDiffLayout.tsx';
import { detailWords } from '../language/english/detail.ts';
import { findRedactionMarkers } from '../masking/masking.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { type CallState, isTrouble } from '../shared/call/callFacts.ts';
import { inPlace } from '../shared/inPlace.ts';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** Props of {@link ChangesSection}. */
interface ChangesSectionProps extends DetailPart {
  state: CallState;
}

/** Whether the requested change was made; a change that the log recorded was. */
function wasMade({ output }: ToolCall, state: CallState): 'yes' | 'no' | 'unknown' {
  if ((output.result?.patches?.length ?? 0) > 0 || state === 'running') return 'yes';
  if (isTrouble(state)) return 'no';
  return state === 'unanswered' ? 'unknown' : 'yes';
}

/** What a call changed in files, or only asked for: that is shown without the colours of a change. */
export function ChangesSection({ call, level, scope, state }: ChangesSectionProps): ReactElement | null {
  const { t, onApplyPatch } = useKit(detailWords);
  const { layout, button, measure } = useDiffLayout('unified');
  const changes = useMemo(() => fileChanges(call).map(toChange), [call]);
  if (changes.length === 0) return null;
  const made = wasMade(call, state);
  const count = countChanges(changes);
  // A masked secret would be written to the file as its mask.
  const patch = onApplyPatch === undefined ? '' : unifiedPatch(changes);
  const canApply = patch !== '' && findRedactionMarkers(patch).length === 0;
  const named = changes.length > 1 || changes.some(({ change }) => change !== 'modified');
  return (
    <Section
      name="changes"
      level={level}
      title={t(made === 'yes' ? 'detail.changes' : made === 'no' ? 'detail.asked' : 'detail.askedUnknown')}
      aside={made === 'yes' ? <ChangeCount added={count.added} removed={count.removed} /> : undefined}
      actions={
        count.added + count.removed === 0 ? undefined : (
          <>
            {button}
            <CopyButton
              text={() => unifiedPatch(changes)}
              label={t(isPlaced(changes) ? 'copy.patch' : 'copy.changes')}
            />
            {canApply && onApplyPatch !== undefined ? <ApplyButton onApply={() => onApplyPatch(patch)} /> : null}
          </>
        )
      }
    >
      {inPlace(changes, (change, at) => (
        <div
          ref={at === 0 ? measure : undefined}
          className="ark-flush ark-detail__change"
          data-asked={made === 'yes' ? undefined : ''}
        >
          {named ? (
            <div className="ark-detail__file">
              <ChangedFile change={made === 'yes' ? change : { ...change, change: 'modified' }} cwd={scope?.cwd} />
            </div>
          ) : null}
          <DiffBody change={change} layout={layout} />
        </div>
      ))}
    </Section>
  );
}
