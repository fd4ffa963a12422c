import type { LaneView } from '../../replay/lanes/laneView.ts';
import { type Cell, createCell } from './createCell.ts';

/** A stretch of the axis of the lanes. */
export interface PlaceSpan {
  readonly from: number;
  readonly to: number;
}

/** What the pointer is on. */
export interface Pointed {
  /** A call, as its position in `SessionIndex.items`. */
  readonly item: number;
  /** How many calls the mark stands for, this one included. */
  readonly together: number;
}

/** What moves in the lanes without any render. */
export interface LaneStage {
  readonly view: Cell<LaneView>;
  readonly pointed: Cell<Pointed | undefined>;
  /** The place under the pointer, while it is over the lanes or their axis. */
  readonly hover: Cell<number | undefined>;
  /** What is being selected, while it is. */
  readonly draft: Cell<PlaceSpan | undefined>;
  /** How far the lanes are scrolled down, in pixels. */
  readonly scrollPx: Cell<number>;
}

/** Makes the stage of lanes that show the whole of an axis. */
export function createLaneStage(total: number): LaneStage {
  return {
    view: createCell<LaneView>({ from: 0, to: total }),
    pointed: createCell<Pointed | undefined>(undefined),
    hover: createCell<number | undefined>(undefined),
    draft: createCell<PlaceSpan | undefined>(undefined),
    scrollPx: createCell(0),
  };
}
