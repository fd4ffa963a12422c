import type { ReactElement } from 'react';
import { useBeforePaint } from '../hooks/hydration.ts';
import { toPx, useRemembered } from '../hooks/useRemembered.ts';
import { replayWords } from '../language/english/replay.ts';
import { Splitter } from '../shared/Splitter.tsx';
import { useKit } from '../theme/useKit.ts';

/** Minimum width of the details, and of the list beside them, in pixels. */
const leastDetailPx = 280;
const leastListPx = 320;
/** Default width of the details, and the replay's width from which it applies; the style sheet repeats both. */
const widths = { wideFromPx: 1400, widePx: 480, usualPx: 384 } as const;

/** Props of {@link DetailSplitter}. */
export interface DetailSplitterProps {
  /** The element around list and details; the width of the details is set on it. */
  grid: HTMLElement;
  /** Its width, in pixels. */
  widthPx: number;
  /** Width that something at the left of the list takes, in pixels. */
  besidePx: number;
}

/** The edge between list and details: dragged, or moved with the arrow keys; a double press restores the default. */
export function DetailSplitter({ grid, widthPx, besidePx }: DetailSplitterProps): ReactElement {
  const { t } = useKit(replayWords);
  const [chosen, remember] = useRemembered('details-width', toPx);
  const usual = widthPx >= widths.wideFromPx ? widths.widePx : widths.usualPx;
  const detailPx = Math.max(leastDetailPx, Math.min(chosen ?? usual, widthPx - besidePx - leastListPx));
  // Set on the element without rendering the frame, which would render all its parts for every pixel.
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
