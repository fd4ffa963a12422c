'use client';
import type { ReactElement } from 'react';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DiffLayout } from './diffRowData.ts';

/** Props of {@link LayoutButton}. */
export interface LayoutButtonProps {
  layout: DiffLayout;
  onLayoutChange: (layout: DiffLayout) => void;
}

/** Turns a diff from one column to two, and back. It is named after what it turns it to. */
export function LayoutButton({ layout, onLayoutChange }: LayoutButtonProps): ReactElement {
  const { t } = useKit();
  const other = layout === 'split' ? 'unified' : 'split';
  return <ActionButton label={t(`diff.${other}`)} onClick={() => onLayoutChange(other)} />;
}
