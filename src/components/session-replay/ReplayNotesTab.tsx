'use client';
import { type ReactElement, useMemo } from 'react';
import { type PlacedNote, shownItem } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import type { NotePlace } from '../../session/index.ts';
import { ReplayNotes } from '../replay-notes/ReplayNotes.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { useItemScope } from './useItemScope.ts';

/** The notes of the surrounding replay, and a field for one on what is shown. */
export function ReplayNotesTab(): ReactElement | null {
  const { notes: view, setTab } = useReplayView();
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const item = useReplay(shownItem);
  const between = useReplay((state) => state.filters.between);
  const scope = useItemScope();
  const places = useMemo((): NotePlace[] => {
    const range = between && { kind: 'range' as const, from_ms: between.from, to_ms: between.to };
    const line = view?.line;
    return [
      ...(line === undefined ? [] : [{ kind: 'line' as const, ...line }]),
      ...(item === undefined ? [] : [{ kind: 'item' as const, item: item.id }]),
      ...(range === undefined ? [] : [range]),
    ];
  }, [view?.line, item, between]);
  if (view === undefined) return null;
  const go = ({ note: { on }, at, until, item: place }: PlacedNote): void => {
    if (until === undefined) replay.select(index.items[place]?.id);
    else {
      replay.filter({ between: { from: at, to: until } });
      replay.seek(at);
    }
    if (on.kind === 'line') {
      view.setGoneTo({ item: on.item, path: on.path, side: on.side, line: on.line });
      setTab('files');
    } else setTab('notes');
  };
  return (
    <ReplayNotes
      {...{ index, places, scope }}
      notes={view.notes}
      onNotesChange={view.onNotesChange}
      asked={view.asked}
      onGo={go}
    />
  );
}
