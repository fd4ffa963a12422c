'use client';
import type { ReactElement } from 'react';
import type { LaneAxis, TimeAxis } from '../../replay/index.ts';
import { useStore } from '../hooks/useStore.ts';
import { useKit } from '../theme/useKit.ts';
import { inView } from './inView.ts';
import type { LaneStage } from './laneStage.ts';

/** Props of {@link LaneHover}. */
export interface LaneHoverProps {
  stage: LaneStage;
  axis: LaneAxis;
  time: TimeAxis;
}

/** A line at the pointer, labelled with its moment or, in a gap, with the gap's length. */
export function LaneHover({ stage, axis, time }: LaneHoverProps): ReactElement | null {
  const { t, formatters } = useKit();
  const offset = useStore(stage.hover);
  if (offset === undefined || axis.unit !== 'ms') return null;
  const at = axis.momentAt(offset);
  const gap = time.gaps.find(({ start, end }) => axis.offsetOf(start) <= offset && offset <= axis.offsetOf(end));
  const where = inView(offset, offset, axis.total);
  return (
    <>
      <span className="ark-lanes__hover" style={where} />
      <span className="ark-lanes__hover-time ark-figures" style={where}>
        {gap === undefined ? formatters.clock(at) : t('idle', { duration: formatters.duration(gap.end - gap.start) })}
      </span>
    </>
  );
}
