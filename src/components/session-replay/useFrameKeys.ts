import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useState } from 'react';
import { hasClock, shownItem } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { oneLine } from '../../session/text/lines.ts';
import { replayWords } from '../language/english/replay.ts';
import { settleMasking } from '../masking/usualMasking.ts';
import { quoteItem } from '../replay-link/replayLink.ts';
import { useCopy } from '../shared/CopyButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { speakItem, spokenWords } from '../timeline/speech.ts';
import { commandOf, type ReplayKeysOptions, useReplayKeys } from '../transport-bar/replayCommand.ts';
import { sessionScope } from './ReplayViewContext.ts';

/** Actions of the frame that keys trigger, besides those of the replay. */
export interface FrameKeysOptions extends ReplayKeysOptions {
  /** Esc was pressed. Returns whether it moved details back beside the list or closed the search; Esc then does nothing else. */
  readonly onLeave: () => boolean;
}

/** Keys of a whole replay: those of its transport bar; and Esc, which unpins or deselects the item, then clears the range. */
export function useFrameKeys(options: FrameKeysOptions): (event: ReactKeyboardEvent<HTMLElement>) => void {
  const replay = useReplayStore();
  const onTransportKey = useReplayKeys(options);
  return (event) => {
    if (asksToFind(event)) {
      event.preventDefault();
      options.onFind?.();
      return;
    }
    if (commandOf(event)?.do !== 'close' || event.defaultPrevented) {
      onTransportKey(event);
      return;
    }
    if (options.onLeave()) {
      event.preventDefault();
      return;
    }
    const { selection, pinned, filters } = replay.getState();
    if (selection === undefined && pinned === undefined) {
      if (filters.between === undefined) return;
      event.preventDefault();
      replay.filter({ between: undefined });
      return;
    }
    event.preventDefault();
    // The focus may be in the details that close, so it returns to the list.
    const list = event.currentTarget.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    if (pinned === undefined) replay.select(undefined);
    else replay.pin(undefined);
    list?.focus({ preventScroll: true });
  };
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

const ownWords = { ...replayWords, ...spokenWords };

/** Length of an item's name above its quote, in characters. */
const longestName = 80;

/** What copies the moment that a replay shows. */
interface Moment {
  /** The item whose details are shown, as Markdown with its address; empty where there is none. Secrets are masked. */
  readonly quote: () => Promise<string>;
  /** Copies the address or the quote; without a router of the host there is no address to copy. */
  readonly copy: (as: 'link' | 'quote') => void;
  /** That a key has copied something; empty otherwise. */
  readonly said: string;
}

/** Copies the moment that the surrounding replay shows. `address` returns where the host keeps it, if it does. */
export function useMoment(address: (() => string) | undefined): Moment {
  const kit = useKit(ownWords);
  const { t } = kit;
  const replay = useReplayStore();
  const [as, setAs] = useState<'link' | 'quote'>('link');
  const [answer, copyText] = useCopy();
  const quote = useCallback(async () => {
    const state = replay.getState();
    const item = shownItem(state);
    if (item === undefined) return '';
    const { index } = state;
    const masking = await settleMasking(kit.masking);
    const [what = '', ...rest] = speakItem({ ...kit, masking }, item, sessionScope(index), 'done');
    // A call that did not succeed says why before it says how long it took.
    const why = item.is === 'call' && rest.length > 1 ? rest.slice(0, 1) : [];
    return quoteItem(
      item.is === 'call' ? { ...item, call: masking.mask(item.call) } : { ...item, event: masking.mask(item.event) },
      {
        name: [what, ...why].map((words) => oneLine(words, longestName)).join(kit.t('listSeparator')),
        time: hasClock(index) ? kit.formatters.clock(index.starts[item.index] ?? 0) : `#${item.index + 1}`,
        address: address?.(),
      },
    );
  }, [replay, address, kit]);
  const copy = (what: 'link' | 'quote'): void => {
    const text = what === 'link' ? address : quote;
    if (text === undefined) return;
    setAs(what);
    copyText(text);
  };
  const said =
    answer === 'none' ? '' : t(answer === 'refused' ? 'copy.refused' : as === 'link' ? 'link.copied' : 'link.quoted');
  return { quote, copy, said };
}
