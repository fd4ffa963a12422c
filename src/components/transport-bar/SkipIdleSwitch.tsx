'use client';
import type { ReactElement } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

/** Whether idle stretches are squeezed; nothing in a session that has none. */
export function SkipIdleSwitch(): ReactElement | null {
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const skipIdle = useReplay((state) => state.skipIdle);
  const idles = useReplay((state) => state.index.axes.squeezed.gaps.length > 0);
  if (!idles) return null;
  return (
    <button
      type="button"
      className="ark-switch"
      role="switch"
      aria-checked={skipIdle}
      aria-label={t('transport.skipIdle')}
      onClick={() => replay.setSkipIdle(!skipIdle)}
    >
      <span className="ark-switch__track" />
      <span className="ark-switch__words" data-length="long">
        {t('transport.skipIdle')}
      </span>
      <span className="ark-switch__words" data-length="short">
        {t('transport.skipIdleShort')}
      </span>
    </button>
  );
}
