'use client';
import { memo, type ReactElement } from 'react';
import type { ComparedRow, CompareSide, Position, SessionIndex } from '../../replay/index.ts';
import { CompareCell } from './CompareCell.tsx';
import { CompareMark } from './CompareMark.tsx';
import { type CompareLayout, linePx } from './compareLines.ts';
import { GridPart } from './GridPart.tsx';

/** Props of {@link CompareRow}. */
export interface CompareRowProps {
  row: ComparedRow;
  /** Position among the rows that are shown. */
  shown: number;
  /** The lines that it takes, the last one excluded. */
  firstLine: number;
  lastLine: number;
  layout: CompareLayout;
  indexes: Readonly<Record<CompareSide, SessionIndex>>;
  positions: Readonly<Record<CompareSide, Position>>;
  active: boolean;
  selected: boolean;
}

/** A pair, or what only one side has. In one column a side that has nothing, or nothing else, takes no line. */
export const CompareRow = memo(function CompareRow(props: CompareRowProps): ReactElement {
  const { row, shown, firstLine, lastLine, layout, indexes, positions, active, selected } = props;
  const cell = (side: CompareSide): ReactElement | null => {
    const both = layout === 'stacked' && row.is === 'same';
    if (layout === 'stacked' && (row[side] === undefined || (both && side === 'right'))) return null;
    return <CompareCell side={side} item={row[side]} index={indexes[side]} position={positions[side]} both={both} />;
  };
  return (
    <GridPart
      role="row"
      className="ark-compare__row"
      style={{ top: firstLine * linePx, height: (lastLine - firstLine) * linePx }}
      tabIndex={active ? 0 : -1}
      aria-rowindex={shown + 2}
      aria-selected={selected}
      data-row={shown}
      data-is={row.is}
    >
      {cell('left')}
      <GridPart role="gridcell" className="ark-compare__mark">
        <CompareMark row={row} />
      </GridPart>
      {cell('right')}
    </GridPart>
  );
});
