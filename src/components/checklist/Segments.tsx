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

/** One segment an item, filled as far as it is done. Decoration: the count stands beside it. */
export function Segments({ items }: SegmentsProps): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <span className="ark-segments" aria-hidden="true" data-many={items.length > most ? '' : undefined}>
      {inPlace(items, ({ status }) => (
        <span className="ark-segments__segment" data-status={status} />
      ))}
    </span>
  );
}
