'use client';
import type { ReactElement } from 'react';
import type { ExploredFile } from '../../replay/index.ts';
import { namedFiles } from '../../session/facts/callFiles.ts';
import type { PhaseAnnotation } from '../../session/index.ts';
import { INFERRED_CONTEXT } from '../../session/links/callContext.ts';
import { phasesWords } from '../language/english/phases.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useKit } from '../theme/useKit.ts';
import { ContextUsed } from './ContextUsed.tsx';
import { DecisionItem } from './DecisionItem.tsx';
import { ExploredFileItem } from './ExploredFileItem.tsx';
import { PhaseGroup } from './PhaseGroup.tsx';

/** Props of {@link PhaseDetails}. */
export interface PhaseDetailsProps {
  id: string;
  annotation: PhaseAnnotation | undefined;
  files: readonly ExploredFile[];
  scope: ItemScope | undefined;
}

/** What was decided in a phase, which context it used, and which files it looked at. */
export function PhaseDetails({ id, annotation, files, scope }: PhaseDetailsProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { decisions = [], context_used = [], exploration_record } = annotation ?? {};
  // What is named as context says more there: how it was used, and how much it mattered.
  const named = namedFiles(context_used.map(({ source }) => source));
  const others = files.filter(({ path, reason }) => (reason !== undefined && reason !== '') || !named.has(path));
  const empty = decisions.length + context_used.length + files.length === 0;
  return (
    <div className="ark-phase__details" id={id}>
      {empty ? <p className="ark-phase__quiet">{t('phase.noFiles')}</p> : null}
      <PhaseGroup
        title={t('phase.decisions')}
        items={decisions}
        draw={(decision) => <DecisionItem decision={decision} />}
      />
      <PhaseGroup
        title={t('phase.context')}
        aside={annotation?.inferred?.includes(INFERRED_CONTEXT) === true ? t('phase.contextInferred') : undefined}
        items={context_used}
        draw={(context) => <ContextUsed context={context} scope={scope} />}
      />
      <PhaseGroup
        title={t(others.length < files.length ? 'phase.otherFiles' : 'phase.files')}
        aside={files.some(({ from }) => from === 'inferred') ? t('phase.filesInferred') : undefined}
        why={exploration_record?.selection_reasoning}
        items={others}
        draw={(file) => <ExploredFileItem file={file} scope={scope} />}
      />
    </div>
  );
}
