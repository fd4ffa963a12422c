import type { MessageEvent, PlanEvent, SessionEvent } from '../../../session/index.ts';
import { eventsWords } from '../../language/english/events.ts';
import { phasesWords } from '../../language/english/phases.ts';
import { authorOf } from '../../message-card/authorOf.ts';
import type { ItemScope } from '../../shared/itemPlace.ts';
import type { Kit, KitOf } from '../../theme/kit.ts';

/** Texts that the name of a row is made of. */
export const spokenWords = { ...eventsWords, ...phasesWords };

type SpokenKit = KitOf<typeof spokenWords>;

import { usageParts } from '../../usage-badge/usageParts.ts';
import { plainText } from './plainText.ts';

/** A checklist in words: what is being done, and how much is. */
export function speakPlan(kit: Kit, { items }: PlanEvent): string[] {
  const done = items.filter(({ status }) => status === 'completed').length;
  const now = items.find(({ status }) => status === 'in_progress')?.text;
  return [
    kit.t('plan'),
    ...(now === undefined ? [] : [plainText(kit, now)]),
    kit.t('plan.progress', { done, n: items.length }),
  ];
}

function speakAuthor(kit: SpokenKit, message: MessageEvent, scope: ItemScope | undefined): string {
  const { name, to } = authorOf(kit, message, scope);
  return to === undefined ? name : `${name}, ${kit.t('message.to')} ${to}`;
}

/** An event in words: what it is, and what it says. */
export function speakEvent(kit: SpokenKit, event: SessionEvent, scope: ItemScope | undefined): string[] {
  const { t, formatters } = kit;
  switch (event.type) {
    case 'message':
      return [`${speakAuthor(kit, event, scope)}: ${plainText(kit, event.text)}`];
    case 'thinking':
      return [t('thinking'), event.text ? plainText(kit, event.text) : t('thinking.omitted')];
    case 'plan':
      return speakPlan(kit, event);
    case 'review':
      return [t(`review.${event.action}`), t('review.attempt', { n: event.attempt }), plainText(kit, event.feedback)];
    case 'notice':
      return [t(`notice.${event.kind}`), plainText(kit, event.text)];
    case 'usage':
      return usageParts(event.usage).map(
        ({ kind, name, tokens }) => `${formatters.tokens(tokens)} ${kind === 'other' ? name : t(`usage.${kind}`)}`,
      );
    case 'unknown':
      return [plainText(kit, event.record_type), t('notice.keptAsUnknown')];
  }
}
