import { type ReactElement, type ReactNode, useId } from 'react';
import { checklistAt, type EventItem, positionOf, type ReplayItem } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import type { MessageEvent, PlanEvent, SessionEvent } from '../../session/index.ts';
import { ChecklistItems } from '../checklist/Checklist.tsx';
import { Icon } from '../icons/Icon.tsx';
import { eventIcon } from '../icons/iconShapes.ts';
import { detailWords } from '../language/english/detail.ts';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { authorOf, MessageHeader } from '../message-card/MessageCard.tsx';
import { NoticeFacts } from '../notice-row/NoticeRow.tsx';
import { ActionButton, RevealButton } from '../shared/ActionButton.tsx';
import { Attachments } from '../shared/Attachments.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { JsonView } from '../shared/code/JsonView.tsx';
import { useOpen } from '../shared/Disclosure.tsx';
import { extensionFacts, type Fact, Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { MarkdownText } from '../shared/Markdown.tsx';
import { PathText } from '../shared/PathText.tsx';
import { elapsedMs } from '../shared/Row.tsx';
import { Section } from '../shared/Section.tsx';
import { Tag } from '../shared/Tag.tsx';
import { KitContext, useKit } from '../theme/useKit.ts';
import { useMasked, useRevealOf } from '../theme/useMasked.tsx';
import { useMaskedEvent } from '../theme/useMaskedEvent.ts';
import { usageParts } from '../usage-badge/UsageBadge.tsx';
import { cutsMessage, type MessageRow, MessageSection } from './MessageSection.tsx';

const ownWords = { ...eventsWords, ...phasesWords };

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

interface EventDetailProps {
  item: EventItem;
  scope: ItemScope;
  headingLevel: 2 | 3;
  /** When the replay's clock reaches it, in milliseconds since 1970. */
  replayedAt: number | undefined;
  /** The row of a message that the details stand beside; the details then do not repeat its text. @default the text is shown */
  row?: MessageRow | undefined;
  /** Buttons in the header. @default none */
  actions?: ReactNode;
}

/** The details of an event: a message, a thought, a notice, a checklist, a review, a count of tokens or an unknown record. */
export function EventDetail({
  item,
  replayedAt,
  scope: around,
  headingLevel,
  row,
  actions,
}: EventDetailProps): ReactElement {
  const { formatters } = useKit();
  const titleId = useId();
  const Title = `h${headingLevel}` as const;
  const level = (headingLevel + 1) as 3 | 4;
  const { shown: event, kit, reveal } = useRevealOf(item.event, useMaskedEvent(item.event));
  const scope = useMasked(around);
  const elapsed = elapsedMs(scope.startedAt, replayedAt ?? event.at);
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
        <div key={item.id} className="ark-detail__body">
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

interface TextSectionProps {
  text: string;
  /** `prose` is rendered as Markdown; `lines` as the output of a program. */
  look: 'prose' | 'lines';
  level: 3 | 4;
  /** Shown if there is no text. */
  empty?: string;
  children?: ReactNode;
}

const fold = { head: 40, tail: 10 };

/** The full text of an event, with its attachments. */
function TextSection({ text, look, level, empty, children }: TextSectionProps): ReactElement {
  const { t } = useKit(detailWords);
  return (
    <Section
      name="text"
      level={level}
      title={t('detail.text')}
      actions={text === '' ? undefined : <CopyButton text={text} />}
    >
      {text === '' ? null : look === 'prose' ? <MarkdownText text={text} /> : <LongText text={text} fold={fold} />}
      {text === '' && empty !== undefined ? <p className="ark-detail__quiet">{empty}</p> : null}
      {children}
    </Section>
  );
}

interface EventBodyProps {
  item: EventItem;
  scope: ItemScope;
  level: 3 | 4;
  /** For a message beside its row: its text is shown only if the row cuts it, or if the reader reveals what is masked. */
  row?: MessageRow | undefined;
  revealed?: boolean | undefined;
}

/** The content of an event. */
function EventBody({ item, scope, level, row, revealed = false }: EventBodyProps): ReactElement {
  const { t, formatters } = useKit(eventsWords);
  const { event } = item;
  switch (event.type) {
    case 'message': {
      const printed = event.origin === 'shell' || event.origin === 'hook' || event.origin === 'background_task';
      const text = <TextSection text={event.text} look={printed ? 'lines' : 'prose'} level={level} />;
      const attachments = (
        <Attachments
          attachments={event.attachments ?? []}
          contents={event.content_refs ?? []}
          pointer="/attachments"
          scope={scope}
        />
      );
      if (row === undefined) {
        return (
          <TextSection text={event.text} look={printed ? 'lines' : 'prose'} level={level}>
            {attachments}
          </TextSection>
        );
      }
      return (
        <>
          <MessageSection item={item} message={event} row={row} level={level}>
            {attachments}
          </MessageSection>
          {revealed || cutsMessage(item, event, row, scope) ? text : null}
        </>
      );
    }
    case 'thinking':
      return <TextSection text={event.text ?? ''} empty={t('thinking.omitted')} look="prose" level={level} />;
    case 'review':
      return <TextSection text={event.feedback} look="prose" level={level} />;
    case 'notice':
      return (
        <TextSection text={event.text} look="lines" level={level}>
          <NoticeFacts notice={event} />
        </TextSection>
      );
    case 'unknown':
      return <TextSection text={JSON.stringify(event.raw, null, 2) ?? ''} look="lines" level={level} />;
    case 'plan':
      return (
        <>
          {event.explanation === undefined ? null : <TextSection text={event.explanation} look="prose" level={level} />}
          <PlanSection item={item} plan={event} level={level} />
        </>
      );
    case 'usage': {
      const facts = usageParts(event.usage).map(({ kind, name, tokens }) => ({
        name: kind === 'other' ? name : t(`usage.${kind}`),
        value: <span className="ark-figures">{formatters.number(tokens)}</span>,
      }));
      const cost = event.usage.cost_usd;
      return (
        <TextSection text="" look="lines" level={level}>
          <Facts facts={cost === undefined ? facts : [...facts, { name: 'USD', value: formatters.dollars(cost) }]} />
        </TextSection>
      );
    }
  }
}

interface PlanSectionProps {
  item: ReplayItem;
  plan: PlanEvent;
  level: 3 | 4;
}

/** The checklist that an item set, with its changes. */
export function PlanSection({ item, plan, level }: PlanSectionProps): ReactElement {
  const { t } = useKit();
  const id = useId();
  const changes = useReplay(({ index }) => checklistAt(index, positionOf(index, item.index), item.run));
  const done = plan.items.filter(({ status }) => status === 'completed').length;
  return (
    <Section
      name="plan"
      level={level}
      title={t('plan')}
      actions={<span>{t('plan.progress', { done, n: plan.items.length })}</span>}
    >
      <ChecklistItems id={id} items={plan.items} changes={changes} />
    </Section>
  );
}
