'use client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { asksNothing, narrowsQuery, parseQuery, type SearchQuery } from '../search/query.ts';
import { type Found, nothingFound, searchSteps, warmSteps, withoutRepeatedTasks } from '../search/searchSteps.ts';
import {
  createSearchTexts,
  isMoreThanKept,
  readWholes,
  type SearchReading,
  type SearchTexts,
  type WholeToRead,
  wholesToRead,
} from '../search/searchTexts.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { runInSlices } from '../slices.ts';

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

/** The source of full texts for shortened ones. */
export interface WholesSource {
  /** Fetches one from where the host keeps it; without this, shortened texts are searched as they are. */
  readonly contents?: ((content: ContentRef) => Promise<string>) | undefined;
}

/** How many of the full texts are included in the search. */
export interface WholesReading {
  /** `none`: no text is shortened, or none can be fetched. `offered`: some have not been read yet. */
  readonly state: 'none' | 'offered' | 'reading' | 'read';
  /** Number of full texts to read, or read, and their bytes. */
  readonly count: number;
  readonly bytes: number;
  /** How many of them have been read. */
  readonly read: number;
  /** Number that could not be fetched the last time; they are offered again. */
  readonly failed: number;
  /** Changes whenever more text has become searchable. */
  readonly version: number;
  /** Fetches and reads them. */
  readonly start: () => void;
}

const none: readonly WholeToRead[] = [];

interface Progress {
  readonly texts: SearchTexts;
  readonly reading: boolean;
  readonly count: number;
  readonly read: number;
  readonly failed: number;
  readonly version: number;
  /** The words they were read for, where they were not kept. */
  readonly around: string | undefined;
}

/** Minimum milliseconds between two reports of progress. */
const progressMs = 100;

/**
 * Reads the full texts of shortened ones on request; another session cancels it. Where they are too many to be kept, they are read for the
 * words of the query, and offered again for other words.
 */
function useSearchWholes(
  texts: SearchTexts,
  { contents, words }: WholesSource & { readonly words: readonly string[] },
): WholesReading {
  const [progress, setProgress] = useState<Progress>();
  const around = words.join('\u0000');
  const latest = progress?.texts === texts ? progress : undefined;
  const version = latest?.version ?? 0;
  // What was read for other words says nothing of these.
  const own = latest?.around === undefined || latest.around === around ? latest : undefined;
  const readFor = own?.reading === true ? own.around : undefined;
  const settled = own?.reading === true ? -1 : version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left to read changes with the version
  const missing = useMemo(() => (contents === undefined ? [] : wholesToRead(texts)), [texts, contents, settled]);
  const left = own?.reading !== true && own?.around === around && own.failed === 0 ? none : missing;
  const controller = useRef<AbortController | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read for other texts ends
  useEffect(() => () => controller.current?.abort(), [texts]);
  useEffect(() => {
    if (readFor === undefined) return undefined;
    const reading = controller.current;
    // Other words are asked for, so nobody waits for these any more.
    return () => reading?.abort();
  }, [readFor]);

  const start = useCallback(() => {
    if (contents === undefined || left.length === 0) return;
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    let read = 0;
    let reported = Number.NEGATIVE_INFINITY;
    const forWords = isMoreThanKept(left) ? around : undefined;
    const publish = (reading: boolean, failed: number): void =>
      setProgress((before) => ({
        ...{ texts, reading, failed, read, count: left.length, around: forWords },
        version: (before?.version ?? 0) + (reading ? 0 : 1),
      }));
    publish(true, 0);
    const onRead = (): void => {
      read += 1;
      if (performance.now() - reported < progressMs) return;
      reported = performance.now();
      publish(true, 0);
    };
    readWholes(texts, left, { load: contents, signal: own.signal, onRead, words }).then(
      (failed) => publish(false, failed),
      // Another session is shown by now, or other words are asked for. These may be asked for again.
      () => {
        if (controller.current !== own) return;
        setProgress((before) => (before === undefined ? before : { ...before, reading: false, around: undefined }));
      },
    );
  }, [texts, contents, left, around, words]);

  // Drawn with every report of progress, and a large session has hundreds of thousands of them.
  const bytes = useMemo(() => left.reduce((sum, { content }) => sum + content.bytes, 0), [left]);
  const shared = { version, start, failed: own?.failed ?? 0, read: own?.read ?? 0 };
  if (own?.reading === true) return { ...shared, state: 'reading', count: own.count, bytes };
  if (left.length > 0) return { ...shared, state: 'offered', count: left.length, bytes };
  return { ...shared, state: own === undefined ? 'none' : 'read', count: own?.count ?? 0, bytes };
}
