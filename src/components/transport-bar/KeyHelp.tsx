'use client';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import type { MessageKey } from '../language/messages.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link KeyHelp}. */
export interface KeyHelpProps {
  onClose: () => void;
}

type HelpKey = Extract<MessageKey, `key.help.${string}`>;

const space = 'key.space';

const lines: readonly [keys: readonly string[], what: HelpKey][] = [
  [[space], 'key.help.play'],
  [['\u2190', '\u2192'], 'key.help.call'],
  [[',', '.'], 'key.help.item'],
  [['Shift \u2190', 'Shift \u2192'], 'key.help.prompt'],
  [['[', ']'], 'key.help.phase'],
  [['E'], 'key.help.error'],
  [['0', '9'], 'key.help.tenths'],
  [['\u2191', '\u2193', '\u2190', '\u2192'], 'key.help.rows'],
  [['Enter'], 'key.help.select'],
  [['Shift Enter'], 'key.help.goTo'],
  [['Esc'], 'key.help.close'],
  [['?'], 'key.help.keys'],
];

/** All keys of the replay, in a panel above the transport; Esc closes it, and the focus goes back to where it was. */
export function KeyHelp({ onClose }: KeyHelpProps): ReactElement {
  const { t } = useKit();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div
      ref={panel}
      className="ark-keys__panel"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== '?') return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="ark-keys__head">
        <span id={titleId} className="ark-keys__title">
          {t('transport.keys')}
        </span>
        <ActionButton look="icon" icon="close" label={t('key.close')} onClick={onClose} />
      </div>
      <dl className="ark-keys__list">
        {lines.map(([keys, what]) => (
          <div key={what} className="ark-keys__line">
            <dt className="ark-keys__hint">
              {keys.map((key) => (
                <kbd key={key} className="ark-keys__key">
                  {key === space ? t(space) : key}
                </kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
