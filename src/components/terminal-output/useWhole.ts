'use client';
import { useEffect, useRef, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
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

/** Fetches the full text behind a shortened one through the host, when the reader asks for it. */
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
  if (content === undefined || contents === undefined) return { state: 'here', text: undefined, load };
  const own = got?.content === content ? got : undefined;
  return { state: own?.state ?? 'shortened', text: own?.text, load };
}
