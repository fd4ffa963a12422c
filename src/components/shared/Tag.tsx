'use client';
import type { ReactElement, ReactNode } from 'react';

/** Props of {@link Tag}. */
export interface TagProps {
  /**
   * What it marks: a plain fact, something inferred or missing, a masked secret, or a text that is not shown yet.
   * @default 'plain'
   * @selector [data-look]
   */
  look?: 'plain' | 'dashed' | 'masked' | 'covered';
  /** More detail, shown on hover. */
  title?: string;
  children: ReactNode;
}

/**
 * A word in a thin frame.
 *
 * When to use it: for an attribute of a row, never for the row's subject.
 */
export function Tag({ look = 'plain', title, children }: TagProps): ReactElement {
  return (
    <span className="ark-tag" data-look={look} title={title}>
      {children}
    </span>
  );
}
