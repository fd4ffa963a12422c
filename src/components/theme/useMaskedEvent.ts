import { useMemo } from 'react';
import type { MessageEvent, NoticeEvent, SessionEvent, ThinkingEvent } from '../../session/index.ts';
import { useLazy } from '../hooks/lazy.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import type { Masking } from '../masking/masking.ts';
import { isLazy } from '../masking/usualMasking.ts';
import { useKit } from './useKit.ts';
import { useMasked } from './useMasked.tsx';

/** Texts up to this many characters are masked synchronously, which takes a few milliseconds. */
const maskedAtOnce = 200_000;

/** Characters behind them that are masked with them and not shown: what the end of the beginning would cut may be a secret. */
const cutReach = 16_384;

type Spoken = MessageEvent | NoticeEvent | ThinkingEvent;

function isSpoken(event: SessionEvent): event is Spoken {
  return event.type === 'message' || event.type === 'notice' || event.type === 'thinking';
}

function isLong(event: SessionEvent): event is Spoken & { text: string } {
  return isSpoken(event) && (event.text?.length ?? 0) > maskedAtOnce;
}

/** An event with no more than the beginning of its text, and what is masked with it. */
function headOf<Event extends SessionEvent>(event: Event): Event {
  return isLong(event) ? { ...event, text: event.text.slice(0, maskedAtOnce + cutReach) } : event;
}

/** The masked beginning of a text, as it is shown. */
function shownHead<Event extends SessionEvent>(event: Event): Event {
  const text = isSpoken(event) ? (event.text ?? '') : '';
  return { ...event, text: `${text.slice(0, -cutReach)}\u2026` };
}

/** What was masked, for as long as the event is in use: rows come and go as a list scrolls. */
const known = new WeakMap<SessionEvent, { readonly masking: Masking; readonly text: string }>();

function* maskText(event: Spoken & { text: string }, masking: Masking): Generator<undefined, string> {
  const before = known.get(event);
  if (before?.masking === masking) return before.text;
  const text = yield* masking.maskInSteps(event.text);
  known.set(event, { masking, text });
  return text;
}

/**
 * Returns an event as it may be shown, like `useMasked`. Of a text that is too long to be masked at once, only the beginning is there until
 * all of it has been masked, between frames.
 *
 * @param part `head` where no more than the beginning of such a text is shown.
 */
export function useMaskedEvent<Event extends SessionEvent>(event: Event, part: 'head' | 'whole' = 'whole'): Event {
  const { isMasked, masking } = useKit();
  const long = !isMasked && part === 'whole' && isLong(event) ? event : undefined;
  const logged = useMemo(() => (isMasked ? event : headOf(event)), [isMasked, event]);
  const head = useMasked(logged);
  const loaded = useLazy(long !== undefined && isLazy(masking) ? masking : undefined);
  const rules = isLazy(masking) ? loaded : masking;
  const text = useInSlices(
    useMemo(() => (long === undefined || rules === undefined ? undefined : () => maskText(long, rules)), [long, rules]),
  );
  return useMemo(() => {
    if (text === undefined) return isMasked || !isLong(event) ? head : shownHead(head);
    return head === logged && text === long?.text ? event : { ...head, text };
  }, [text, head, logged, long, event, isMasked]);
}
