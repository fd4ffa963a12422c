'use client';
import { type CSSProperties, memo, type ReactElement, useMemo } from 'react';
import type { CallItem, Lanes, SessionIndex } from '../../replay/index.ts';
import { useMasked } from '../masking/useMasked.ts';
import { useKit } from '../theme/useKit.ts';
import { speakCall } from '../timeline/speech/speakCall.ts';
import { inView } from './inView.ts';
import type { LanePlace } from './laneHeights.ts';

/** Props of {@link CallCell}. */
export interface CallCellProps {
  index: SessionIndex;
  lanes: Lanes;
  place: LanePlace;
  item: CallItem;
  /** Its place among the calls of its lane, from 1. */
  column: number;
  /** Whether the Tab stop of the lanes is here. */
  active: boolean;
  selected: boolean;
}

/** A call as assistive technology and the keyboard have it; what is seen is on the canvas, and its frame here. */
export const CallCell = memo(function CallCell(props: CallCellProps): ReactElement {
  const { index, lanes, place, item, column, active, selected } = props;
  const kit = useKit();
  const call = useMasked(item.call);
  const { axis, rowOf } = lanes;
  const cwd = index.session.environment?.cwd;
  const name = useMemo(
    () =>
      [
        ...speakCall(kit, call, cwd, 'done'),
        ...(axis.unit === 'ms' ? [kit.formatters.clock(index.starts[item.index] as number)] : []),
      ].join(kit.t('listSeparator')),
    [kit, call, cwd, axis, index, item],
  );
  const style: CSSProperties = {
    ...inView(axis.startOf(item.index), axis.endOf(item.index), axis.total),
    top: place.rowsTop + (rowOf[item.index] as number) * place.pitch,
    height: place.markPx,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a canvas
    <div
      className="ark-lanes__cell"
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-label={name}
      data-item={item.index}
      tabIndex={active ? 0 : -1}
      style={style}
    />
  );
});
