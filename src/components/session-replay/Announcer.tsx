'use client';
import { type ReactElement, useEffect, useState } from 'react';
import type { ReplayState } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { type SettledKit, useSettledKit } from '../theme/useMasked.ts';
import { rowName, spokenWords } from '../timeline/speech.ts';
import { timelineRows } from '../timeline/timelineRows.ts';
import { sessionScope } from './useItemScope.ts';

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
