'use client';

import { type ReactElement, type ReactNode, useId } from 'react';
import type { EventItem } from '../../replay/index.ts';
import type { MessageEvent, SessionEvent } from '../../session/index.ts';
import { eventIcon } from '../icons/eventIcon.ts';
import { Icon } from '../icons/Icon.tsx';
import { detailWords } from '../language/english/detail.ts';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { authorOf } from '../message-card/authorOf.ts';
import { MessageHeader } from '../message-card/MessageHeader.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { JsonView } from '../shared/code/JsonView.tsx';
import { elapsedMs } from '../shared/elapsedMs.ts';
import { extensionFacts } from '../shared/extensionFacts.ts';
import { type Fact, Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { PathText } from '../shared/PathText.tsx';
import { RevealButton } from '../shared/RevealButton.tsx';
import { Section } from '../shared/Section.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useOpen } from '../shared/useOpen.ts';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { useReveal } from '../theme/useReveal.ts';
import { EventBody } from './EventBody.tsx';
import type { MessageRow } from './MessageSection.tsx';

const ownWords = { ...eventsWords, ...phasesWords };

/** Props of {@link EventTitle}. */
interface EventTitleProps {
  event: SessionEvent;
  scope: ItemScope;
}

/** The kind of an event in a word or two, after its icon. */
function EventTitle({ event, scope }: EventTitleProps): ReactElement {
  const { t } = useKit(ownWords);
  const icon = <Icon name={eventIcon(event)} />;
  switch (event.type) {
    case 'message':
      return (
        <>
          {icon}
          <MessageTitle message={event} scope={scope} />
        </>
      );
    case 'notice':
      return (
        <>
          {icon}
          {t(`notice.${event.kind}`)}
        </>
      );
    case 'review':
      return (
        <>
          {icon}
          {t(`review.${event.action}`)}
          <Tag>{t('review.attempt', { n: event.attempt })}</Tag>
        </>
      );
    case 'unknown':
      return (
        <>
          {icon}
          <OneLine text={event.record_type} face="mono" />
        </>
      );
    case 'thinking':
    case 'plan':
    case 'usage':
      return (
        <>
          {icon}
          {t(event.type)}
        </>
      );
  }
}

function MessageTitle({ message, scope }: { message: MessageEvent; scope: ItemScope }): ReactElement {
  return <MessageHeader message={message} author={authorOf(useKit(ownWords), message, scope)} />;
}

/** Props of {@link EventDetail}. */
interface EventDetailProps {
  item: EventItem;
  scope: ItemScope;
  headingLevel: 2 | 3;
  /** The row of a message that the details stand beside; the details then do not repeat its text. @default the text is shown */
  row?: MessageRow | undefined;
  /** Buttons in the header. @default none */
  actions?: ReactNode;
}

/** The details of an event: a message, a thought, a notice, a checklist, a review, a count of tokens or an unknown record. */
export function EventDetail({ item, scope: around, headingLevel, row, actions }: EventDetailProps): ReactElement {
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
        <header className="ark-inset ark-detail__header">
          <div className="ark-detail__title-line">
            <Title id={titleId} className="ark-replay__event-title">
              <EventTitle event={event} scope={scope} />
            </Title>
            <RevealButton reveal={reveal} />
            {event.at === undefined ? actions : null}
          </div>
          {event.at === undefined ? null : (
            <div className="ark-detail__facts-line">
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
              {actions}
            </div>
          )}
        </header>
        <div className="ark-detail__body">
          <EventBody
            item={{ ...item, event }}
            scope={scope}
            level={level}
            row={row}
            revealed={reveal?.revealed === true}
          />
          <EventSource event={event} scope={scope} level={level} />
          {event.type === 'unknown' ? null : <RecordSection event={event} level={level} />}
        </div>
      </article>
    </KitContext.Provider>
  );
}

/** An event as stored in the session, shown on request. */
function RecordSection({ event, level }: { event: SessionEvent; level: 3 | 4 }): ReactElement {
  const { t } = useKit(detailWords);
  const [open, toggle] = useOpen({});
  const json = (): string => JSON.stringify(event, null, 2);
  return (
    <Section
      name="record"
      level={level}
      title={t('detail.record')}
      actions={
        <>
          <ActionButton
            label={t(open ? 'detail.hideInput' : 'detail.showInput')}
            aria-expanded={open}
            onClick={toggle}
          />
          <CopyButton text={json} label={t('copy.json')} />
        </>
      }
    >
      {open ? (
        <JsonView value={{ ...event }} label={t('detail.record')}>
          <LongText text={json()} />
        </JsonView>
      ) : null}
    </Section>
  );
}

/** Props of {@link EventSource}. */
interface EventSourceProps {
  event: SessionEvent;
  scope: ItemScope;
  level: 3 | 4;
}

/** Where an event is in its source file, its ids, and additional fields of its format. */
function EventSource({ event, scope, level }: EventSourceProps): ReactElement {
  const { t, formatters } = useKit(detailWords);
  const { source_ref: ref, event_id } = event;
  const model = event.type === 'message' || event.type === 'usage' ? event.model : undefined;
  const mono = (name: string, text: string | undefined): Fact[] =>
    text === undefined ? [] : [{ name, value: <OneLine text={text} face="mono" /> }];
  const file = ref === undefined ? undefined : (scope.sources?.[ref.source] ?? '');
  const place =
    ref === undefined || file === undefined
      ? []
      : [
          { name: t('detail.line'), value: <PathText path={file} lines={String(ref.line)} /> },
          { name: t('detail.bytes'), value: formatters.bytes(ref.byte_length) },
        ];
  return (
    <Section
      name="source"
      level={level}
      title={t('detail.source')}
      actions={ref === undefined ? undefined : <CopyButton text={`${file}:${ref.line}`} label={t('copy.place')} />}
    >
      <Facts
        facts={[
          ...mono(t('detail.eventId'), event_id),
          ...mono(t('detail.model'), model),
          ...place,
          ...mono(t('detail.nativeId'), ref?.native_id),
          ...extensionFacts(event.extensions).flatMap(({ name, text }) => mono(name, text)),
        ]}
      />
    </Section>
  );
}
