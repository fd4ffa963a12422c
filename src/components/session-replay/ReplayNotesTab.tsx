import { type ReactElement, useMemo } from 'react';
import { shownItem } from '../../replay/index.ts';
import { useReplay, useSettledReplay } from '../../replay/react/index.ts';
import type { NotePlace } from '../../session/index.ts';
import { ReplayNotes } from '../replay-notes/ReplayNotes.tsx';
import { useItemScope, useReplayView } from './ReplayViewContext.ts';
import { useGoToNote } from './useNotes.ts';

/** The notes of the surrounding replay, and a field for one on what is shown. */
export function ReplayNotesTab(): ReactElement | null {
  const { notes: view } = useReplayView();
  const go = useGoToNote();
  const index = useReplay((state) => state.index);
  const item = useSettledReplay(shownItem);
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
  return (
    <ReplayNotes
      {...{ index, places, scope }}
      notes={view.notes}
      onNotesChange={view.onNotesChange}
      asked={view.asked}
      onGo={(note) => go(note, 'notes')}
    />
  );
}
