import { painted, watchBlocks } from './meters.ts';

/** Times of a search in the replay on the page, in milliseconds. */
export interface SearchFigures {
  /** From the first letter, before anything has been read, until matches are painted; and until all of them are found. */
  coldFirst: number;
  coldAll: number;
  /** From a later letter until all of its matches are painted: median and worst. */
  typed: number;
  worst: number;
  /** The longest time that the page was blocked: while everything was read for the first time, and afterwards. */
  coldBlock: number;
  block: number;
  /** Number of matches, so that a search that finds nothing is noticed. */
  matches: number;
}

/** Typed letter by letter: words that all items have, some, one, or none; deleted again; and terms. */
const queries = ['result', 'line 4711', 'nowhere', 'tool:bash part-3', 'status:failed file:file-12'];

/** Opens the search of the replay on the page and types into it as a user does. */
export async function measureSearch(): Promise<SearchFigures> {
  document
    .querySelector<HTMLElement>('[role=tree]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
  while (fieldOf() === null) await painted();
  const cold = watchBlocks();
  let begun = performance.now();
  typeQuery('l');
  while (document.querySelector('.ark-search__match') === null) await painted();
  const coldFirst = performance.now() - begun;
  await searched();
  const coldAll = performance.now() - begun;
  const coldBlock = cold();

  const blocks = watchBlocks();
  const times: number[] = [];
  let matches = 0;
  for (const query of queries) {
    for (let length = 0; length <= query.length; length += 1) {
      begun = performance.now();
      typeQuery(query.slice(0, length));
      await painted();
      await searched();
      times.push(performance.now() - begun);
    }
    matches +=
      Number.parseInt((document.querySelector('.ark-search__count')?.textContent ?? '').replaceAll(',', ''), 10) || 0;
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { coldFirst, coldAll, coldBlock, typed: at(0.5), worst: at(1), block: blocks(), matches };
}

function fieldOf(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('.ark-search input');
}

/** Sets the value as typing does: React hears the native event. */
export function typeQuery(text: string): void {
  const field = fieldOf();
  if (field === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Resolves when the search of what was typed has ended. */
export async function searched(): Promise<void> {
  while (document.querySelector('.ark-search[data-state=searching]') !== null) await painted();
}
