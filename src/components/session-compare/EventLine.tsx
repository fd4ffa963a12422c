'use client';
import type { ReactElement } from 'react';
import type { SessionEvent } from '../../session/index.ts';
import { eventIcon } from '../icons/eventIcon.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { useMasked } from '../masking/useMasked.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { Row, type RowProps } from '../shared/Row.tsx';
import type { KitOf } from '../theme/kit.ts';
import { useKit } from '../theme/useKit.ts';

const ownWords = { ...eventsWords, ...phasesWords };

/** Props of {@link EventLine}. */
export interface EventLineProps {
  event: SessionEvent;
  place: ItemPlace;
}

/** What happened between two calls, on one line whatever its length. */
export function EventLine({ event: logged, place }: EventLineProps): ReactElement {
  const kit = useKit(ownWords);
  const event = useMasked(logged);
  const { title, text } = eventWords(kit, event, useMasked(place.scope?.agentName));
  return (
    <Row
      item={rowItem(event)}
      at={event.at}
      branch={event.branch}
      icon={<Icon name={eventIcon(event)} />}
      // On one line, as a message that is folded.
      data-folded=""
      {...place}
    >
      <span className="ark-compare__title">
        <OneLine text={title} />
      </span>{' '}
      <span className="ark-compare__text">
        <OneLine text={text} />
      </span>
    </Row>
  );
}

function rowItem({ type }: SessionEvent): RowProps['item'] {
  return type === 'message' || type === 'thinking' || type === 'plan' ? type : 'notice';
}

function eventWords(
  { t }: KitOf<typeof ownWords>,
  event: SessionEvent,
  agentName: string | undefined,
): { title: string; text: string } {
  switch (event.type) {
    case 'message': {
      const agent = event.role === 'assistant' ? agentName : undefined;
      return { title: event.from || (agent ?? t(`role.${event.role}`)), text: event.text };
    }
    case 'thinking':
      return { title: t('thinking'), text: event.text || t('thinking.omitted') };
    case 'plan': {
      const done = event.items.filter(({ status }) => status === 'completed').length;
      return { title: t('plan'), text: t('plan.progress', { done, n: event.items.length }) };
    }
    case 'review':
      return { title: t(`review.${event.action}`), text: event.feedback };
    case 'notice':
      return { title: t(`notice.${event.kind}`), text: event.text };
    case 'usage':
      return { title: t('usage'), text: '' };
    case 'unknown':
      return { title: event.record_type, text: t('notice.keptAsUnknown') };
  }
}
