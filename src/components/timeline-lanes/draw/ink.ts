import type { PhaseType } from '../../../session/index.ts';

/** The colours and the type that a canvas draws with, as the style sheet has them where it stands. */
export interface Ink {
  readonly background: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly line2: string;
  readonly red: string;
  /** By position in `laneKinds`. */
  readonly kinds: readonly string[];
  readonly phases: ReadonlyMap<PhaseType, { readonly mark: string; readonly wash: string }>;
  /** Size and family of captions, as `CanvasRenderingContext2D.font` has them. */
  readonly font: string;
}
