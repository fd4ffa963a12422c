import { type CSSProperties, type ReactElement, useMemo } from 'react';
import { isErrorLine } from '../../session/text/lines.ts';
import { FileLink, useOpensFiles } from '../shared/file-location/FileLocation.tsx';
import { type FoundLocation, findFileLocations } from '../shared/file-location/findFileLocations.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { SafeLink } from '../shared/SafeLink.tsx';
import { cutLine, type FoundRange, type LinePiece } from './cutLine.ts';
import type { TerminalColour, TerminalLine, TextStyle } from './screen/textStyle.ts';
import { isCutMark } from './useTerminal.ts';

/** Minimum contrast of text by WCAG 2 AA. */
const enough = 4.5;

const black = 0x000000;
const white = 0xffffff;

function mix(from: number, to: number, share: number): number {
  const part = (shift: number): number => {
    const start = (from >> shift) & 0xff;
    return Math.round(start + (((to >> shift) & 0xff) - start) * share) << shift;
  };
  return part(16) + part(8) + part(0);
}

/** The first colour on the way from `ink` to black or white that is readable on `ground`. */
export function readableColour(ink: number, ground: number): number {
  if (contrast(ink, ground) >= enough) return ink;
  const towards = luminance(ground) > 0.179 ? black : white;
  let [unread, read] = [0, 1];
  // Halving eight times is finer than the 256 steps of a colour channel.
  for (let step = 0; step < 8; step += 1) {
    const middle = (unread + read) / 2;
    if (contrast(mix(ink, towards, middle), ground) >= enough) read = middle;
    else unread = middle;
  }
  return mix(ink, towards, read);
}

/** How a run is drawn: data attributes that the style sheet knows, and custom properties for arbitrary colours. */
interface RunLook {
  readonly attributes: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly style: CSSProperties | undefined;
}

/**
 * The background with the lowest contrast in each theme: `--ark-bg-3`. The kit cannot know which theme is active, or how a host changed it,
 * so a colour is made readable for both, and the style sheet chooses one.
 */
export const hardestGround = { light: 0xeef0f3, dark: 0x191e26 } as const;

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The style sheet's name of one of the sixteen colours: `red`, `bright-red`. */
function nameOf(index: number): string {
  return `${index > 7 ? 'bright-' : ''}${names[index % 8] ?? 'white'}`;
}

const hex = (rgb: number): string => `#${rgb.toString(16).padStart(6, '0')}`;

type Properties = Record<`--ark-run-${string}`, string>;

function inkOn(ink: TerminalColour | undefined, ground: number): number {
  if (ink?.kind === 'exact') return readableColour(ink.rgb, ground);
  return luminance(ground) > 0.179 ? 0x000000 : 0xffffff;
}

function properties(ink: TerminalColour | undefined, ground: TerminalColour | undefined): Properties | undefined {
  if (ground?.kind === 'exact') {
    const text = hex(inkOn(ink, ground.rgb));
    return { '--ark-run-ground': hex(ground.rgb), '--ark-run-light': text, '--ark-run-dark': text };
  }
  if (ground !== undefined || ink?.kind !== 'exact') return undefined;
  return {
    '--ark-run-light': hex(readableColour(ink.rgb, hardestGround.light)),
    '--ark-run-dark': hex(readableColour(ink.rgb, hardestGround.dark)),
  };
}

function flag(on: true | undefined): '' | undefined {
  return on ? '' : undefined;
}

function colourName(colour: TerminalColour | undefined): string | undefined {
  return colour === undefined ? undefined : colour.kind === 'named' ? nameOf(colour.index) : 'exact';
}

const inverted = 'default';

