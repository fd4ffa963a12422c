'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import type { HousekeepingRun } from '../../replay/index.ts';
import type { SessionEvent } from '../../session/index.ts';
import { eventIcon } from '../icons/eventIcon.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventsWords } from '../language/english/events.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { NoteLine } from '../shared/NoteLine.tsx';
import { Row } from '../shared/Row.tsx';
import type { KitOf } from '../theme/kit.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link HousekeepingRow}. */
export interface HousekeepingRowProps
  extends ItemPlace,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** How many there are of each kind. */
  counts: HousekeepingRun['counts'];
  /** The first of them: its time and its sign stand for all. */
  first: SessionEvent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What a run of housekeeping holds, in words: `3 hooks · 2 context notes`. */
export function speakHousekeeping(
  { t }: Pick<KitOf<typeof eventsWords>, 't'>,
  counts: HousekeepingRun['counts'],
): string {
  return counts.map(([kind, n]) => t(`housekeeping.${kind}`, { n })).join(' \u00b7 ');
}

/** Hooks, context and notes that programs wrote one after the other, as one quiet row; the rows themselves unfold below it. */
export const HousekeepingRow = forwardRef<HTMLDivElement, HousekeepingRowProps>(function HousekeepingRow(
  { counts, first, open, onOpenChange, ...place },
  ref,
) {
  const kit = useKit(eventsWords);
  return (
    <Row ref={ref} item="housekeeping" at={first.at} icon={<Icon name={eventIcon(first)} />} {...place}>
      <NoteLine title={speakHousekeeping(kit, counts)} open={open} onToggle={() => onOpenChange(!open)} />
    </Row>
  );
});
