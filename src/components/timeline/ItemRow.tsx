import { memo, type ReactElement, useId } from 'react';
import {
  checklistAt,
  planOf,
  pollsOf,
  positionOf,
  type ReplayItem,
  type SessionIndex,
  workdirChange,
} from '../../replay/index.ts';
import { hasFailed } from '../../replay/internal.ts';
import type { MessageEvent, PlanEvent, ReviewEvent, SessionEvent, UsageEvent } from '../../session/index.ts';
import { Checklist } from '../checklist/Checklist.tsx';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { isAside, isTask, MessageCard } from '../message-card/MessageCard.tsx';
import { NoticeRow } from '../notice-row/NoticeRow.tsx';
import { ChapterWork } from '../session-outline/ChapterWork.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { MarkdownText } from '../shared/Markdown.tsx';
import { NoteLine, Row } from '../shared/Row.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { ThinkingNote } from '../thinking-note/ThinkingNote.tsx';
import { ToolCallCard } from '../tool-call-card/ToolCallCard.tsx';
import { UsageBadge } from '../usage-badge/UsageBadge.tsx';
import { ChapterHead } from './ChapterHead.tsx';
import type { ChapterRow } from './rowBuilder.ts';
import { triggersOf } from './rowFacts.ts';

interface ItemRowProps {
  index: SessionIndex;
  item: ReplayItem;
  place: ItemPlace;
  open: boolean;
  onToggle: () => void;
  /** For the prompt at the head of a chapter: what came of the chapter, and how it is folded. */
  chapter?: ChapterRow | undefined;
  /** Whether its chapter is condensed; its text is then shortened. */
  condensed?: boolean;
  onFold: () => void;
  onSelect: ((id: string) => void) | undefined;
}

/** Memoized: most rows are calls, and most of them do not change when the session grows. */
const CallRow = memo(ToolCallCard);

/** Draws an item by its kind. */
export function ItemRow(props: ItemRowProps): ReactElement {
  const { index, item, place, open, onToggle } = props;
  const plan = planOf(item);
  if (plan !== undefined) return <PlanRow {...props} plan={plan} />;
  if (item.is === 'event') {
    if (item.event.type === 'message' && (props.chapter !== undefined || props.condensed === true)) {
      return <ChapterMessage {...props} message={item.event} />;
    }
    return <EventRow event={item.event} place={place} open={open} onToggle={onToggle} />;
  }
  const unfolds = triggersOf(index).has(item.id);
  const polls = pollsOf(index).get(item.id);
  const went = workdirChange(index, item);
  return (
    <CallRow
      call={item.call}
      {...(polls === undefined ? {} : { polled: polls.items.length, durationMs: polls.durationMs })}
      innerFailures={unfolds ? innerFailures(index, item.id) : 0}
      expanded={open}
      workdir={went?.path}
      previousWorkdir={went?.previous}
      {...(unfolds ? { onExpandedChange: onToggle } : {})}
      {...place}
    />
  );
}

/** The prompt at the head of a chapter, with what came of it; or the answer of a condensed chapter. */
function ChapterMessage(props: ItemRowProps & { message: MessageEvent }): ReactElement {
  const { index, chapter, condensed, message, place, open, onToggle, onFold, onSelect } = props;
  return (
    <MessageCard
      message={message}
      {...(condensed === true ? { length: 'short', open, onOpenChange: onToggle } : {})}
      {...(chapter === undefined ? {} : { figures: <ChapterHead {...{ index, chapter, onFold }} /> })}
      {...(chapter === undefined || condensed !== true
        ? {}
        : {
            outcome: (
              <ChapterWork
                {...{ index, onSelect }}
                chapter={chapter.chapter}
                scope={place.scope}
                folded
                onToggle={onFold}
              />
            ),
          })}
      {...place}
    />
  );
}

function PlanRow({ index, item, place, open, onToggle, plan }: ItemRowProps & { plan: PlanEvent }): ReactElement {
  // The changes are shown only in the unfolded list, and worked out only then.
  const changes = open ? checklistAt(index, positionOf(index, item.index), item.run) : undefined;
  return (
    <Checklist
      plan={plan}
      {...(changes === undefined ? {} : { changes })}
      open={open}
      onOpenChange={onToggle}
      {...place}
    />
  );
}

function folds(message: MessageEvent, { depth = 0, scope }: ItemPlace): boolean {
  return isAside(message) || isTask(message, depth, scope);
}

interface EventRowProps {
  event: SessionEvent;
  place: ItemPlace;
  open: boolean;
  onToggle: () => void;
}

function EventRow({ event, place, open, onToggle }: EventRowProps): ReactElement {
  const fold = { open, onOpenChange: onToggle };
  switch (event.type) {
    case 'message':
      return <MessageCard message={event} {...(folds(event, place) ? fold : {})} {...place} />;
    case 'thinking':
      return <ThinkingNote thinking={event} {...fold} {...place} />;
    case 'plan':
      return <Checklist plan={event} {...fold} {...place} />;
    case 'review':
      return <ReviewRow review={event} open={open} onToggle={onToggle} {...place} />;
    case 'notice':
    case 'unknown':
      return <NoticeRow notice={event} {...fold} {...place} />;
    case 'usage':
      return <UsageRow event={event} {...place} />;
  }
}

/** How many calls failed in the runs that a call started. */
function innerFailures({ items, runs }: SessionIndex, id: string): number {
  const wrong = runs.flatMap(({ trigger, landmarks }) => (trigger?.id === id ? [...landmarks.error] : []));
  return wrong.filter((at) => hasFailed(items[at])).length;
}

interface UsageRowProps extends ItemPlace {
  event: UsageEvent;
}

/** The tokens of one response, as a quiet row. */
function UsageRow({ event, ...place }: UsageRowProps): ReactElement {
  const { t } = useKit();
  return (
    <Row item="notice" at={event.at} branch={event.branch} data-notice="usage" icon={<Icon name="usage" />} {...place}>
      <NoteLine title={t('usage')} text={useMasked(event.model)}>
        <UsageBadge usage={event.usage} />
      </NoteLine>
    </Row>
  );
}

interface ReviewRowProps extends ItemPlace {
  review: ReviewEvent;
  open: boolean;
  onToggle: () => void;
}

/** A person's decision on a plan (accepted, changes asked for, given up); the feedback unfolds. */
function ReviewRow({ review: logged, open, onToggle, ...place }: ReviewRowProps): ReactElement {
  const { t } = useKit(phasesWords);
  const bodyId = useId();
  const review = useMasked(logged);
  const { action, attempt, feedback } = review;
  const title = (
    <span className="ark-timeline__review">
      {t(`review.${action}`)}
      <Tag>{t('review.attempt', { n: attempt })}</Tag>
    </span>
  );
  return (
    <Row
      item="notice"
      at={review.at}
      branch={review.branch}
      data-notice="review"
      data-review={action}
      icon={<Icon name="review" />}
      below={
        open && feedback !== '' ? (
          <div id={bodyId} className="ark-note__below">
            <MarkdownText text={feedback} />
          </div>
        ) : undefined
      }
      {...place}
    >
      <NoteLine
        title={title}
        text={open ? undefined : feedback}
        open={open}
        onToggle={feedback === '' ? undefined : onToggle}
        controls={bodyId}
      />
    </Row>
  );
}
