/** One of the sixteen colours that a terminal names; 8 to 15 are the bright ones. */
export interface NamedColour {
  readonly kind: 'named';
  readonly index: number;
}

/** A colour of the 256-colour cube, or one of 24 bits. */
export interface ExactColour {
  readonly kind: 'exact';
  /** `0xRRGGBB` */
  readonly rgb: number;
}

export type TerminalColour = NamedColour | ExactColour;

/** How a piece of a terminal's text looks, and where it leads. Concealed text is shown, and nothing blinks. */
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

/** A piece of a line that has a style. `from` and `to` are code units; `to` is not part of it. */
export interface StyledRun {
  readonly from: number;
  readonly to: number;
  readonly style: TextStyle;
}

/** A line as the terminal was left with it. What no run covers is plain. */
export interface TerminalLine {
  readonly text: string;
  readonly runs: readonly StyledRun[];
}
