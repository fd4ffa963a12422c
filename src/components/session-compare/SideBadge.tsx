'use client';
import type { ReactElement } from 'react';
import type { CompareSide } from '../../replay/index.ts';
import { compareWords } from '../language/english/compare.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link SideBadge}. */
export interface SideBadgeProps {
  side: CompareSide;
}

/** The letter of a side, in a frame. */
export function SideBadge({ side }: SideBadgeProps): ReactElement {
  const { t } = useKit(compareWords);
  return (
    <span className="ark-compare__badge" data-side={side}>
      {t(`compare.side.${side}`)}
    </span>
  );
}
