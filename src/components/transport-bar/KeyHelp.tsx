'use client';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import { transportWords } from '../language/english/transport.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { keyMap } from './keyMap.ts';

/** Props of {@link KeyHelp}. */
export interface KeyHelpProps {
  /** Whose keys. */
  of: keyof typeof keyMap;
  onClose: () => void;
}

/** All keys of a replay or of a comparison, in a panel above the transport; Esc closes it, and the focus goes back to where it was. */
export function KeyHelp({ of, onClose }: KeyHelpProps): ReactElement {
  const { t } = useKit(transportWords);
  const id = useId();
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
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== '?') return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="ark-keys__head">
        <span id={id} className="ark-keys__title">
          {t('transport.keys')}
        </span>
        <ActionButton look="icon" icon="close" label={t('key.close')} onClick={onClose} />
      </div>
      <div className="ark-keys__groups">
        {keyMap[of].map(({ where, lines }) => (
          <section key={where} className="ark-keys__group" aria-labelledby={`${id}${where}`}>
            <span id={`${id}${where}`} className="ark-keys__where">
              {t(where)}
            </span>
            <dl className="ark-keys__list">
              {lines.map(({ keys, what }) => (
                <div key={what} className="ark-keys__line">
                  <dt className="ark-keys__hint">
                    {keys.map((key) => (
                      <kbd key={key} className="ark-keys__key">
                        {key === 'Space' ? t('key.space') : key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{t(what)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
