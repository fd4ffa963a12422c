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

type Spoken = MessageEvent | NoticeEvent | ThinkingEvent;

function isLong(event: SessionEvent): event is Spoken & { text: string } {
  const speaks = event.type === 'message' || event.type === 'notice' || event.type === 'thinking';
  return speaks && (event.text?.length ?? 0) > maskedAtOnce;
}

/** An event with no more than the beginning of its text. */
function headOf<Event extends SessionEvent>(event: Event): Event {
  return isLong(event) ? { ...event, text: `${event.text.slice(0, maskedAtOnce)}\u2026` } : event;
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
    if (text === undefined) return head;
    return head === logged && text === long?.text ? event : { ...head, text };
  }, [text, head, logged, long, event]);
}
