'use client';
import type { ReactElement } from 'react';
import type { ContextReference, ContextType } from '../../session/index.ts';
import { useKit } from '../theme/useKit.ts';

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

/** One outline a type of context, in a 10 px box. */
export const contextShapes: Readonly<Record<ContextType, string>> = {
  claude_md: 'M5 .5 6.35 3.55 9.7 3.9 7.2 6.15 7.9 9.45 5 7.75 2.1 9.45 2.8 6.15.3 3.9 3.65 3.55z',
  rule: 'M1.25 1.25h7.5v7.5h-7.5z',
  standard: 'M5 .6 8.8 2.8v4.4L5 9.4 1.2 7.2V2.8z',
  skill: 'M5 1 9.5 9H.5z',
  spec: 'M5 .4 9.6 5 5 9.6.4 5z',
  file: 'M1.75.75h4l2.5 2.5v6h-6.5z',
  user_message: 'M.9 1.25h8.2v5.5H5.4L3 9V6.75H.9z',
  tool_result: 'M.9 1.5h4.9L9.4 5 5.8 8.5H.9L3.7 5z',
  capability: 'M9.25 5a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0z',
};
