/** One of the sixteen named colours of a terminal; 8 to 15 are the bright ones. */
export interface NamedColour {
  readonly kind: 'named';
  readonly index: number;
}

/** A colour of the 256-colour palette beyond the named ones, or a 24-bit colour. */
export interface ExactColour {
  readonly kind: 'exact';
  /** `0xRRGGBB` */
  readonly rgb: number;
}

export type TerminalColour = NamedColour | ExactColour;

/** Style of a piece of terminal text, and its link. Concealed text is shown, and nothing blinks. */
export interface TextStyle {
  readonly ink?: TerminalColour;
  readonly ground?: TerminalColour;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly inverse?: true;
  /** Absolute http or https address. */
  readonly link?: string;
}

/** A styled piece of a line. `from` and `to` are code units; `to` is exclusive. */
export interface StyledRun {
  readonly from: number;
  readonly to: number;
  readonly style: TextStyle;
}

/** A line in the state in which the terminal left it. Text outside all runs is plain. */
export interface TerminalLine {
  readonly text: string;
  readonly runs: readonly StyledRun[];
}
