import type { ReplayItem } from '../../replay/index.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { SessionEvent } from '../../session/index.ts';
import { noticeIcon } from '../icons/eventIcon.ts';
import type { IconName } from '../icons/iconShapes.ts';
import type { eventsWords } from '../language/english/events.ts';
import type { phasesWords } from '../language/english/phases.ts';
import type { KitOf } from '../theme/kit.ts';

type EventKit = KitOf<typeof eventsWords & typeof phasesWords>;

/** How a match is told from others: its icon, and what it is called. */
export interface MatchLook {
  readonly icon: IconName;
  /** As the log or the catalogue has it; absent for a call, whose tool's name has a look of its own. */
  readonly name: string | undefined;
}

/** The look of a match. */
export function matchLook(kit: EventKit, item: ReplayItem, agentName: string | undefined): MatchLook {
  if (item.is === 'call') return { icon: toolFamily(item.call.tool_name), name: undefined };
  return lookOfEvent(kit, item.event, agentName);
}

function lookOfEvent({ t }: EventKit, event: SessionEvent, agentName: string | undefined): MatchLook {
  switch (event.type) {
    case 'message': {
      const usual = event.role === 'assistant' && agentName !== undefined ? agentName : t(`role.${event.role}`);
      return { icon: event.role, name: event.from === undefined || event.from === '' ? usual : event.from };
    }
    case 'thinking':
      return { icon: 'thinking', name: t('thinking') };
    case 'plan':
      return { icon: 'todo', name: t('plan') };
    case 'review':
      return { icon: 'review', name: t(`review.${event.action}`) };
    case 'notice':
      return { icon: noticeIcon(event), name: t(`notice.${event.kind}`) };
    case 'usage':
      return { icon: 'usage', name: t('usage') };
    case 'unknown':
      return { icon: noticeIcon(event), name: event.record_type };
  }
}
