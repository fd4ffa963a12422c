'use client';
import type { ReactElement } from 'react';
import type { ContextReference, ContextType } from '../../session/index.ts';
import { useKit } from '../theme/useKit.ts';
import { contextShapes } from './contextShapes.ts';

/** Props of {@link ContextMark}. */
export interface ContextMarkProps {
  /** What kind of context it is: each has a shape and a colour. */
  type: ContextType;
  /**
   * How much it mattered: filled, outlined, outlined and dotted.
   * @default 'high'
   * @selector [data-relevance]
   */
  relevance?: ContextReference['relevance'];
  /** Leave the name out where the word stands beside it. @default false */
  decorative?: boolean;
}

/**
 * The shape of one of the nine context types.
 *
 * When to use it: wherever context is listed, beside its word or with its name.
 */
export function ContextMark({ type, relevance = 'high', decorative = false }: ContextMarkProps): ReactElement {
  const { t } = useKit();
  const name = `${t(`context.${type}`)}, ${t(`relevance.${relevance}`)}`;
  const shape = {
    className: 'ark-context-mark',
    viewBox: '0 0 10 10',
    width: 10,
    height: 10,
    focusable: false,
    'data-context': type,
    'data-relevance': relevance,
  } as const;
  if (decorative) {
    return (
      <svg {...shape} aria-hidden="true">
        <path d={contextShapes[type]} />
      </svg>
    );
  }
  return (
    <svg {...shape} role="img" aria-label={name}>
      <title>{name}</title>
      <path d={contextShapes[type]} />
    </svg>
  );
}
