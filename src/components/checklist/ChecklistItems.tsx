'use client';
import { type ReactElement, useState } from 'react';
import type { ChecklistState } from '../../replay/index.ts';
import type { PlanItem } from '../../session/index.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ChecklistItems}. */
export interface ChecklistItemsProps {
  id: string;
  items: readonly PlanItem[];
  changes: Pick<ChecklistState, 'entries' | 'removed'> | undefined;
}

const icons: Readonly<Record<PlanItem['status'], IconName>> = {
  pending: 'pending',
  in_progress: 'inProgress',
  completed: 'succeeded',
};

/** More items than this are shown when the reader asks. */
const shownAtOnce = 200;

/** The items of a checklist, with what changed said in words behind them. */
export function ChecklistItems({ id, items, changes }: ChecklistItemsProps): ReactElement {
  const { t } = useKit();
  const [shown, setShown] = useState(shownAtOnce);
  const entries: ChecklistState['entries'] = changes?.entries ?? items.map((item) => ({ item, change: undefined }));
  return (
    <ul className="ark-checklist__items" id={id}>
      {inPlace(entries.slice(0, shown), ({ item, change }) => (
        <li className="ark-checklist__item" data-status={item.status}>
          <Icon name={icons[item.status]} size={14} label={t(`plan.${item.status}`)} />
          <span className="ark-checklist__text">
            <LogText text={stripAnsi(item.text)} />
            {change === undefined ? null : <span className="ark-checklist__change">{t(`plan.change.${change}`)}</span>}
          </span>
        </li>
      ))}
      {entries.length > shown ? (
        <li className="ark-checklist__item">
          <ActionButton
            label={t('plan.more', { n: entries.length - shown })}
            onClick={() => setShown(shown + 5 * shownAtOnce)}
          />
        </li>
      ) : null}
      {inPlace(changes?.removed ?? [], (item) => (
        <li className="ark-checklist__item" data-status="removed">
          <Icon name="cancelled" size={14} />
          <span className="ark-checklist__text">
            <del>
              <LogText text={stripAnsi(item.text)} />
            </del>
            <span className="ark-checklist__change">{t('plan.change.removed')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
