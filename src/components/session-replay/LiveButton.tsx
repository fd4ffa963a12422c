import type { ReactElement } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { useStore } from '../hooks/useStore.ts';
import { replayWords } from '../language/english/replay.ts';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';

/** Says that the session's log is still being written. Pressed while the list stays at its end; pressing it goes there, or lets go. */
export function LiveButton(): ReactElement | null {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { sight, setFollow } = useReplayView();
  const isTailing = useStore(sight.state, ({ tails, endInSight }) => tails && endInSight);
  if (sight.live !== true) return null;
  const onPress = (): void => {
    if (isTailing) {
      replay.setFollow(false);
      sight.change({ tails: false });
      return;
    }
    replay.toEnd();
    replay.setFollow(true);
    setFollow(true);
    sight.change({ tails: true, goal: { to: 'end' } });
  };
  return (
    <button
      type="button"
      className="ark-live"
      title={t(isTailing ? 'replay.live.leave' : 'replay.live.stay')}
      aria-pressed={isTailing}
      onClick={onPress}
    >
      {t(isTailing ? 'replay.live.following' : 'replay.live')}
    </button>
  );
}
