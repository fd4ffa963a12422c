'use client';
import type { ReactElement, ReactNode } from 'react';

/** Props of {@link Tag}. */
export interface TagProps {
  /**
   * A plain fact; something that was inferred or is missing; a secret that was masked; a text that is not shown yet.
   * @default 'plain'
   * @selector [data-look]
   */
  look?: 'plain' | 'dashed' | 'masked' | 'covered';
  /** Says more to whoever points at it. */
  title?: string;
  children: ReactNode;
}

/**
 * A word in a thin frame.
 *
 * When to use it: for what qualifies a row, never for what it is about.
 */
export function Tag({ look = 'plain', title, children }: TagProps): ReactElement {
  return (
    <span className="ark-tag" data-look={look} title={title}>
      {children}
    </span>
  );
}
