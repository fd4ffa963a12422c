'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId } from 'react';
import { isFromProgram, speakerOf } from '../../session/facts/eventText.ts';
import type { MessageEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { eventsWords } from '../language/english/events.ts';
import { RevealButton } from '../shared/ActionButton.tsx';
import { Attachments } from '../shared/Attachments.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { ItemPlace, ItemScope } from '../shared/itemPlace.ts';
import { OneLine, plainLogText } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { ClippedMarkdown, FoldedMarkdown } from '../shared/Markdown.tsx';
import { NoteLine, Row } from '../shared/Row.tsx';
import { Tag } from '../shared/Tag.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { KitContext, speaking, useKit } from '../theme/useKit.ts';
import { useMasked, useRevealOf } from '../theme/useMasked.tsx';
import { useMaskedEvent } from '../theme/useMaskedEvent.ts';

/** Whether a message is folded to its first line, because a program inserted it and nobody said it. */
export function isAside({ role, origin }: MessageEvent): boolean {
  return origin === undefined ? role === 'system' : isFromProgram(origin);
}

/**
 * Whether a message is the task of a subagent: it is folded to three lines.
 *
 * @param depth of the run that it stands in, 0 for the session's own.
 */
export function isTask({ role, origin }: MessageEvent, depth: number, scope?: ItemScope): boolean {
  return role === 'user' && origin === undefined && (depth > 0 || scope?.taskFrom !== undefined);
}

/** Props of {@link MessageCard}. */
export interface MessageCardProps
  extends ItemPlace,
    OpenProps,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** Who said what; `origin` decides whether it is folded. */
  message: MessageEvent;
  /** At the right of the name: what came of a prompt. @default nothing */
  figures?: ReactNode;
  /** Below the text. @default nothing */
  outcome?: ReactNode;
  /** Whether a long text is folded to three lines until it is opened, as the task of a subagent is. @default 'whole' */
  length?: 'whole' | 'short' | undefined;
}

const icons: Readonly<Record<MessageEvent['role'], IconName>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
};

/**
 * What a person, the agent, a teammate or the system said.
 *
 * When to use it: for every message of a session; what hooks and the system put in is folded to one line until it is
 * opened, the task of a subagent to three.
 */
export const MessageCard = forwardRef<HTMLDivElement, MessageCardProps>(function MessageCard(
  { message: logged, figures, outcome, length = 'whole', open: given, defaultOpen, onOpenChange, ...place },
  ref,
) {
  const { shown: message, kit, reveal } = useRevealOf(logged, useMaskedEvent(logged));
  const aside = isAside(message);
  const task = isTask(message, place.depth ?? 0, place.scope);
  const shortens = task || length === 'short';
  const folds = aside || shortens;
  const [open, toggle] = useOpen({ open: given, defaultOpen: defaultOpen ?? !folds, onOpenChange });
  const author = authorOf(speaking(kit, eventsWords), message, useMasked(place.scope));
  const { t } = useKit();
  const bodyId = useId();
  const body = <MessageBody message={message} scope={place.scope} />;
  return (
    <KitContext.Provider value={kit}>
      <Row
        ref={ref}
        item="message"
        at={message.at}
        branch={message.branch}
        data-role={message.role}
        data-origin={message.origin}
        data-folded={aside ? '' : undefined}
        icon={<Icon name={icons[message.role]} />}
        below={
          aside && open ? (
            <div id={bodyId} className="ark-message__aside">
              {body}
              <RevealButton reveal={reveal} />
            </div>
          ) : undefined
        }
        {...place}
      >
        {aside ? (
          <NoteLine
            title={<MessageHeader message={message} author={author} />}
            text={message.text}
            open={open}
            onToggle={toggle}
            controls={bodyId}
          />
        ) : (
          <div className="ark-message__said">
            {figures === undefined ? (
              <MessageHeader message={message} author={author} />
            ) : (
              <div className="ark-message__heading">
                <MessageHeader message={message} author={author} />
                {figures}
              </div>
            )}
            {shortens ? <FoldedMarkdown text={message.text} open={open} onToggle={toggle} /> : body}
            {outcome}
            <span className="ark-message__copy">
              <RevealButton reveal={reveal} />
              <CopyButton look="icon" label={t('copy.message')} text={message.text} />
            </span>
          </div>
        )}
      </Row>
    </KitContext.Provider>
  );
});

interface MessageBodyProps {
  message: MessageEvent;
  scope: ItemScope | undefined;
}

/** The text of a message: Markdown where someone wrote it, lines where a shell or a program printed it. */
function MessageBody({ message, scope }: MessageBodyProps): ReactElement {
  const printed = message.origin === 'shell' || message.origin === 'hook' || message.origin === 'background_task';
  return (
    <div className="ark-message__body">
      {message.text === '' ? null : printed ? (
        <LongText text={message.text} />
      ) : (
        <ClippedMarkdown text={message.text} />
      )}
      <Attachments
        attachments={message.attachments ?? []}
        contents={message.content_refs ?? []}
        pointer="/attachments"
        scope={scope}
      />
    </div>
  );
}

interface MessageHeaderProps {
  message: MessageEvent;
  author: Author;
}

/** Who said it, to whom, and how it came in where it was not simply said. */
export function MessageHeader({ message, author }: MessageHeaderProps): ReactElement {
  const { t } = useKit(eventsWords);
  return (
    <div className="ark-message__header">
      <span
        className="ark-message__author"
        title={message.model === undefined ? undefined : plainLogText(message.model)}
      >
        <OneLine text={author.name} />
      </span>
      {author.to === undefined ? null : (
        <span className="ark-message__author">
          <span aria-hidden="true">{'\u2192'}</span>
          <span className="ark-unseen">{t('message.to')}</span>
          <OneLine text={author.to} />
        </span>
      )}
      {message.origin === undefined ? null : <Tag>{t(`origin.${message.origin}`)}</Tag>}
      {message.branch === 'abandoned' ? <Tag look="dashed">{t('call.abandoned')}</Tag> : null}
      {isSilent(message) ? <span>{t('call.noOutput')}</span> : null}
    </div>
  );
}

/** Whether a message is the answer of a command that printed nothing. */
function isSilent({ role, text, attachments = [] }: MessageEvent): boolean {
  return role === 'system' && text === '' && attachments.length === 0;
}

/** The author of a message, and its recipient if known. */
interface Author {
  readonly name: string;
  readonly to?: string | undefined;
}

/**
 * The author: the name in the log, else the agent's name, else the role in the kit's language. A subagent's task is attributed to the agent
 * that started it, not to a person; a message inserted by a program, to the system.
 */
export function authorOf(
  { t }: Pick<KitOf<typeof eventsWords>, 't'>,
  { role, from, to, origin }: MessageEvent,
  scope: ItemScope | undefined,
): Author {
  if (from !== undefined && from !== '') return { name: from, to };
  if (role === 'assistant' && scope?.agentName !== undefined) return { name: scope.agentName, to };
  if (role === 'user' && origin === undefined && scope?.taskFrom !== undefined) {
    return { name: scope.taskFrom || t('role.mainAgent'), to: to ?? scope.agentName ?? t('role.assistant') };
  }
  return { name: t(`role.${speakerOf({ role, origin })}`), to };
}
