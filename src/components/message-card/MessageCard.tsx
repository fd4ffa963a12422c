'use client';

import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId } from 'react';
import type { MessageEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { eventsWords } from '../language/english/events.ts';
import { Attachments } from '../shared/Attachments.tsx';
import { ClippedMarkdown } from '../shared/ClippedMarkdown.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { FoldedMarkdown } from '../shared/FoldedMarkdown.tsx';
import type { ItemPlace, ItemScope } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';
import { NoteLine } from '../shared/NoteLine.tsx';
import { RevealButton } from '../shared/RevealButton.tsx';
import { Row } from '../shared/Row.tsx';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import { KitContext, speaking, useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { useReveal } from '../theme/useReveal.ts';
import { authorOf } from './authorOf.ts';
import { isAside, isTask } from './isAside.ts';
import { MessageHeader } from './MessageHeader.tsx';

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
  const { shown: message, kit, reveal } = useReveal(logged);
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

/** Props of {@link MessageBody}. */
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
