'use client';
import type { ReactElement } from 'react';
import type { Decision } from '../../session/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import { LogText } from '../shared/LogText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { stripAnsi } from '../shared/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link DecisionItem}. */
export interface DecisionItemProps {
  decision: Decision;
}

/** One decision: of which kind, what was decided, why, and what else was considered. */
export function DecisionItem({ decision }: DecisionItemProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { type, description, reasoning, alternatives_considered: alternatives = [] } = decision;
  return (
    <>
      <span className="ark-phase__sign">
        <Tag>{t(`decision.${type}`)}</Tag>
      </span>
      <span className="ark-phase__said">
        <LogText text={stripAnsi(description)} />
        {reasoning === undefined || reasoning === '' ? null : (
          <span className="ark-phase__quiet">
            <LogText text={stripAnsi(reasoning)} />
          </span>
        )}
        {alternatives.length === 0 ? null : (
          <span className="ark-phase__quiet">
            {t('phase.alternatives')}: <LogText text={stripAnsi(alternatives.join(' \u00b7 '))} />
          </span>
        )}
      </span>
    </>
  );
}
