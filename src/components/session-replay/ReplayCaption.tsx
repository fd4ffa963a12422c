import { type ReactElement, useEffect, useState } from 'react';
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
import { useBeforePaint } from '../hooks/hydration.ts';
import { replayWords } from '../language/english/replay.ts';
import { workWords } from '../session-outline/ChapterFigures.tsx';
import { OneLine } from '../shared/LogText.tsx';
import { type SettledKit, useSettledKit } from '../theme/useMasked.tsx';
import { rowName, speakItem, spokenWords } from '../timeline/speech.ts';
import { timelineRows } from '../timeline/timelineRows.ts';
import { sessionScope, useItemScope } from './ReplayViewContext.ts';

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

const ownWords = { ...replayWords, ...spokenWords };

type AnnouncerKit = SettledKit<typeof ownWords>;

/** Delay before an announcement, in milliseconds, so that quick steps give only one. */
const settleMs = 250;

function sayStatus({ t, formatters }: AnnouncerKit, { status, position }: ReplayState): string {
  switch (status) {
    case 'playing':
      return t('replay.said.playing');
    case 'paused':
      return t('replay.said.paused', { time: formatters.clock(position.at) });
    case 'ended':
      return t('replay.said.ended');
    case 'following':
      return t('replay.said.following');
  }
}

function sayRow(kit: AnnouncerKit, { index, filters, expanded, position }: ReplayState): string {
  const rows = timelineRows(index, filters, expanded);
  const row = rows.rowOfItem(position.item);
  return row < 0 ? '' : rowName(kit, rows, row, { scope: sessionScope(index), playState: 'done', current: false });
}

/** Announces politely, to assistive technology, that the replay plays or pauses, and to which row it was moved. */
export function Announcer(): ReactElement {
  const kit = useSettledKit(ownWords);
  const replay = useReplayStore();
  const [said, setSaid] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let announced = replay.getState();
    const unsubscribe = replay.subscribe((state) => {
      // Rows passed during playback are not announced; that would be too much.
      if (state.status === announced.status && (state.status === 'playing' || state.position === announced.position))
        return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        setSaid(state.status === announced.status ? sayRow(kit, state) : sayStatus(kit, state));
        announced = state;
      }, settleMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [replay, kit]);
  return (
    <span className="ark-unseen" role="status">
      {said}
    </span>
  );
}
