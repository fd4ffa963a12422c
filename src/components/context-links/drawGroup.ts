import type { RowsInSight } from '../timeline/rowsInSight.ts';
import { type LinkGroup, reachOf } from './groupLinks.ts';

/** What is drawn of a group, in pixels from the upper left corner of what is in sight. */
export interface DrawnGroup {
  /** The line down the lane, with its arms to the rows. */
  readonly line: string;
  /** Arms of links that are weak: they are dotted. */
  readonly weak: string;
  /** Squares at the calls that contributed. */
  readonly starts: string;
  /** Arrows at the calls that used it. */
  readonly arrows: string;
}

/** A square of 5 px begins so far from the rows, an arrow of 5 px ends there. */
const markPx = 5;
const corner = 4;

/**
 * Draws what is in sight of a group: a line at `x`, arms from it to `edge`, where the rows begin. Undefined where nothing of
 * it is in sight, or where its hub has no row.
 */
export function drawGroup(group: LinkGroup, sight: RowsInSight, x: number, edge: number): DrawnGroup | undefined {
  const hub = reachesSight(group, sight) ? sight.lineOf(group.hub) : undefined;
  if (hub === undefined) return undefined;
  const ends = group.ends.flatMap(({ item, strength }) => {
    const y = sight.lineOf(item);
    return y === undefined ? [] : [{ y, weak: strength === 'weak' }];
  });
  const farthest = group.direction === 'out' ? ends.at(-1)?.y : ends[0]?.y;
  if (farthest === undefined) return undefined;
  const [top, bottom] = hub < farthest ? [hub, farthest] : [farthest, hub];
  if (bottom < sight.topPx || top > sight.bottomPx) return undefined;

  const out = group.direction === 'out';
  const inSight = ({ y }: { y: number }): boolean => y >= sight.topPx - markPx && y <= sight.bottomPx + markPx;
  const arm = (y: number, turns: -1 | 0 | 1): string => {
    const end = edge - markPx;
    const at = y - sight.topPx;
    return turns === 0
      ? `M${x} ${at}H${end}`
      : `M${x} ${at + turns * corner}q0 ${-turns * corner} ${corner} ${-turns * corner}H${end}`;
  };
  const turnsOf = (y: number): -1 | 0 | 1 => (y === top ? 1 : y === bottom ? -1 : 0);
  const armOf = (y: number): string => arm(y, turnsOf(y));
  const from = Math.max(top + corner, sight.topPx) - sight.topPx;
  const to = Math.min(bottom - corner, sight.bottomPx) - sight.topPx;
  const shown = ends.filter(inSight);
  const sure = [...(inSight({ y: hub }) ? [{ y: hub }] : []), ...shown.filter(({ weak }) => !weak)];
  const square = (y: number): string =>
    `M${edge - markPx} ${y - sight.topPx - markPx / 2}h${markPx}v${markPx}h${-markPx}z`;
  const arrow = (y: number): string => `M${edge} ${y - sight.topPx}l${-markPx} ${-markPx / 2 - 0.5}v${markPx + 1}z`;
  const hubs = inSight({ y: hub }) ? [hub] : [];
  const others = shown.map(({ y }) => y);
  return {
    line: (to > from ? `M${x} ${from}V${to}` : '') + sure.map(({ y }) => armOf(y)).join(''),
    weak: shown
      .filter(({ weak }) => weak)
      .map(({ y }) => armOf(y))
      .join(''),
    starts: (out ? hubs : others).map(square).join(''),
    arrows: (out ? others : hubs).map(arrow).join(''),
  };
}

/** Whether a group reaches into what is in sight, as far as its ends have rows. */
function reachesSight(group: LinkGroup, sight: RowsInSight): boolean {
  const { first, last } = reachOf(group);
  const top = sight.lineOf(first);
  const bottom = sight.lineOf(last);
  return (top === undefined || top <= sight.bottomPx) && (bottom === undefined || bottom >= sight.topPx);
}
