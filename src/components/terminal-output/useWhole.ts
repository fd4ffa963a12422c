'use client';
import { useEffect, useRef, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { placeInSession } from '../../session/internal.ts';
import { useKit } from '../theme/useKit.ts';

/** State of the full text behind a shortened one. */
export interface Whole {
  /** `here`: the text is not shortened, or nobody can fetch the rest. */
  readonly state: 'here' | 'shortened' | 'loading' | 'failed' | 'loaded';
  /** The full text, once it has loaded. */
  readonly text: string | undefined;
  readonly load: () => void;
}

interface Got {
  readonly content: ContentRef;
  readonly state: 'loading' | 'failed' | 'loaded';
  readonly text?: string;
}

/**
 * Fetches the full text behind a shortened one through the host: when the reader asks for it, or at once where it lies in the session file, of
 * which an abridged copy is shown. That text is short, and was left out only so that the session comes quickly.
 */
export function useWhole(content: ContentRef | undefined): Whole {
  const { contents } = useKit();
  const [got, setGot] = useState<Got>();
  const wanted = useRef(content);
  useEffect(() => {
    wanted.current = content;
  }, [content]);

  const load = (): void => {
    if (content === undefined || contents === undefined) return;
    const finish = (answer: Omit<Got, 'content'>): void => {
      if (wanted.current === content) setGot({ content, ...answer });
    };
    finish({ state: 'loading' });
    contents(content).then(
      (text) => finish({ state: 'loaded', text }),
      () => finish({ state: 'failed' }),
    );
  };
  const isAwaited = content !== undefined && contents !== undefined && placeInSession(content) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text once, whatever else changes
  useEffect(() => {
    if (isAwaited) load();
  }, [isAwaited, content, contents]);
  if (content === undefined || contents === undefined) return { state: 'here', text: undefined, load };
  const own = got?.content === content ? got : undefined;
  return { state: own?.state ?? (isAwaited ? 'loading' : 'shortened'), text: own?.text, load };
}
