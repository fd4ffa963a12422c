'use client';
import type { ReactElement } from 'react';
import { useStore } from '../hooks/useStore.ts';
import { inView } from './inView.ts';
import type { AxisRange, LaneStage } from './laneStage.ts';

/** Props of {@link RangeBand}. */
export interface RangeBandProps {
  stage: LaneStage;
  /** The selected range, or the one being selected. */
  span: AxisRange | undefined;
  total: number;
}

/** Shows the selected range, or the one being selected, over the lanes. */
export function RangeBand({ stage, span, total }: RangeBandProps): ReactElement | null {
  const shown = useStore(stage.draft) ?? span;
  if (shown === undefined) return null;
  return <span className="ark-lanes__range" aria-hidden="true" style={inView(shown.from, shown.to, total)} />;
}
