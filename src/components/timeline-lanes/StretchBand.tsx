'use client';
import type { ReactElement } from 'react';
import { useCell } from './atom.ts';
import { inView } from './inView.ts';
import type { LaneStage, PlaceSpan } from './laneStage.ts';

/** Props of {@link StretchBand}. */
export interface StretchBandProps {
  stage: LaneStage;
  /** What is selected, unless something else is just being selected. */
  span: PlaceSpan | undefined;
  total: number;
}

/** The stretch that is selected, or is being selected, over the lanes. */
export function StretchBand({ stage, span, total }: StretchBandProps): ReactElement | null {
  const shown = useCell(stage.draft) ?? span;
  if (shown === undefined) return null;
  return <span className="ark-lanes__stretch" aria-hidden="true" style={inView(shown.from, shown.to, total)} />;
}
