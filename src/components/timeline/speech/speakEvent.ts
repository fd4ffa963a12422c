import type { MessageEvent, PlanEvent, SessionEvent } from '../../../session/index.ts';
import type { Kit } from '../../theme/kit.ts';
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

function authorOf({ t }: Kit, { role, from }: MessageEvent, agentName: string | undefined): string {
  if (from !== undefined && from !== '') return from;
  return role === 'assistant' && agentName !== undefined ? agentName : t(`role.${role}`);
}

/** An event in words: what it is, and what it says. */
export function speakEvent(kit: Kit, event: SessionEvent, agentName: string | undefined): string[] {
  const { t, formatters } = kit;
  switch (event.type) {
    case 'message':
      return [`${authorOf(kit, event, agentName)}: ${plainText(kit, event.text)}`];
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
