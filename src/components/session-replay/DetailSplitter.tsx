'use client';
import type { ReactElement } from 'react';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { replayWords } from '../language/english/replay.ts';
import { Splitter } from '../shared/Splitter.tsx';
import { useRemembered } from '../shared/useRemembered.ts';
import { useKit } from '../theme/useKit.ts';

/** Less than this neither details nor the list beside them are made, in pixels. */
const leastDetailPx = 280;
const leastListPx = 320;
/** As in the style sheet: the width of details that no one chose, and from which width of the replay on. */
const widths = { wideFromPx: 1400, widePx: 480, usualPx: 384 } as const;

/** Props of {@link DetailSplitter}. */
export interface DetailSplitterProps {
  /** What list and details stand in; it is told the width of the details. */
  grid: HTMLElement;
  /** Its width, in pixels. */
  widthPx: number;
  /** How much of it something at the left of the list takes, in pixels. */
  besidePx: number;
}

/** The edge between list and details: dragged, or moved with the arrow keys; a double press puts it back. */
export function DetailSplitter({ grid, widthPx, besidePx }: DetailSplitterProps): ReactElement {
  const { t } = useKit(replayWords);
  const [chosen, remember] = useRemembered('details-width');
  const usual = widthPx >= widths.wideFromPx ? widths.widePx : widths.usualPx;
  const detailPx = Math.max(leastDetailPx, Math.min(chosen ?? usual, widthPx - besidePx - leastListPx));
  // Told to the element, not to the frame: a frame that is drawn anew with every pixel would draw all its parts.
  useBeforePaint(() => {
    if (chosen === undefined) grid.style.removeProperty('--ark-detail');
    else grid.style.setProperty('--ark-detail', `${detailPx}px`);
    return () => {
      grid.style.removeProperty('--ark-detail');
    };
  }, [grid, chosen, detailPx]);
  return (
    <Splitter
      label={t('replay.listWidth')}
      orientation="vertical"
      sizePx={widthPx - besidePx - detailPx}
      minPx={leastListPx}
      maxPx={widthPx - besidePx - leastDetailPx}
      stepPx={32}
      onSize={(listPx) => remember(widthPx - besidePx - listPx)}
      onReset={() => remember(undefined)}
    />
  );
}
