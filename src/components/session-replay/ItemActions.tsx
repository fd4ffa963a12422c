'use client';

import type { ReactElement } from 'react';
import type { ReplayItem } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';

/** Props of {@link ItemActions}. */
interface ItemActionsProps {
  item: ReplayItem;
}

/** Quotes an item whose details are shown, and pins them while the playhead moves on. */
export function ItemActions({ item: { id } }: ItemActionsProps): ReactElement {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { quote } = useReplayView();
  const pinned = useReplay((state) => state.pinned === id);
  return (
    <span className="ark-replay__actions">
      <CopyButton look="icon" icon="quote" label={t('link.quote')} text={quote} />
      <ActionButton
        look="icon"
        label={t(pinned ? 'replay.unpin' : 'replay.pin')}
        icon="pin"
        data-on={pinned ? '' : undefined}
        onClick={() => replay.pin(pinned ? undefined : id)}
      />
    </span>
  );
}
