'use client';
import { type ReactElement, useId } from 'react';
import type { EventItem } from '../../replay/index.ts';
import { useMasked } from '../masking/useMasked.ts';
import { useReveal } from '../masking/useReveal.ts';
import { elapsedMs } from '../shared/elapsedMs.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { RevealButton } from '../shared/RevealButton.tsx';
import { KitContext } from '../theme/KitContext.ts';
import { useKit } from '../theme/useKit.ts';
import { EventBody } from './EventBody.tsx';
import { EventSource } from './EventSource.tsx';
import { EventTitle } from './EventTitle.tsx';

/** Props of {@link EventDetail}. */
export interface EventDetailProps {
  item: EventItem;
  scope: ItemScope;
  headingLevel: 2 | 3;
}

/** A message, a thought, a notice, a checklist, a review, a count of tokens or an unknown record: whole. */
export function EventDetail({ item, scope: around, headingLevel }: EventDetailProps): ReactElement {
  const { formatters } = useKit();
  const titleId = useId();
  const Title = `h${headingLevel}` as const;
  const level = (headingLevel + 1) as 3 | 4;
  const { shown: event, kit, reveal } = useReveal(item.event);
  const scope = useMasked(around);
  const elapsed = elapsedMs(scope.startedAt, event.at);
  return (
    <KitContext.Provider value={kit}>
      <article className="ark ark-detail" aria-labelledby={titleId} data-event={event.type}>
        <header className="ark-detail__header">
          <div className="ark-detail__title-line">
            <Title id={titleId} className="ark-replay__event-title">
              <EventTitle event={event} scope={scope} />
            </Title>
            <RevealButton reveal={reveal} />
          </div>
          {event.at === undefined ? null : (
            <ul className="ark-detail__facts">
              {elapsed === undefined ? null : <li className="ark-detail__fact">{formatters.clock(elapsed)}</li>}
              {scope.dated === false ? null : (
                <li className="ark-detail__fact">
                  <time dateTime={event.at} title={formatters.dateTime(event.at)}>
                    {formatters.timeOfDay(event.at)}
                  </time>
                </li>
              )}
            </ul>
          )}
        </header>
        <div className="ark-detail__body">
          <EventBody item={{ ...item, event }} scope={scope} level={level} />
          <EventSource event={event} scope={scope} level={level} />
        </div>
      </article>
    </KitContext.Provider>
  );
}