function makeLook({ ink, ground, ...style }: TextStyle): RunLook {
  const [front, back] = style.inverse ? [ground, ink] : [ink, ground];
  return {
    attributes: {
      'data-ink': colourName(front),
      'data-ground': colourName(back) ?? (style.inverse ? inverted : undefined),
      'data-bold': flag(style.bold),
      'data-dim': flag(style.dim),
      'data-italic': flag(style.italic),
      'data-underline': flag(style.underline),
      'data-strike': flag(style.strike),
    },
    style: properties(front, back) as CSSProperties | undefined,
  };
}

const looks = new WeakMap<TextStyle, RunLook>();

/** How a style is drawn. Cached: a text has few styles and many runs. */
export function runLook(style: TextStyle): RunLook {
  const look = looks.get(style) ?? makeLook(style);
  looks.set(style, look);
  return look;
}

/** Linear light of one colour channel, given as 0 to 255. */
function light(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of `0xRRGGBB` by WCAG 2, from 0 to 1. */
function luminance(rgb: number): number {
  return 0.2126 * light((rgb >> 16) & 0xff) + 0.7152 * light((rgb >> 8) & 0xff) + 0.0722 * light(rgb & 0xff);
}

/** Contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: number, other: number): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

interface TerminalRowProps {
  line: TerminalLine;
  /** Part of the line to draw, in code units. @default the whole line */
  part?: { readonly from: number; readonly to: number } | undefined;
  found: readonly FoundRange[];
  /** Folder that relative paths start from. */
  cwd: string | undefined;
  /** Whether the line is already shown above the output. */
  said?: boolean;
}

const noLocations: readonly FoundLocation[] = [];
/** File locations and errors are searched for only in this many characters at the start of a line. */
const scanned = 2000;

interface Group {
  readonly location: FoundLocation | undefined;
  readonly pieces: LinePiece[];
}

/** All pieces of one file location belong together, whatever their colours. */
function byLocation(pieces: readonly LinePiece[]): Group[] {
  const groups: Group[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && last.location === piece.location) last.pieces.push(piece);
    else groups.push({ location: piece.location, pieces: [piece] });
  }
  return groups;
}

/** A line of an output, or one row of it. A line that looks like the reason of a failure is marked, unless the program coloured it. */
export function TerminalRow({ line, part, found, cwd, said = false }: TerminalRowProps): ReactElement {
  const opens = useOpensFiles();
  const locations = useMemo(
    () => (opens ? findFileLocations(line.text.slice(0, scanned)) : noLocations),
    [opens, line],
  );
  const { from, to } = part ?? { from: 0, to: line.text.length };
  const groups = byLocation(cutLine(line, { found, locations, from, to }));
  const plain = line.runs.length === 0;
  return (
    <span
      className="ark-terminal__line"
      data-error={plain && isErrorLine(line.text.slice(0, scanned)) ? '' : undefined}
      data-cut={plain && isCutMark(line.text) ? '' : undefined}
      data-said={said ? '' : undefined}
    >
      {inPlace(groups, ({ location, pieces }) => {
        const drawn = inPlace(pieces, (piece) => <RunText piece={piece} />);
        if (location === undefined) return drawn;
        return (
          <FileLink path={location.path} line={location.line} column={location.column} cwd={cwd}>
            {drawn}
          </FileLink>
        );
      })}
      {'\n'}
    </span>
  );
}

interface RunTextProps {
  piece: LinePiece;
}

/** A piece of a line in its colours; it may be part of a match or of a link. */
function RunText({ piece: { text, style, found } }: RunTextProps): ReactElement {
  const drawn = <LogText text={text} />;
  const linked =
    style?.link === undefined ? (
      drawn
    ) : (
      <SafeLink href={style.link} text={text}>
        {drawn}
      </SafeLink>
    );
  const look = style === undefined ? undefined : runLook(style);
  if (found !== undefined) {
    return (
      <mark className="ark-terminal__found" data-current={found === 'current' ? '' : undefined}>
        {linked}
      </mark>
    );
  }
  if (look === undefined) return linked;
  return (
    <span className="ark-terminal__run" {...look.attributes} style={look.style}>
      {linked}
    </span>
  );
}
