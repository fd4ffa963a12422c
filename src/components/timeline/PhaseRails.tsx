'use client';
import type { ReactElement } from 'react';
import { type PhaseBlock, phaseBlocks } from '../../replay/index.ts';
import type { TimelineLayout } from './layoutTimeline.ts';
import { stretchesBetween } from './stretchesBetween.ts';
import type { TimelineRows } from './timelineRows.ts';

/** Props of {@link PhaseRails}. */
export interface PhaseRailsProps {
  rows: TimelineRows;
  layout: TimelineLayout;
  /** The first and last row that are drawn. */
  first: number;
  last: number;
}

/** A band at the left of the rows of each phase; dashed where the phase is another try. */
export function PhaseRails({ rows, layout, first, last }: PhaseRailsProps): ReactElement {
  const blocks = phaseBlocks(rows.index);
  return (
    <>
      {stretchesBetween(rows, first, last).map(({ block, from, to }) => {
        const { type, attempt } = blocks[block] as PhaseBlock;
        const top = layout.top(from);
        return (
          <span
            key={block}
            className="ark-timeline__rail"
            aria-hidden="true"
            data-phase={type}
            data-retry={attempt.number > 1 ? '' : undefined}
            style={{ top: top + 2, height: Math.max(2, layout.top(to) - top - 4) }}
          />
        );
      })}
    </>
  );
}
