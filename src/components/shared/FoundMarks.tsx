import { memo, type ReactElement, type RefObject, useDeferredValue, useEffect, useMemo } from 'react';
import { playbackMs, type SearchExcerpt, type SessionIndex, type TimeAxis } from '../../replay/index.ts';
import { countBelow, countUpTo, foldCase } from '../../replay/internal.ts';
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
const mostTicks = 600;

/** One path with a tick at each place of the playback that has a match. The time it takes does not depend on the number of matches. */
function ticksOf(index: SessionIndex, axis: TimeAxis, found: Uint32Array): string {
  const ticks: string[] = [];
  let passed = 0;
  for (let tick = 0; tick <= mostTicks; tick += 1) {
    const upTo = countBelow(found, itemAfter(index, axis, (tick + 0.5) / mostTicks));
    if (upTo > passed) ticks.push(`M${tick} 0V1`);
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
      viewBox={`0 0 ${mostTicks} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ticks} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});

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

/** Name of the marks in the style sheet: `::highlight(ark-found)`. */
const name = 'ark-found';
/** More marks than this are of no help, and cost time. */
const mostMarks = 2000;

/** The places of words in the texts of an element. */
function rangesIn(element: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null && ranges.length < mostMarks; node = texts.nextNode()) {
    // What is marked already would be marked twice.
    if (node.parentElement?.closest('mark') != null) continue;
    const text = foldCase(node.nodeValue ?? '');
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

/** The marks of the page, which all replays on it share; undefined in a browser that has none. */
function marksOfPage(): Highlight | undefined {
  if (typeof Highlight === 'undefined') return undefined;
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}

/**
 * Marks words wherever an element shows them, also in what it draws later, without changing the document: the browser paints the
 * marks. Decoration: one that cannot shows none.
 *
 * @param words as `parseQuery` folds them; nothing marks nothing.
 */
export function useMarkedWords(root: RefObject<Element | null>, words: readonly string[] | undefined): void {
  useEffect(() => {
    const element = root.current;
    const marks = marksOfPage();
    if (element === null || marks === undefined || words === undefined || words.length === 0) return undefined;
    let ranges: Range[] = [];
    let frame = 0;
    const clear = (): void => {
      for (const range of ranges) marks.delete(range);
    };
    const mark = (): void => {
      clear();
      ranges = rangesIn(element, words);
      for (const range of ranges) marks.add(range);
    };
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clear();
    };
  }, [root, words]);
}
