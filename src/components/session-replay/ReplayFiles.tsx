'use client';
import { type ReactElement, useMemo } from 'react';
import { endOf, type ReplayState, startOf } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { useOnceAFrame } from '../hooks/useOnceAFrame.ts';
import { SessionFiles } from '../session-files/SessionFiles.tsx';
import { useItemScope, useReplayView, useSelectItem } from './ReplayViewContext.ts';

/** While the reader is still at the beginning and only reads, the files are those of the whole session. */
function positionOfFiles({ index, mode, position }: ReplayState): ReplayState['position'] {
  const isAtStart = mode === 'reading' && position.item <= startOf(index).item;
  return isAtStart ? endOf(index) : position;
}

const isSame = (one: ReplayState['position'], other: ReplayState['position']): boolean => one.item === other.item;

/** The files of the surrounding replay at its playhead. */
export function ReplayFiles(): ReactElement {
  const index = useReplay((state) => state.index);
  const position = useOnceAFrame(useReplay(positionOfFiles, isSame));
  const { setTab, focused, toggleFocused, sheet, notes, headingLevel } = useReplayView();
  const placed = notes?.placed;
  const noted = useMemo(() => placed?.flatMap(({ note: { on } }) => (on.kind === 'line' ? [on] : [])), [placed]);
  const replay = useReplayStore();
  const scope = useItemScope();
  const select = useSelectItem();
  // Moving on alone draws nothing: only a position that has caught up does.
  return useMemo(
    () => (
      <SessionFiles
        className="ark-replay__files"
        index={index}
        position={position}
        scope={scope}
        headingLevel={(headingLevel + 1) as 2 | 3}
        onSelect={(id) => {
          select(id);
          setTab('item');
          if (focused && !sheet) toggleFocused();
        }}
        onStep={(id) => {
          replay.select(id);
          setTab('files');
        }}
        noted={noted}
        line={notes?.goneTo}
        {...(notes?.onNotesChange === undefined
          ? {}
          : {
              onNote: (line) => {
                notes.setLine(line);
                setTab('notes');
                notes.ask();
              },
            })}
        onOpen={() => {
          if (!focused) toggleFocused();
        }}
      />
    ),
    [index, position, scope, select, setTab, replay, focused, sheet, toggleFocused, noted, notes, headingLevel],
  );
}
