'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useId, useState } from 'react';
import type { ChecklistState } from '../../replay/index.ts';
import type { PlanEvent, PlanItem } from '../../session/index.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Chevron, Disclosure, type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { Row } from '../shared/Row.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

interface ChecklistItemsProps {
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

interface SegmentsProps {
  items: readonly PlanItem[];
}

/** More items than this become one bar. */
const most = 12;

const statuses = ['completed', 'in_progress', 'pending'] as const satisfies readonly PlanItem['status'][];

function sharesOf(items: readonly PlanItem[]): { status: PlanItem['status']; count: number }[] {
  return statuses.flatMap((status) => {
    const count = items.filter((item) => item.status === status).length;
    return count === 0 ? [] : [{ status, count }];
  });
}

/** One segment an item, filled as far as it is done. Decoration: the count stands beside it. */
function Segments({ items }: SegmentsProps): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <span className="ark-segments" aria-hidden="true" data-many={items.length > most ? '' : undefined}>
      {items.length > most
        ? sharesOf(items).map(({ status, count }) => (
            <span key={status} className="ark-segments__segment" data-status={status} style={{ flexGrow: count }} />
          ))
        : inPlace(items, ({ status }) => <span className="ark-segments__segment" data-status={status} />)}
    </span>
  );
}

/** Props of {@link Checklist}. */
export interface ChecklistProps
  extends ItemPlace,
    OpenProps,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** The checklist, as it stood at one moment. */
  plan: PlanEvent;
  /** What changed since the checklist before, as `checklistAt` returns it: it is then put in words. */
  changes?: Pick<ChecklistState, 'entries' | 'removed'> | undefined;
}

/** What is being done, or was explained, or comes next: the line of a folded checklist. */
function caption({ items, explanation }: PlanEvent): string | undefined {
  const now = items.find(({ status }) => status === 'in_progress');
  const next = items.find(({ status }) => status === 'pending');
  return now?.active_text ?? now?.text ?? explanation ?? next?.text;
}

/**
 * A checklist as it stood at one moment: one segment an item, opened a list that says what changed.
 *
 * When to use it: for plan events and wherever a host shows progress.
 */
export const Checklist = forwardRef<HTMLDivElement, ChecklistProps>(function Checklist(
  { plan: logged, changes: givenChanges, open: given, defaultOpen, onOpenChange, ...place },
  ref,
) {
  const { t, formatters } = useKit();
  const plan = useMasked(logged);
  const changes = useMasked(givenChanges);
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const listId = useId();
  const text = caption(plan);
  const done = plan.items.filter(({ status }) => status === 'completed').length;
  return (
    <Row
      ref={ref}
      item="plan"
      at={plan.at}
      branch={plan.branch}
      icon={
        <span className="ark-checklist__icon" data-category="task_management">
          <Icon name="todo" />
        </span>
      }
      result={
        <>
          <Segments items={plan.items} />
          <span aria-hidden="true">{`${formatters.number(done)} / ${formatters.number(plan.items.length)}`}</span>
        </>
      }
      below={open ? <ChecklistItems id={listId} items={plan.items} changes={changes} /> : undefined}
      {...place}
    >
      <Disclosure className="ark-line-button ark-row__button" open={open} onToggle={toggle} controls={listId}>
        <span className="ark-tool-name">{t('plan')}</span>{' '}
        {text === undefined ? null : (
          <span className="ark-argument">
            <OneLine text={text} />
          </span>
        )}
        <span className="ark-unseen">, {t('plan.progress', { done, n: plan.items.length })}</span>
        <span className="ark-checklist__chevron">
          <Chevron open={open} size={12} />
        </span>
      </Disclosure>
    </Row>
  );
});
