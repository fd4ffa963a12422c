'use client';
import { type ReactElement, useRef } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { useSheetDrag } from './useSheetDrag.ts';

/** Part of the replay that the sheet covers at most. */
const mostShare = 0.8;

/** The bar by which the sheet is dragged and closed. */
export function SheetGrip(): ReactElement {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { sheetPx, setSheetPx } = useReplayView();
  const grip = useRef<HTMLButtonElement>(null);
  const drag = useSheetDrag({
    heightPx: sheetPx,
    mostPx: () => (grip.current?.closest('.ark-replay')?.clientHeight ?? 640) * mostShare,
    onHeight: setSheetPx,
    onClose: () => replay.select(undefined),
  });
  return (
    <button ref={grip} type="button" className="ark-replay__grip" aria-label={t('replay.closeDetails')} {...drag} />
  );
}
