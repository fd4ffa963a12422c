'use client';
import { type RefObject, useEffect } from 'react';
import { foldCase } from '../../replay/internal.ts';

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
export function useMarkedWords(place: RefObject<Element | null>, words: readonly string[] | undefined): void {
  useEffect(() => {
    const element = place.current;
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
  }, [place, words]);
}
