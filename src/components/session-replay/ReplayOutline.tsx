import { type ReactElement, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Store } from '../../replay/createStore.ts';
import { chapterOfItems, chaptersOf, type ReadingLevel, type ReplayState, readingLevels } from '../../replay/index.ts';
import { chapterFold, levelOf } from '../../replay/internal.ts';
import { useReplay, useReplayStore, useSettledReplay } from '../../replay/react/index.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { chaptersWords } from '../language/english/chapters.ts';
import { replayWords } from '../language/english/replay.ts';
import { SessionOutline } from '../session-outline/SessionOutline.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Popover } from '../shared/Popover.tsx';
import { useKit } from '../theme/useKit.ts';
import {
  type LinkedChoice,
  type NotesView,
  type ReplayView,
  useItemScope,
  useReplayView,
  useStage,
} from './ReplayViewContext.ts';
import { useGoToNote } from './useNotes.ts';

/** Width of the outline beside the list, in pixels; the style sheet repeats it. */
export const railPx = 225;

/** Whether a session has several chapters. */
export const hasChapters = ({ index }: ReplayState): boolean => chaptersOf(index).length > 1;

/** Whether the surrounding replay has an outline: a single chapter without notes needs none. */
export function useHasOutline(notes: NotesView | undefined): boolean {
  const hasSeveral = useReplay(hasChapters);
  return hasSeveral || (notes !== undefined && notes.placed.length > 0);
}

/** Width from which the outline fits beside the list; the style sheet repeats it. */
const railFromPx = 1180;
const hiddenPanel = 'no-outline';

/** Whether the outline is shown beside the list, and how a link states it. */
export function useOutline(
  notes: NotesView | undefined,
  widthPx: number,
): LinkedChoice & Pick<ReplayView, 'outline' | 'toggleOutline'> {
  const several = useReplay(hasChapters);
  const needed = useHasOutline(notes);
  const [chosen, setChosen] = useState<'shown' | 'hidden'>();
  // The first note on a session with one chapter does not take room from the list that is being read.
  const rail = chosen ?? (several || !needed ? 'shown' : 'hidden');
  const toggleOutline = useCallback(() => setChosen(rail === 'shown' ? 'hidden' : 'shown'), [rail]);
  return {
    outline: widthPx < railFromPx ? 'menu' : rail,
    toggleOutline,
    panels: chosen === 'hidden' ? [hiddenPanel] : [],
    onPanels: (panels) => setChosen(panels.includes(hiddenPanel) ? 'hidden' : undefined),
  };
}

/** The chapter at the playhead, as a position in `chaptersOf`. */
const chapterPlayed = ({ index, position }: ReplayState): number => chapterOfItems(index)[position.item] ?? 0;

/** Milliseconds that a value has to stay the same before it is shown. */
const settleMs = 150;

/** The value of a store once it rests: a part beside a list that is being scrolled is not drawn in each frame of the list. */
function useSettled<Value>(store: Store<Value>): Value {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => setValue(store.get());
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, settleMs);
    });
    settle();
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store]);
  return value;
}

/**
 * The chapters of the surrounding replay. The marked one is at the playhead, or where the reader's scrolling has come to rest. `onLeave` is called when
 * the reader goes to a chapter.
 */
function ReplayOutline({ onLeave }: { onLeave?: () => void }): ReactElement {
  const { t } = useKit(chaptersWords);
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const played = useSettledReplay(chapterPlayed);
  const level = useReplay(({ filters }) => levelOf(filters));
  const expanded = useReplay((state) => state.expanded);
  const { follow, setFollow, chapterInView, notes } = useReplayView();
  const scope = useItemScope();
  const goToNote = useGoToNote();
  const seen = useSettled(chapterInView);
  const allFolded = useMemo(
    () => level !== undefined && chaptersOf(index).every((chapter) => chapterFold(level, chapter, expanded).folded),
    [index, level, expanded],
  );
  return (
    <div className="ark-replay__outline-panel">
      <div className="ark-replay__outline-head">
        <span className="ark-replay__outline-name">{t('chapters')}</span>
        {level === undefined ? null : (
          <ActionButton
            look="icon"
            icon={allFolded ? 'unfold' : 'fold'}
            label={t(allFolded ? 'chapter.unfoldAll' : 'chapter.foldAll')}
            onClick={() => {
              const folds = chaptersOf(index).map((chapter) => chapterFold(level, chapter, expanded));
              replay.toggleExpanded(folds.flatMap(({ id, folded }) => (folded === allFolded ? [id] : [])));
            }}
          />
        )}
      </div>
      <SessionOutline
        index={index}
        current={follow ? played : seen}
        onGo={(n) => {
          const chapter = chaptersOf(index)[n];
          if (chapter === undefined) return;
          replay.seekToItem(chapter.prompt ?? chapter.first);
          setFollow(true);
          onLeave?.();
        }}
        {...{ scope }}
        notes={notes?.placed}
        onGoToNote={(placed) => {
          goToNote(placed, placed.note.text === '' ? 'item' : 'notes');
          onLeave?.();
        }}
      />
    </div>
  );
}

