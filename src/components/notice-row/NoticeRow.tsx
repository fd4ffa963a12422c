'use client';
import { type ComponentPropsWithoutRef, forwardRef, useId } from 'react';
import type { NoticeEvent, UnknownEvent } from '../../session/index.ts';
import { noticeIcon } from '../icons/eventIcon.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventsWords } from '../language/english/events.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';
import { NoteLine } from '../shared/NoteLine.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { Row } from '../shared/Row.tsx';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { NoticeFacts } from './NoticeFacts.tsx';
import { noticeText } from './noticeText.ts';

/** Props of {@link NoticeRow}. */
export interface NoticeRowProps
  extends ItemPlace,
    OpenProps,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** What happened, or a record of a type that no adapter knows. */
  notice: NoticeEvent | UnknownEvent;
}

/** Whether a notice tells of something that went wrong. */
function noticeTone(notice: NoticeEvent | UnknownEvent): 'trouble' | 'quiet' {
  return notice.type === 'notice' && (notice.kind === 'api_error' || notice.kind === 'error') ? 'trouble' : 'quiet';
}

/**
 * Something that happened between calls and messages: a compaction, an interruption, a hook, an error of the service,
 * a record that no one knows.
 *
 * When to use it: for notices and unknown records; a long one unfolds.
 */
export const NoticeRow = forwardRef<HTMLDivElement, NoticeRowProps>(function NoticeRow(
  { notice: logged, open: given, defaultOpen, onOpenChange, ...place },
  ref,
) {
  const { t } = useKit(eventsWords);
  const notice = useMasked(logged);
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const bodyId = useId();
  const { line, whole } = noticeText(notice);
  const title =
    notice.type === 'unknown' ? (
      <span className="ark-mono ark-notice__type">
        <OneLine text={notice.record_type} />
      </span>
    ) : (
      t(`notice.${notice.kind}`)
    );
  return (
    <Row
      ref={ref}
      item="notice"
      at={notice.at}
      branch={notice.branch}
      data-notice={notice.type === 'unknown' ? 'unknown' : notice.kind}
      data-tone={noticeTone(notice)}
      icon={<Icon name={noticeIcon(notice)} />}
      below={
        open && whole !== undefined ? (
          <div id={bodyId} className="ark-note__below">
            <LongText text={whole} />
          </div>
        ) : undefined
      }
      {...place}
    >
      <NoteLine
        title={title}
        text={notice.type === 'unknown' ? t('notice.keptAsUnknown') : open ? undefined : line}
        open={open}
        onToggle={whole === undefined ? undefined : toggle}
        controls={bodyId}
      >
        {notice.type === 'notice' ? <NoticeFacts notice={notice} /> : null}
      </NoteLine>
    </Row>
  );
});
