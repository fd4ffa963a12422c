'use client';

import { type ReactElement, useEffect, useId, useRef } from 'react';
import { transportWords } from '../language/english/transport.ts';
import type { MessageKey } from '../language/messages.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';

type HelpKey = Extract<MessageKey, `key.help.${string}`>;
type GroupKey = Extract<MessageKey, `key.group.${string}`>;

/** One line of the keyboard map: keys that do the same, or the two ways of it, and what they do. */
interface KeyLine {
  /** As they are printed on a keyboard; `Space` is named in the reader's language. */
  readonly keys: readonly string[];
  readonly what: HelpKey;
}

/** Keys that work in one place. */
interface KeyGroup {
  readonly where: GroupKey;
  readonly lines: readonly KeyLine[];
}

const scrub: KeyGroup = {
  where: 'key.group.scrub',
  lines: [
    { keys: ['\u2190', '\u2192'], what: 'key.help.hundredth' },
    { keys: ['PgDn', 'PgUp'], what: 'key.help.tenth' },
    { keys: ['Home', 'End'], what: 'key.help.bothEnds' },
  ],
};

const rowMoves: readonly KeyLine[] = [
  { keys: ['\u2191', '\u2193'], what: 'key.help.rows' },
  { keys: ['PgUp', 'PgDn'], what: 'key.help.pages' },
  { keys: ['Home', 'End'], what: 'key.help.ends' },
];

/** What moves a replay, alone or as a side of a comparison. */
const playKeys: readonly KeyLine[] = [
  { keys: ['Space'], what: 'key.help.play' },
  { keys: ['\u2190', '\u2192'], what: 'key.help.call' },
  { keys: [',', '.'], what: 'key.help.item' },
  { keys: ['Shift \u2190', 'Shift \u2192'], what: 'key.help.prompt' },
  { keys: ['[', ']'], what: 'key.help.phase' },
  { keys: ['M'], what: 'key.help.message' },
  { keys: ['E'], what: 'key.help.error' },
  { keys: ['0 \u2013 9'], what: 'key.help.tenths' },
  { keys: ['Home', 'End'], what: 'key.help.bothEnds' },
  { keys: ['<', '>'], what: 'key.help.rate' },
];

const replayKeys: readonly KeyGroup[] = [
  {
    where: 'key.group.anywhere',
    lines: [
      ...playKeys,
      { keys: ['V'], what: 'key.help.lanes' },
      { keys: ['F'], what: 'key.help.focus' },
      { keys: ['/'], what: 'key.help.find' },
      { keys: ['N', 'F3'], what: 'key.help.match' },
      { keys: ['Esc'], what: 'key.help.close' },
      { keys: ['?'], what: 'key.help.keys' },
    ],
  },
  {
    where: 'key.group.timeline',
    lines: [
      ...rowMoves,
      { keys: ['\u2192', '\u2190'], what: 'key.help.fold' },
      { keys: ['Shift \u2192', 'Shift \u2190'], what: 'key.help.foldPhases' },
      { keys: ['Tab'], what: 'key.help.inside' },
      { keys: ['Enter'], what: 'key.help.select' },
      { keys: ['Shift Enter'], what: 'key.help.goTo' },
    ],
  },
  {
    where: 'key.group.lanes',
    lines: [
      { keys: ['\u2190', '\u2192'], what: 'key.help.call' },
      { keys: ['\u2191', '\u2193'], what: 'key.help.lane' },
      { keys: ['Enter'], what: 'key.help.goToCall' },
      { keys: ['+', '\u2212'], what: 'key.help.zoom' },
      { keys: ['A', 'D'], what: 'key.help.pan' },
      { keys: ['F'], what: 'key.help.whole' },
      { keys: ['Shift \u2190', 'Shift \u2192'], what: 'key.help.range' },
      { keys: ['Z'], what: 'key.help.zoomToRange' },
      { keys: ['Esc'], what: 'key.help.clearRange' },
    ],
  },
  scrub,
];

const comparisonKeys: readonly KeyGroup[] = [
  {
    where: 'key.group.comparison',
    lines: [
      { keys: ['N', 'P'], what: 'key.help.differences' },
      { keys: ['D'], what: 'key.help.onlyDifferences' },
      { keys: ['L'], what: 'key.help.clocks' },
      { keys: ['S'], what: 'key.help.otherSide' },
      { keys: ['Esc'], what: 'key.help.close' },
      { keys: ['?'], what: 'key.help.keys' },
    ],
  },
  {
    where: 'key.group.comparedRows',
    lines: [
      ...rowMoves,
      { keys: ['Tab'], what: 'key.help.inside' },
      { keys: ['Enter'], what: 'key.help.whatDiffers' },
      { keys: ['Shift Enter'], what: 'key.help.goToBoth' },
    ],
  },
  { where: 'key.group.comparedSide', lines: playKeys },
  scrub,
];

/** Every key, by where it works, of a replay and of a comparison; the panel of keys and the page of the documentation show it. */
export const keyMap = { replay: replayKeys, comparison: comparisonKeys } as const;

/** Props of {@link KeyHelp}. */
interface KeyHelpProps {
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
