import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { endOf, type ReplayState, startOf } from '../../replay/index.ts';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
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

/**
 * A value that is slow to draw and may change more often than a page is painted: it is taken up with each frame, before it is painted.
 * Unlike a deferred value it is drawn while changes go on arriving faster than it can be: each drawing ends, and takes up the latest.
 */
export function useOnceAFrame<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const isBehind = shown !== value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown may be behind again
  useEffect(() => {
    if (!isBehind) return undefined;
    // At once: work that waits for its turn may not have one before the next frame.
    const frame = requestAnimationFrame(() => flushSync(() => setShown(() => latest.current)));
    return () => cancelAnimationFrame(frame);
  }, [isBehind, shown]);
  return shown;
}
