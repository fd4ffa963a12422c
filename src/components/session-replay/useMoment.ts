import { useCallback, useState } from 'react';
import { hasClock, shownItem } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { oneLine } from '../../session/text/lines.ts';
import { replayWords } from '../language/english/replay.ts';
import { settleMasking } from '../masking/usualMasking.ts';
import { quoteItem } from '../replay-link/replayLink.ts';
import { useCopy } from '../shared/CopyButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { speakItem, spokenWords } from '../timeline/speech.ts';
import { sessionScope } from './ReplayViewContext.ts';

const ownWords = { ...replayWords, ...spokenWords };

/** Length of an item's name above its quote, in characters. */
const longestName = 80;

/** What copies the moment that a replay shows. */
export interface Moment {
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
