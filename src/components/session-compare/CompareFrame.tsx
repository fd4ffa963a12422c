'use client';
import { type ComponentPropsWithoutRef, forwardRef, useEffect, useMemo, useState } from 'react';
import { alignSessions, type CompareSide, linkReplays, type Replay } from '../../replay/index.ts';
import { useMasked } from '../masking/useMasked.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { plainText } from '../timeline/speech/plainText.ts';
import { useWidth } from '../timeline/useWidth.ts';
import { CompareDetail } from './CompareDetail.tsx';
import { CompareFigures } from './CompareFigures.tsx';
import { CompareGrid } from './CompareGrid.tsx';
import { CompareTools } from './CompareTools.tsx';
import { CompareTransports } from './CompareTransports.tsx';
import { compareLines, differencesIn } from './compareLines.ts';
import { shownAt } from './rowAfterKey.ts';
import type { SessionCompareProps } from './SessionCompare.tsx';
import { differenceAt, stepDifference } from './stepDifference.ts';
import { useCompareKeys } from './useCompareKeys.ts';
import { useReplayState } from './useReplayState.ts';

/** Props of {@link CompareFrame}. */
export interface CompareFrameProps
  extends Pick<SessionCompareProps, 'defaultOnly' | 'defaultClocks' | 'contentUrl'>,
    Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  left: Replay;
  right: Replay;
}

/** Width below which both sides stand in one column, in pixels; the style sheet has it too. */
const stackedBelowPx = 720;

/** The parts of a comparison in their places, and the keys that work anywhere in it. */
export const CompareFrame = forwardRef<HTMLElement, CompareFrameProps>(function CompareFrame(
  { left, right, defaultOnly = 'everything', defaultClocks = 'linked', contentUrl, className, ...rest },
  ref,
) {
  const kit = useKit();
  const { t } = kit;
  const indexes = { left: useReplayState(left, 'index'), right: useReplayState(right, 'index') };
  const comparison = alignSessions(indexes.left, indexes.right);
  const titles = useMasked(
    useMemo(
      () => ({ left: indexes.left.session.task_title, right: indexes.right.session.task_title }),
      [indexes.left, indexes.right],
    ),
  );
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const layout = (useWidth(frame) ?? stackedBelowPx) < stackedBelowPx ? 'stacked' : 'columns';
  const [only, setOnly] = useState(defaultOnly);
  const [clocks, setClocks] = useState(defaultClocks);
  const [side, setSide] = useState<CompareSide>('left');
  const [wanted, setActive] = useState(0);
  const [selected, setSelected] = useState<number>();
  const [jump, setJump] = useState<{ readonly row: number; readonly focus: boolean }>();
  const [helpOpen, setHelpOpen] = useState(false);

  useEffect(
    () => (clocks === 'linked' ? linkReplays(left, right, comparison) : undefined),
    [clocks, left, right, comparison],
  );

  const lines = useMemo(() => compareLines(comparison, layout, only), [comparison, layout, only]);
  // What the reader has left out cannot be where he is.
  const active = lines.rows[shownAt(lines.rows, wanted)] ?? wanted;
  const differences = useMemo(() => differencesIn(comparison), [comparison]);
  const chosen = selected === undefined ? undefined : comparison.rows[selected];
  const replays = { left, right };
  const goTo = (row: number): void => {
    const { left: one, right: other } = comparison.rows[row] ?? {};
    if (one !== undefined) left.seekToItem(one.index);
    if (other !== undefined) right.seekToItem(other.index);
  };
  const jumpBy = (by: 1 | -1, focus: boolean): void => {
    const row = stepDifference(differences, active, by);
    if (row === undefined) return;
    setActive(row);
    setJump({ row, focus });
    // Who reads details goes from details to details.
    if (selected !== undefined) setSelected(row);
  };
  const toggleOnly = (): void => setOnly(only === 'differences' ? 'everything' : 'differences');
  const toggleClocks = (): void => setClocks(clocks === 'linked' ? 'free' : 'linked');
  const close = (): void => {
    setSelected(undefined);
    setJump({ row: active, focus: true });
  };
  const onKeyDown = useCompareKeys({
    replay: replays[side],
    onJump: (by) => jumpBy(by, true),
    onOnly: toggleOnly,
    onClocks: toggleClocks,
    onSide: () => setSide(side === 'left' ? 'right' : 'left'),
    onHelp: () => setHelpOpen(!helpOpen),
    onClose: chosen === undefined ? undefined : close,
  });
  const label = t('compare.label', { left: plainText(kit, titles.left), right: plainText(kit, titles.right) });
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-compare', className)}
      aria-label={label}
      data-layout={layout}
      data-only={only}
      {...rest}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere gives it the focus, and with it the comparison its keys */}
      <div ref={setFrame} className="ark-compare__frame" tabIndex={-1} onKeyDown={onKeyDown}>
        <CompareFigures comparison={comparison} titles={titles} />
        <CompareTools
          counts={lines.counts}
          differences={differences.length}
          at={differenceAt(differences, active)}
          only={only === 'differences'}
          linked={clocks === 'linked'}
          onJump={(by) => jumpBy(by, false)}
          onOnly={toggleOnly}
          onLinked={toggleClocks}
        />
        <CompareGrid
          {...{ comparison, lines, replays, titles, layout, side, active, selected, jump }}
          onSide={setSide}
          onActive={setActive}
          onSelect={setSelected}
          onGoTo={goTo}
        />
        {chosen === undefined || selected === undefined ? null : (
          <CompareDetail
            key={selected}
            {...{ row: chosen, replays, contentUrl, layout }}
            onGoTo={() => goTo(selected)}
            onClose={close}
          />
        )}
        <CompareTransports {...{ replays, layout, side, helpOpen }} onSide={setSide} onHelp={setHelpOpen} />
      </div>
    </section>
  );
});
