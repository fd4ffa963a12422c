'use client';
import { memo, type ReactElement, useDeferredValue, useMemo } from 'react';
import { playbackMs, type SearchExcerpt, type SessionIndex, type TimeAxis } from '../../replay/index.ts';
import { countBelow, countUpTo } from '../../replay/internal.ts';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link FoundMarks}. */
export interface FoundMarksProps {
  index: SessionIndex;
  axis: TimeAxis;
  /** Matches, as positions in `index.items`. */
  found: Uint32Array;
}

/** Matches closer together than this fraction of the axis share one mark. */
const places = 600;

/** One path with a tick at each place of the playback that has a match. The time it takes does not depend on the number of matches. */
function ticksOf(index: SessionIndex, axis: TimeAxis, found: Uint32Array): string {
  const ticks: string[] = [];
  let passed = 0;
  for (let place = 0; place <= places; place += 1) {
    const upTo = countBelow(found, itemAfter(index, axis, (place + 0.5) / places));
    if (upTo > passed) ticks.push(`M${place} 0V1`);
    passed = upTo;
  }
  return ticks.join('');
}

/** The first item that begins after a fraction of the playback. */
function itemAfter({ starts, items }: SessionIndex, axis: TimeAxis, share: number): number {
  if (share >= 1) return items.length;
  const total = axis.playbackDuration;
  if (total <= 0) return Math.floor(share * Math.max(1, items.length - 1)) + 1;
  return countUpTo(starts, axis.fromPlayback(playbackMs(share * total)));
}

/** Marks where a search found something, along the playback. Decorative: the list of matches says the same. */
export const FoundMarks = memo(function FoundMarks({ index, axis, found }: FoundMarksProps): ReactElement | null {
  const settled = useDeferredValue(found);
  const ticks = useMemo(() => ticksOf(index, axis, settled), [index, axis, settled]);
  if (ticks === '') return null;
  return (
    <svg
      className="ark-found"
      viewBox={`0 0 ${places} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ticks} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});

/** Props of {@link FoundText}. */
interface FoundTextProps {
  excerpt: SearchExcerpt;
}

interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

function piecesOf({ text, hits }: SearchExcerpt): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { from, to } of hits) {
    pieces.push({ text: text.slice(done, from), hit: false }, { text: text.slice(from, to), hit: true });
    done = to;
  }
  pieces.push({ text: text.slice(done), hit: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** A piece of a log with what was found in it marked. It cannot reorder what stands around it. */
export function FoundText({ excerpt }: FoundTextProps): ReactElement {
  return (
    <bdi className="ark-one-line">
      {excerpt.cutBefore ? '…' : null}
      {inPlace(piecesOf(excerpt), ({ text, hit }) =>
        hit ? (
          <mark className="ark-found-text">
            <LogText text={text} />
          </mark>
        ) : (
          <LogText text={text} />
        ),
      )}
      {excerpt.cutAfter ? '…' : null}
    </bdi>
  );
}
