import type { Lanes, SessionIndex, TimeAxis } from '../../../replay/index.ts';
import type { LaneView } from '../../../replay/lanes/laneView.ts';
import type { Formatters } from '../../language/formatters.ts';
import type { LaneHeights } from '../laneHeights.ts';
import type { LaneScale } from '../laneScale.ts';
import type { PhaseBands } from '../phaseBands.ts';
import type { Ink } from './ink.ts';

/** What is drawn in a session; made anew when it grows, or when idle time is shown otherwise. */
export interface LaneScene {
  readonly index: SessionIndex;
  readonly time: TimeAxis;
  readonly lanes: Lanes;
  readonly heights: LaneHeights;
  readonly bands: PhaseBands;
  readonly ink: Ink;
  readonly formatters: Formatters;
  /** What a kind of phase is called. */
  readonly phaseName: (type: PhaseBands['types'][number]) => string;
  /** What a call is called inside its mark. */
  readonly callName: (item: number) => string;
}

/** One look at it: the size of the canvas in pixels of the page, and what part of the session it shows. */
export interface LaneFrame {
  readonly context: CanvasRenderingContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly view: LaneView;
  readonly scale: LaneScale;
  /** How far the lanes are scrolled down. */
  readonly scrollPx: number;
}
