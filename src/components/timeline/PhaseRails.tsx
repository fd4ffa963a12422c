import type { ReactElement } from 'react';
import { type PhaseBlock, phaseBlocks } from '../../replay/index.ts';
import { firstWhere } from '../../session/internal.ts';
import type { TimelineLayout } from './layoutTimeline.ts';
import type { TimelineRows } from './timelineRows.ts';

interface PhaseRailsProps {
  rows: TimelineRows;
  layout: TimelineLayout;
  /** The first and last row in the document. */
  first: number;
  last: number;
}

/** Draws a band at the left of the rows of each phase; dashed where the phase retries an earlier one. */
export function PhaseRails({ rows, layout, first, last }: PhaseRailsProps): ReactElement {
  const blocks = phaseBlocks(rows.index);
  return (
    <>
      {blocksBetween(rows, first, last).map(({ block, from, to }) => {
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

/** The rows of a phase block: `from` is included, `to` is not. */
interface BlockRows {
  /** Position in `phaseBlocks`. */
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/** The phase blocks that have rows in a range of rows, both ends included. */
export function blocksBetween({ ranges, count }: TimelineRows, first: number, last: number): BlockRows[] {
  const after = firstWhere(ranges.length, (n) => (ranges[n]?.row ?? 0) > first);
  const found: BlockRows[] = [];
  for (let n = Math.max(0, after - 1); n < ranges.length; n += 1) {
    const { row: from, block } = ranges[n] as (typeof ranges)[number];
    if (from > last) break;
    if (block >= 0) found.push({ block, from, to: ranges[n + 1]?.row ?? count });
  }
  return found;
}
