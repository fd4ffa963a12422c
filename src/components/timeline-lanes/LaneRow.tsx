'use client';
import { memo, type ReactElement } from 'react';
import { countUpTo } from '../../replay/countUpTo.ts';
import type { CallItem, Lanes, SessionIndex } from '../../replay/index.ts';
import { CallCell } from './CallCell.tsx';
import { cellsOfLane } from './cellsOfLane.ts';
import { LaneHeader } from './LaneHeader.tsx';
import type { LanePlace } from './laneHeights.ts';

/** Props of {@link LaneRow}. */
export interface LaneRowProps {
  index: SessionIndex;
  lanes: Lanes;
  place: LanePlace;
  /** Whether it stays where it is while the others are scrolled. */
  pinned: boolean;
  /** Its place among the lanes that are shown, from 1. */
  row: number;
  /** The call that has the Tab stop, in whichever lane. */
  active: number | undefined;
  selected: number | undefined;
  collapsed: boolean;
  onToggle: (id: string) => void;
}

/** One lane in the document: its header, and those of its calls that the keyboard can reach in one step. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps): ReactElement {
  const { index, lanes, place, pinned, row, active, selected, collapsed, onToggle } = props;
  const { lane, top, height } = place;
  const at = active === undefined ? 0 : lanes.axis.startOf(active);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a canvas
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    <div
      className="ark-lanes__row"
      role="row"
      aria-level={lane.depth + 1}
      aria-rowindex={row}
      aria-expanded={lane.below > 0 ? !collapsed : undefined}
      data-pinned={pinned ? '' : undefined}
      style={pinned ? { height } : { top, height }}
    >
      <LaneHeader lane={lane} collapsed={collapsed} onToggle={() => onToggle(lane.id)} />
      <div className="ark-lanes__cells" role="presentation">
        {cellsOfLane(lane, active, at, selected).map((item) => (
          <CallCell
            key={index.items[item]?.id ?? item}
            {...{ index, lanes, place }}
            item={index.items[item] as CallItem}
            column={countUpTo(lane.calls, item)}
            active={item === active}
            selected={item === selected}
          />
        ))}
      </div>
    </div>
  );
});
