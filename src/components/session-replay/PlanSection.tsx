'use client';
import { type ReactElement, useId } from 'react';
import { checklistAt, positionOf, type ReplayItem } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import type { PlanEvent } from '../../session/index.ts';
import { ChecklistItems } from '../checklist/ChecklistItems.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link PlanSection}. */
export interface PlanSectionProps {
  item: ReplayItem;
  plan: PlanEvent;
  level: 3 | 4;
}

/** The checklist that an item set, with its changes. */
export function PlanSection({ item, plan, level }: PlanSectionProps): ReactElement {
  const { t } = useKit();
  const id = useId();
  const changes = useReplay(({ index }) => checklistAt(index, positionOf(index, item.index), item.run));
  const done = plan.items.filter(({ status }) => status === 'completed').length;
  return (
    <Section
      name="plan"
      level={level}
      title={t('plan')}
      actions={<span>{t('plan.progress', { done, n: plan.items.length })}</span>}
    >
      <ChecklistItems id={id} items={plan.items} changes={changes} />
    </Section>
  );
}
