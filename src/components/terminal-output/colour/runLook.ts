import type { CSSProperties } from 'react';
import type { TerminalColour, TextStyle } from '../screen/textStyle.ts';
import { luminance } from './contrast.ts';
import { readableColour } from './readableColour.ts';

/** How a run is drawn: data attributes that the style sheet knows, and properties for colours that no one can list. */
export interface RunLook {
  readonly attributes: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly style: CSSProperties | undefined;
}

/**
 * The grounds on which text is least read in each theme: `--ark-bg-3`. The kit cannot know which theme holds, or what a
 * host made of it; a colour is made readable for both, and the style sheet takes one.
 */
export const hardestGround = { light: 0xeef0f3, dark: 0x191e26 } as const;

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The name that the style sheet has for one of the sixteen colours: `red`, `bright-red`. */
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

/** The look of a style. Made once for each: a text has few styles and many runs. */
export function runLook(style: TextStyle): RunLook {
  const look = looks.get(style) ?? makeLook(style);
  looks.set(style, look);
  return look;
}
