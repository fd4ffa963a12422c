'use client';
import { type ReactElement, useDeferredValue } from 'react';
import { type ReplayItem, shownItem } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { ItemDetail } from './ItemDetail.tsx';
import { ReplayRun } from './ReplayRun.tsx';
import { ReplayStateAt } from './ReplayStateAt.tsx';
import { SheetGrip } from './SheetGrip.tsx';
import { useSelectItem } from './useSelectItem.ts';

/**
 * The details of the item that the playhead is at, or of the one that is pinned. Beside the list; where there is no room, in a
 * sheet over it, and then only once an item was chosen.
 */
export function ReplayDetail(): ReactElement {
  const { t } = useKit();
  const chosen = useReplay((state) => (state.selection ?? state.pinned) !== undefined);
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
          <Pin item={item} />
        </>
      )}
    </aside>
  );
}

/** Keeps details open while the playhead goes on; then also the way back to them. */
function Pin({ item }: { item: ReplayItem }): ReactElement {
  const { t } = useKit();
  const replay = useReplayStore();
  const select = useSelectItem();
  const pinned = useReplay((state) => state.pinned === item.id);
  const away = useReplay((state) => state.pinned === item.id && state.position.item !== item.index);
  return (
    <footer className="ark-replay__actions">
      <ActionButton
        label={t(pinned ? 'replay.unpin' : 'replay.pin')}
        icon="pin"
        onClick={() => replay.pin(pinned ? undefined : item.id)}
      />
      {away ? <ActionButton label={t('replay.goToPinned')} icon="playhead" onClick={() => select(item.id)} /> : null}
    </footer>
  );
}
