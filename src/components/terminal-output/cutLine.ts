import type { FoundLocation } from '../shared/file-location/findFileLocations.ts';
import type { TerminalLine, TextStyle } from './screen/textStyle.ts';

/** A match of a search, in code units of its line. */
export interface FoundRange {
  readonly from: number;
  readonly to: number;
  /** Whether it is the current match. */
  readonly current: boolean;
}

/** A piece of a line with a single look. */
export interface LinePiece {
  readonly text: string;
  readonly style: TextStyle | undefined;
  readonly found: 'match' | 'current' | undefined;
  readonly location: FoundLocation | undefined;
}

/** What to cut a line by. Each list is in the order of the line, and its ranges do not overlap. */
export interface LineCuts {
  readonly found: readonly FoundRange[];
  readonly locations: readonly FoundLocation[];
  /** The part of the line to draw. */
  readonly from: number;
  readonly to: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Walks along ranges: returns the range at an offset, and the next offset at which the answer may change. */
function walker<Each extends Range>(
  ranges: readonly Each[],
): (at: number) => { range: Each | undefined; until: number } {
  let next = 0;
  return (at) => {
    while (next < ranges.length && (ranges[next]?.to ?? 0) <= at) next += 1;
    const range = ranges[next];
    if (range === undefined) return { range, until: Number.POSITIVE_INFINITY };
    return range.from <= at ? { range, until: range.to } : { range: undefined, until: range.from };
  };
}

/** Cuts a line wherever a style, a match or a file location begins or ends. */
export function cutLine(line: TerminalLine, { found, locations, from, to }: LineCuts): LinePiece[] {
  const pieces: LinePiece[] = [];
  const runAt = walker(line.runs);
  const foundAt = walker(found);
  const locationAt = walker(locations);
  for (let at = from; at < to; ) {
    const run = runAt(at);
    const match = foundAt(at);
    const location = locationAt(at);
    const until = Math.min(to, run.until, match.until, location.until);
    pieces.push({
      text: line.text.slice(at, until),
      style: run.range?.style,
      found: match.range === undefined ? undefined : match.range.current ? 'current' : 'match',
      location: location.range,
    });
    at = until;
  }
  return pieces;
}
