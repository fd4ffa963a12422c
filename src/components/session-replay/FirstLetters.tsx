'use client';
import { type ReactElement, useRef } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';

/**
 * Letters in the faces that rows are set in, where no one sees or hears them. The first letter of a face takes a browser
 * milliseconds, and rows would pay for all faces at once.
 */
export function FirstLetters(): ReactElement {
  const letters = useRef<HTMLSpanElement>(null);
  useBeforePaint(() => {
    letters.current?.getBoundingClientRect();
  }, []);
  return (
    <span ref={letters} className="ark-unseen" aria-hidden="true">
      aA0 <strong className="ark-tool-name">aA0</strong> <span className="ark-mono">aA0</span>{' '}
      <span className="ark-row__time">0:00</span> <span className="ark-row__duration">0 ms</span>
    </span>
  );
}