/** The outline beside the list, drawn in a task after the one in which the list makes room for it, and once its figures are known. */
export function RailOutline(): ReactElement | null {
  const { loading } = useReplayView();
  return useStage(1) < 1 || loading ? null : <ReplayOutline />;
}

/** Shows and hides the outline, or opens it in a menu if there is no room beside the list. */
function OutlineButton(): ReactElement | null {
  const { t } = useKit(chaptersWords);
  const { outline, toggleOutline, notes } = useReplayView();
  const needed = useHasOutline(notes);
  if (!needed) return null;
  if (outline === 'menu') {
    return (
      <Popover label={t('chapters')} icon="list" className="ark-replay__outline-menu" holds="text">
        {(close) => <ReplayOutline onLeave={close} />}
      </Popover>
    );
  }
  return (
    <ActionButton
      look="icon"
      icon="list"
      label={t('chapters')}
      aria-pressed={outline === 'shown'}
      aria-keyshortcuts="O"
      onClick={toggleOutline}
    />
  );
}

/** Controls above the list: the level of reading, and the chapters; while the session is being loaded they say that the list is its beginning. */
export function ListBar(): ReactElement {
  const { t } = useKit(replayWords);
  const { loading } = useReplayView();
  return (
    <div className="ark-replay__list-bar">
      <LevelChoice />
      {loading ? <span className="ark-replay__so-far">{t('beingRead')}</span> : <OutlineButton />}
    </div>
  );
}

function LevelChoice(): ReactElement {
  const { t } = useKit(chaptersWords);
  const { setLevel } = useReplayView();
  const level = useReplay(({ filters }) => filters.level) ?? 'steps';
  const name = useId();
  return (
    <fieldset className="ark-level">
      <legend className="ark-unseen">{t('level')}</legend>
      {readingLevels.map((each) => (
        <label key={each} className="ark-level__choice" title={t(`level.${each}.about`)}>
          <input
            type="radio"
            className="ark-unseen"
            name={name}
            checked={each === level}
            onChange={() => setLevel(each)}
          />
          {t(`level.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The level of a replay, as a host may control it. */
export interface LevelProps {
  /** The level of reading; the reader asks for another through `onLevelChange`. @default the replay remembers */
  level?: ReadingLevel | undefined;
  /** The level of reading at first; a link may override it. @default 'steps' */
  defaultLevel?: ReadingLevel | undefined;
  /** Called when the reader, or a link, asks for a level. */
  onLevelChange?: ((level: ReadingLevel) => void) | undefined;
}

/** Keeps the level of a replay equal to the host's. Returns the function that asks for a level. */
export function useLevel({ level, defaultLevel = 'steps', onLevelChange }: LevelProps): (level: ReadingLevel) => void {
  const replay = useReplayStore();
  const stored = useReplay(({ filters }) => filters.level);
  const wanted = level ?? stored ?? defaultLevel;
  const given = useRef(level);
  useBeforePaint(() => {
    // The level came from a link, not from the host, which is informed and decides.
    if (stored !== undefined && stored !== wanted && given.current === level) onLevelChange?.(stored);
    given.current = level;
    if (stored !== wanted) replay.filter({ level: wanted });
  }, [replay, stored, wanted]);
  return useCallback(
    (next) => {
      if (level === undefined) replay.filter({ level: next });
      onLevelChange?.(next);
    },
    [replay, level, onLevelChange],
  );
}
