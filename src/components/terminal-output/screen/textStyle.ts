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

const steps = [0, 95, 135, 175, 215, 255] as const;

function cube(index: number): number {
  const step = (by: number): number => steps[Math.floor(index / by) % 6] ?? 0;
  return step(36) * 0x10000 + step(6) * 0x100 + step(1);
}

/** A colour of the terminal's palette of 256: 16 named ones, a cube of 216, 24 greys. Undefined for any other number. */
function numberedColour(index: number): TerminalColour | undefined {
  if (!Number.isInteger(index) || index < 0 || index > 255) return undefined;
  if (index < 16) return { kind: 'named', index };
  if (index < 232) return { kind: 'exact', rgb: cube(index - 16) };
  return { kind: 'exact', rgb: (8 + (index - 232) * 10) * 0x010101 };
}

/** A colour from its three channels, each 0 to 255. Undefined if one is out of range. */
function trueColour(red: number, green: number, blue: number): TerminalColour | undefined {
  if (![red, green, blue].every((part) => Number.isInteger(part) && part >= 0 && part <= 255)) return undefined;
  return { kind: 'exact', rgb: red * 0x10000 + green * 0x100 + blue };
}

type Draft = { -readonly [Key in keyof TextStyle]: TextStyle[Key] };

/** Parameters of `CSI … m`: groups are separated by semicolons, their members by colons. */
type SgrGroups = readonly (readonly string[])[];

interface ReadColour {
  readonly colour: TerminalColour | undefined;
  /** Number of groups that the colour takes, including its first. */
  readonly groups: number;
}

/** Reads `38;5;n` and `38;2;r;g;b`, written with semicolons, or as one group with colons, which may include a colour space. */
function readColour(groups: SgrGroups, at: number): ReadColour {
  const own = (groups[at] ?? []).map(Number);
  if (own.length > 1) {
    if (own[1] === 5) return { colour: numberedColour(own[2] ?? -1), groups: 1 };
    const [red = -1, green = -1, blue = -1] = own.slice(own.length > 5 ? 3 : 2);
    return { colour: own[1] === 2 ? trueColour(red, green, blue) : undefined, groups: 1 };
  }
  const next = (by: number): number => Number(groups[at + by]?.[0] ?? -1);
  if (next(1) === 5) return { colour: numberedColour(next(2)), groups: 3 };
  if (next(1) === 2) return { colour: trueColour(next(2), next(3), next(4)), groups: 5 };
  return { colour: undefined, groups: 1 };
}

function setColour(draft: Draft, part: 'ink' | 'ground', colour: TerminalColour | undefined): void {
  if (colour === undefined) delete draft[part];
  else draft[part] = colour;
}

const switches: ReadonlyMap<number, 'bold' | 'dim' | 'italic' | 'underline' | 'inverse' | 'strike'> = new Map([
  [1, 'bold'],
  [2, 'dim'],
  [3, 'italic'],
  [4, 'underline'],
  [7, 'inverse'],
  [9, 'strike'],
  [21, 'underline'],
]);

const resets: ReadonlyMap<number, readonly (keyof TextStyle)[]> = new Map([
  [22, ['bold', 'dim']],
  [23, ['italic']],
  [24, ['underline']],
  [27, ['inverse']],
  [29, ['strike']],
  [39, ['ink']],
  [49, ['ground']],
]);

function applyOne(draft: Draft, code: number, group: readonly string[]): void {
  const on = switches.get(code);
  if (on === 'underline' && group[1] === '0') delete draft.underline;
  else if (on !== undefined) draft[on] = true;
  for (const off of resets.get(code) ?? []) delete draft[off];
  if (code >= 30 && code <= 37) draft.ink = { kind: 'named', index: code - 30 };
  if (code >= 90 && code <= 97) draft.ink = { kind: 'named', index: code - 82 };
  if (code >= 40 && code <= 47) draft.ground = { kind: 'named', index: code - 40 };
  if (code >= 100 && code <= 107) draft.ground = { kind: 'named', index: code - 92 };
}

/** The style after one `CSI … m`. A reset keeps the link. */
export function applySgr(style: TextStyle, groups: SgrGroups): TextStyle {
  let draft: Draft = { ...style };
  if (groups.length === 0) return style.link === undefined ? {} : { link: style.link };
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at] ?? [];
    const code = Number(group[0] ?? 0);
    if (code === 0) {
      draft = style.link === undefined ? {} : { link: style.link };
    } else if (code === 38 || code === 48) {
      const { colour, groups: taken } = readColour(groups, at);
      setColour(draft, code === 38 ? 'ink' : 'ground', colour);
      at += taken - 1;
    } else {
      applyOne(draft, code, group);
    }
  }
  return draft;
}
