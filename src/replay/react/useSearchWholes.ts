'use client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import type { SearchTexts } from '../search/searchTexts.ts';
import { isMoreThanKept, readWholes, type WholeToRead, wholesToRead } from '../search/wholeTexts.ts';

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
const reportMs = 100;

/**
 * Reads the full texts of shortened ones on request; another session cancels it. Where they are too many to be kept, they are read for the
 * words of the query, and offered again for other words.
 */
export function useSearchWholes(
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
  const unkept = useMemo(() => (contents === undefined ? [] : wholesToRead(texts)), [texts, contents, settled]);
  const left = own?.reading !== true && own?.around === around && own.failed === 0 ? none : unkept;
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
    const tell = (reading: boolean, failed: number): void =>
      setProgress((before) => ({
        ...{ texts, reading, failed, read, count: left.length, around: forWords },
        version: (before?.version ?? 0) + (reading ? 0 : 1),
      }));
    tell(true, 0);
    const onRead = (): void => {
      read += 1;
      if (performance.now() - reported < reportMs) return;
      reported = performance.now();
      tell(true, 0);
    };
    readWholes(texts, left, { load: contents, signal: own.signal, onRead, words }).then(
      (failed) => tell(false, failed),
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
