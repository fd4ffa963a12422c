import { useCallback, useMemo, useState } from 'react';
import { type PlacedNote, placeNotes, shownItem, toggleBookmark } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import type { Note, NotePlace } from '../../session/index.ts';
import { type DetailTab, type NotesView, useReplayView } from './ReplayViewContext.ts';

/** Notes that the host of a replay keeps. */
export interface NotesProps {
  /** The notes of the session's readers; with them, or with `onNotesChange`, there is a tab for them. @default none */
  notes?: readonly Note[] | undefined;
  /** Called with all notes when the reader adds, changes or removes one; the host keeps them. Without it they can only be read. */
  onNotesChange?: ((notes: readonly Note[]) => void) | undefined;
}

const none: readonly Note[] = [];

/** What the parts of a replay need to know of its notes; undefined if the host keeps none. */
export function useNotesView({ notes: given, onNotesChange }: NotesProps): NotesView | undefined {
  const index = useReplay((state) => state.index);
  const [line, setLine] = useState<NotesView['line']>();
  const [goneTo, setGoneTo] = useState<NotesView['goneTo']>();
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((before) => before + 1), []);
  const kept = given !== undefined || onNotesChange !== undefined;
  const notes = given ?? none;
  return useMemo(() => {
    if (!kept) return undefined;
    const { placed } = placeNotes(index, notes);
    const items = new Set(placed.map(({ item }) => item));
    return { notes, onNotesChange, placed, items, line, setLine, goneTo, setGoneTo, asked, ask };
  }, [kept, index, notes, onNotesChange, line, goneTo, asked, ask]);
}

/**
 * Returns what goes to a note in the surrounding replay: its item is chosen, or its range, to which the list is then limited. The details
 * show the given tab, or, of a note on a line, the file.
 */
export function useGoToNote(): (note: PlacedNote, tab: DetailTab) => void {
  const { notes, setTab, setFollow } = useReplayView();
  const replay = useReplayStore();
  return ({ note: { on }, at, until, item }, tab) => {
    if (until === undefined) replay.select(replay.getState().index.items[item]?.id);
    else {
      replay.filter({ between: { from: at, to: until } });
      replay.seek(at);
    }
    setFollow(true);
    if (on.kind === 'line') notes?.setGoneTo({ item: on.item, path: on.path, side: on.side, line: on.line });
    setTab(on.kind === 'line' ? 'files' : tab);
  };
}

/** Returns what the note keys do: bookmark the item whose details are shown, or begin a note on it; undefined if nothing can be noted. */
export function useNoteKeys(
  view: NotesView | undefined,
  openTab: () => void,
): ((as: 'bookmark' | 'note') => void) | undefined {
  const replay = useReplayStore();
  if (view?.onNotesChange === undefined) return undefined;
  const { notes, onNotesChange, setLine, ask } = view;
  return (as) => {
    const item = shownItem(replay.getState());
    if (item === undefined) return;
    if (as === 'bookmark') {
      const on: NotePlace = { kind: 'item', item: item.id };
      onNotesChange(toggleBookmark(notes, { on, createdAt: new Date().toISOString() }));
      return;
    }
    setLine(undefined);
    openTab();
    ask();
  };
}
