'use client';
import { type ReactElement, useEffect, useState } from 'react';
import type { ReplayState } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { type SettledKit, useSettledKit } from '../theme/useMasked.ts';
import { rowName, spokenWords } from '../timeline/speech.ts';
import { timelineRows } from '../timeline/timelineRows.ts';
import { sessionScope } from './sessionScope.ts';

const ownWords = { ...replayWords, ...spokenWords };

type AnnouncerKit = SettledKit<typeof ownWords>;

/** What is said waits this long, so that a row of steps is said once, in milliseconds. */
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

/** Tells assistive technology, politely, that the replay plays or stands, and to which row it was moved. */
export function Announcer(): ReactElement {
  const kit = useSettledKit(ownWords);
  const replay = useReplayStore();
  const [said, setSaid] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = replay.getState();
    const unsubscribe = replay.subscribe((state) => {
      // What passes while it plays is not told; that would be too much.
      if (state.status === told.status && (state.status === 'playing' || state.position === told.position)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        setSaid(state.status === told.status ? sayRow(kit, state) : sayStatus(kit, state));
        told = state;
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
