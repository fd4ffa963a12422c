'use client';
import type { ReactElement } from 'react';
import {
  type Beat,
  isRunning,
  type PlaybackKind,
  paceOf,
  type ReplayState,
  type SessionIndex,
  shownPosition,
  workDone,
} from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { linesChanged } from '../../session/facts/fileChanges.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { workWords } from '../session-outline/ChapterFigures.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { useSettledKit } from '../theme/useMasked.ts';
import { speakItem, spokenWords } from '../timeline/speech.ts';
import { useItemScope } from './useItemScope.ts';

/** The scene at the current position of a replay that plays by content; undefined while it plays by the clock, or is at either end. */
export function beatShown({ index, playback, mode, status, position }: ReplayState): Beat | undefined {
  if (playback !== 'paced' || mode !== 'replaying' || status === 'ended') return undefined;
  return paceOf(index).beatAt(position.item);
}

const workOfBeat = memoize((beat: Beat, index: SessionIndex) => workDone(index, Uint32Array.from(beat.items)));

/** A caption below the list that says what happens, while the replay plays by content. */
export function ReplayCaption(): ReactElement | null {
  const beat = useReplay(beatShown);
  const isPaced = useReplay(({ playback }) => playback === 'paced');
  if (!isPaced) return null;
  return (
    <p className="ark-replay__caption" role="status" data-kind={beat?.kind}>
      {beat === undefined ? null : <Caption beat={beat} />}
    </p>
  );
}

function Caption({ beat }: { beat: Beat }): ReactElement | null {
  const kit = useSettledKit(spokenWords);
  const index = useReplay((state) => state.index);
  const scope = useItemScope();
  const [first] = beat.items;
  const item = index.items[first ?? -1];
  // What came of a call is shown once the call is over, as in its row.
  const running = useReplay((state) => first !== undefined && isRunning(state.index, first, shownPosition(state)));
  if (item === undefined) return null;
  if (beat.items.length > 1) {
    const words = workWords(kit, workOfBeat(beat, index)).join(kit.t('listSeparator'));
    return <span className="ark-work__words">{words}</span>;
  }
  const said = speakItem(kit, item, scope, running ? 'running' : 'done');
  const lines = item.is === 'call' && beat.kind === 'change' && !running ? linesChanged(item.call) : [];
  const changed = lines.map(
    ({ added, removed }) => `${kit.formatters.change(added, '+')} ${kit.formatters.change(removed, '-')}`,
  );
  // A caption leaves out how long a call took.
  const words = item.is === 'call' ? said.slice(0, beat.kind === 'failure' || running ? 2 : 1) : said;
  return <OneLine text={[...words, ...changed].join(' \u2014 ')} />;
}

/** Sets how the replay plays whenever the host's choice changes. */
export function usePlayback(playback: PlaybackKind | undefined): void {
  const replay = useReplayStore();
  useBeforePaint(() => {
    if (playback !== undefined) replay.setPlayback(playback);
  }, [replay, playback]);
}
