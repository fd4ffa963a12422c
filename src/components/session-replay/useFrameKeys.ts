import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useState } from 'react';
import type { Replay } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { useKit } from '../theme/useKit.ts';
import { commandOf, useReplayKeys } from '../transport-bar/replayCommand.ts';
import { useHasOutline } from './ReplayOutline.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import type { Moment } from './useMoment.ts';
import { useNoteKeys } from './useNotes.ts';

interface FrameKeysOptions {
  /** The element that receives the keys. */
  readonly grid: HTMLElement | null;
  readonly moment: Moment;
  readonly onHelp: () => void;
  /** Whether there are details, which a key moves over the list. */
  readonly hasDetail: boolean;
}

interface FrameKeys {
  readonly onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => void;
  /** What a key has copied, or that there is nothing where it would go; empty otherwise. */
  readonly said: string;
}

/**
 * Keys of a whole replay: those of its transport bar and of the parts around it; and Esc, which moves details back beside the list or closes
 * the search, else unpins or deselects the item, else clears the range.
 */
export function useFrameKeys({ grid, moment, onHelp, hasDetail }: FrameKeysOptions): FrameKeys {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const view = useReplayView();
  const { lanes, outline, focused, toggleFocused, find, setTab, sight } = view;
  const chaptered = useHasOutline(view.notes);
  const [nothingThere, sayNothingThere] = useBriefMessage();
  const noOutline = (): void => sayNothingThere(t('replay.said.oneChapter'));
  const onFind = (): void => find.show(grid);
  const goToNews = (): void => {
    if (sight.state.get().news === undefined) sayNothingThere(t('replay.said.nothingNew'));
    else sight.change({ goal: { to: 'news' } });
  };
  const onReplayKey = useReplayKeys({
    onHelp,
    onMove: () => view.setFollow(true),
    onLanes: lanes === undefined ? undefined : view.toggleLanes,
    onOutline: outline === 'menu' ? undefined : chaptered ? view.toggleOutline : noOutline,
    onNoError: (to) => sayNothingThere(t(to === 'forward' ? 'replay.said.noErrorAfter' : 'replay.said.noErrorBefore')),
    onLevel: view.setLevel,
    onFind,
    onFocus: hasDetail ? toggleFocused : undefined,
    onCopy: moment.copy,
    onNote: useNoteKeys(view.notes, () => setTab('notes')),
    onMatch: (by) => find.step(replay, by),
    onNews: sight.live === undefined ? undefined : goToNews,
  });
  const leave = (within: HTMLElement): boolean => {
    if (!focused) return find.takeBack(replay) || clearChoice(replay, within);
    toggleFocused();
    return true;
  };
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>): void => {
    if (asksToFind(event)) {
      event.preventDefault();
      onFind();
      return;
    }
    if (commandOf(event)?.do !== 'close' || event.defaultPrevented) {
      onReplayKey(event);
      return;
    }
    if (leave(event.currentTarget)) event.preventDefault();
  };
  return { onKeyDown, said: moment.said || nothingThere };
}

/** Clears what is pinned or selected or, where nothing is, the range that the list is filtered by. Returns whether there was anything to clear. */
function clearChoice(replay: Replay, within: HTMLElement): boolean {
  const { selection, pinned, filters } = replay.getState();
  if (selection === undefined && pinned === undefined) {
    if (filters.between === undefined) return false;
    replay.filter({ between: undefined });
    return true;
  }
  // The focus may be in the details that close, so it returns to the list.
  const row = within.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
  if (pinned === undefined) replay.select(undefined);
  else replay.pin(undefined);
  row?.focus({ preventScroll: true });
  return true;
}

/**
 * Whether a key opens the browser's search in the page, which finds only what is drawn. Pressed inside the kit's search, it still opens the
 * browser's.
 */
function asksToFind({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  defaultPrevented,
  target,
}: ReactKeyboardEvent): boolean {
  if (defaultPrevented || key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey) return false;
  return !(target instanceof HTMLInputElement && target.type === 'search');
}

/** Milliseconds for which a message is shown. */
const messageMs = 2500;

/** A message for the reader, empty after a while, and the function that shows one. */
function useBriefMessage(): readonly [message: string, show: (message: string) => void] {
  const [message, show] = useState('');
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => show(''), messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, show];
}
