'use client';
import type { ReactElement } from 'react';
import type { PlanItem } from '../../session/index.ts';
import { inPlace } from '../shared/inPlace.ts';

/** Props of {@link Segments}. */
export interface SegmentsProps {
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
export function Segments({ items }: SegmentsProps): ReactElement | null {
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
