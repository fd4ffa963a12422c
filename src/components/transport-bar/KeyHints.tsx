'use client';
import type { ReactElement } from 'react';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link KeyHints}. */
export interface KeyHintsProps {
  helpOpen: boolean;
  onHelp: () => void;
}

/** The most useful keys, and a button for the others. */
export function KeyHints({ helpOpen, onHelp }: KeyHintsProps): ReactElement {
  const { t } = useKit(transportWords);
  const hints = [
    { keys: [t('key.space')], what: t('key.play'), rank: 'first' },
    { keys: ['\u2190', '\u2192'], what: t('key.step'), rank: 'first' },
    { keys: ['[', ']'], what: t('key.phase'), rank: 'second' },
    { keys: ['E'], what: t('key.error'), rank: 'second' },
  ];
  return (
    <div className="ark-keys">
      {hints.map(({ keys, what, rank }) => (
        <span key={what} className="ark-keys__hint" data-rank={rank}>
          {keys.map((key) => (
            <kbd key={key} className="ark-keys__key">
              {key}
            </kbd>
          ))}
          {what}
        </span>
      ))}
      <button
        type="button"
        className="ark-keys__help"
        aria-label={t('transport.keys')}
        aria-expanded={helpOpen}
        title={t('transport.keys')}
        onClick={onHelp}
      >
        <kbd className="ark-keys__key">?</kbd>
      </button>
    </div>
  );
}
