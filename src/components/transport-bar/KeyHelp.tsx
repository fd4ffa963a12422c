import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { focusedElement, targetOf } from '../hooks/acrossShadows.ts';
import { useRoom } from '../hooks/useRoom.ts';
import { transportWords } from '../language/english/transport.ts';
import { compareKeys, compareRowKeys } from '../session-compare/useCompareKeys.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { type KeyTable, printedKeys } from '../shared/keyTable.ts';
import { useKit } from '../theme/useKit.ts';
import { timelineKeys } from '../timeline/useTimelineFocus.ts';
import { laneKeys } from '../timeline-lanes/laneCommand.ts';
import { scrubKeys } from './layoutTrack.ts';
import { playKeys, replayKeys } from './replayCommand.ts';

/** Every key of a replay and of a comparison, grouped by where it works; the help panel and the page of the documentation show them. */
export const keyMap: Readonly<Record<'replay' | 'comparison', readonly KeyTable<unknown>[]>> = {
  replay: [replayKeys, timelineKeys, laneKeys, scrubKeys],
  comparison: [compareKeys, compareRowKeys, playKeys, scrubKeys],
};

interface KeyHelpProps {
  /** Whose keys to show. */
  of: keyof typeof keyMap;
  onClose: () => void;
}

/**
 * The keys of a replay or of a comparison, in a panel above the transport bar that leaves the list visible: the keys work while it is open.
 * Esc or a press outside closes it; Esc returns the focus to where it was.
 */
export function KeyHelp({ of, onClose }: KeyHelpProps): ReactElement {
  const { t } = useKit(transportWords);
  const id = useId();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useRoom(panel, 'above');
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (panel === null) return undefined;
    const before = focusedElement();
    panel.focus();
    // The panel's own button closes it.
    const leave = (event: PointerEvent): void => {
      const target = targetOf(event);
      if (!(target instanceof Element) || panel.contains(target) || target.closest('.ark-keys__help')) return;
      close.current();
    };
    const { ownerDocument } = panel;
    ownerDocument.addEventListener('pointerdown', leave);
    return () => {
      ownerDocument.removeEventListener('pointerdown', leave);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [panel]);

  return (
    <div
      ref={setPanel}
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
              {lines.map((line) =>
                line.help === undefined ? null : (
                  <div key={line.help} className="ark-keys__line">
                    <dt className="ark-keys__hint">
                      {printedKeys(line).map((key) => (
                        <kbd key={key} className="ark-keys__key">
                          {key === 'Space' ? t('key.space') : key}
                        </kbd>
                      ))}
                    </dt>
                    <dd>{t(line.help)}</dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
