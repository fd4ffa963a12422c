'use client';
import { type ReactElement, useDeferredValue } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { ItemDetail } from './ItemDetail.tsx';
import { ReplayRun } from './ReplayRun.tsx';
import { ReplayStateAt } from './ReplayStateAt.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { SheetGrip } from './SheetGrip.tsx';
import { shownItem } from './shownItem.ts';

/**
 * The details of the chosen item, or of the one the playhead is at. Beside the list; where there is no room, in a sheet over
 * it, and then only what was chosen.
 */
export function ReplayDetail(): ReactElement {
  const { t } = useKit();
  const replay = useReplayStore();
  const { setFollow } = useReplayView();
  const chosen = useReplay((state) => state.selection !== undefined);
  const standsHere = useReplay((state) => shownItem(state)?.index === state.position.item);
  // A fast replay passes more items than anyone reads: drawing them waits until there is time.
  const item = useDeferredValue(useReplay(shownItem));
  return (
    <aside className="ark ark-replay__panel" aria-label={t('replay.details')} data-chosen={chosen ? '' : undefined}>
      <SheetGrip />
      {item === undefined ? (
        <p className="ark-replay__nothing">{t('replay.noSelection')}</p>
      ) : (
        <>
          <ItemDetail key={item.id} item={item} />
          <ReplayStateAt />
          <ReplayRun />
          <footer className="ark-replay__actions">
            <ActionButton
              label={t('replay.playFrom')}
              icon="playhead"
              aria-disabled={standsHere}
              onClick={() => {
                if (standsHere) return;
                replay.seekToItem(item.index);
                setFollow(true);
              }}
            />
          </footer>
        </>
      )}
    </aside>
  );
}
