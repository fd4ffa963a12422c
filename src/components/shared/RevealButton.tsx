'use client';
import type { ReactElement } from 'react';
import { useKit } from '../theme/useKit.ts';
import type { Reveal } from '../theme/useReveal.tsx';
import { ActionButton } from './ActionButton.tsx';

/** Props of {@link RevealButton}. */
export interface RevealButtonProps {
  reveal: Reveal | undefined;
}

/** Reveals what was masked here, or masks it again; renders nothing if nothing was masked or the host forbids revealing. */
export function RevealButton({ reveal }: RevealButtonProps): ReactElement | null {
  const { t } = useKit();
  if (reveal === undefined) return null;
  const { revealed, toggle } = reveal;
  return (
    <ActionButton
      look="icon"
      icon={revealed ? 'revealed' : 'masked'}
      label={t('mask.reveal')}
      aria-pressed={revealed}
      onClick={toggle}
    />
  );
}
