'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { asksNothing, narrowsQuery, parseQuery, type SearchQuery } from '../search/query.ts';
import { type Found, nothingFound, searchSteps, warmSteps, withoutRepeatedTasks } from '../search/searchSteps.ts';
import type { SearchReading } from '../search/searchTexts.ts';
import { createSearchTexts, type SearchTexts } from '../search/searchTexts.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { runInSlices } from '../slices.ts';
import { useSearchWholes, type WholesReading, type WholesSource } from './useSearchWholes.ts';

/** Input of a search. */
export interface SessionSearchOptions extends WholesSource {
  readonly index: SessionIndex;
  /** The query as the reader types it; `parseQuery` describes its syntax. */
  readonly query: string;
  /** Must be the same object while the masking stays the same. */
  readonly reading: SearchReading;
}

/** State of a search. */
export interface SessionSearchState {
  /** The query that the matches belong to; it lags some milliseconds behind the typed one. */
  readonly query: SearchQuery;
  /** Positions in `SessionIndex.items`, ascending. More are added while the search goes on. */
  readonly items: Uint32Array;
  readonly state: 'idle' | 'searching' | 'done';
  /** Share of the session that has been searched, 0…1. */
  readonly share: number;
  readonly texts: SearchTexts;
  /** Full texts beside the session, searched only on the reader's request. */
  readonly wholes: WholesReading;
}

/** Minimum milliseconds between two updates of the shown matches while more are being found. */
const reportMs = 120;

interface Held {
  readonly texts: SearchTexts;
  readonly version: number;
  /** As it was typed. */
  readonly typed: string;
  readonly query: SearchQuery;
  readonly found: Found;
  readonly done: boolean;
}

const nothingAsked: SearchQuery = { words: [], terms: [] };

/**
 * Searches a session while the reader types, in slices of some milliseconds. A new query cancels the search for the previous one, and
 * continues from its matches if it narrows it. From the first use on, the session's texts are read into memory.
 */
export function useSessionSearch({ index, query, reading, contents }: SessionSearchOptions): SessionSearchState {
  const [texts, setTexts] = useState(() => createSearchTexts(index, reading));
  const current = texts.index === index && texts.reading === reading ? texts : createSearchTexts(index, reading, texts);
  if (current !== texts) setTexts(current);
  const words = useMemo(() => parseQuery(query).words, [query]);
  const wholes = useSearchWholes(current, { contents, words });
  const { version } = wholes;
  const [held, setHeld] = useState<Held>();
  const latest = useRef<Held | undefined>(undefined);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const asked = parseQuery(query);
    const before = latest.current;
    const report = (found: Found, done: boolean): void => {
      const next = { texts: current, version, typed: query, query: asked, found, done };
      latest.current = next;
      setHeld(next);
    };
    if (asksNothing(asked)) {
      latest.current = undefined;
      setHeld(undefined);
    } else {
      const goesOn =
        before?.texts === current && before.version === version && narrowsQuery(asked, before.query)
          ? before.found
          : nothingFound;
      let reported = Number.NEGATIVE_INFINITY;
      const search = async (): Promise<void> => {
        const steps = searchSteps(current, asked, goesOn);
        const found = await runInSlices(steps, {
          signal,
          onRest(found) {
            // The next query continues from the matches so far, even from those not drawn yet.
            latest.current = { texts: current, version, typed: query, query: asked, found, done: false };
            if (performance.now() - reported < reportMs) return;
            reported = performance.now();
            report(found, false);
          },
        });
        report(found, true);
      };
      // Rejects only when another query replaced this one.
      search().catch(() => undefined);
    }
    if (asksNothing(asked)) runInSlices(warmSteps(current), { signal }).catch(() => undefined);
    return () => controller.abort();
  }, [current, version, query]);

  const total = index.items.length;
  const found = held?.texts === current ? held.found.items : nothingFound.items;
  const items = useMemo(() => withoutRepeatedTasks(index, found), [index, found]);
  if (held === undefined || held.texts !== current) {
    const state = asksNothing(parseQuery(query)) ? 'idle' : 'searching';
    return { query: nothingAsked, items, state, share: 0, texts: current, wholes };
  }
  const share = total === 0 ? 1 : held.found.upTo / total;
  const state = held.done && held.typed === query ? 'done' : 'searching';
  return { query: held.query, items, state, share, texts: current, wholes };
}
