'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useId } from 'react';
import type { HousekeepingRun } from '../../replay/index.ts';
import type { NoticeEvent, SessionEvent, UnknownEvent } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventIcon, noticeIcon } from '../icons/iconShapes.ts';
import { eventsWords } from '../language/english/events.ts';
import { type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { NoteLine, Row } from '../shared/Row.tsx';
import type { KitOf } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMaskedEvent } from '../theme/useMaskedEvent.ts';

/** What a notice says in its line, and what it unfolds to; nothing where the line says it all. */
interface NoticeText {
  readonly line: string | undefined;
  readonly whole: string | undefined;
}

/** What fits on a line. */
const longestLine = 100;

/** What the name of a compaction says already. */
const onlyCompacted = /^(?:conversation|context) compacted\.?$/i;

/** The text of a notice, unless its name says as much; of an unknown record, its JSON. */
export function noticeText(notice: NoticeEvent | UnknownEvent): NoticeText {
  if (notice.type === 'unknown') return { line: undefined, whole: JSON.stringify(notice.raw, null, 2) };
  const { text } = notice;
  const saysMore = text !== '' && !(notice.kind === 'compaction' && onlyCompacted.test(text.trim()));
  if (!saysMore) return { line: undefined, whole: undefined };
  const fits = text.length <= longestLine && !text.trim().includes('\n');
  return { line: text, whole: fits ? undefined : text };
}

/** Props of {@link NoticeRow}. */
export interface NoticeRowProps
  extends ItemPlace,
    OpenProps,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** What happened, or a record of a type that no adapter knows. */
  notice: NoticeEvent | UnknownEvent;
}

/** Whether a notice reports something that went wrong. */
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
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const notice = useMaskedEvent(logged, open ? 'whole' : 'head');
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

interface NoticeFactsProps {
  notice: NoticeEvent;
}

/** The figures of a notice: tokens before and after, and how long it took. */
export function NoticeFacts({ notice }: NoticeFactsProps): ReactElement | null {
  const { t } = useKit(eventsWords);
  const { tokens_before: before, tokens_after: after, duration_ms } = notice;
  const { formatters } = useKit(eventsWords);
  const tokens =
    before !== undefined && after !== undefined
      ? t('notice.tokensBeforeAfter', { before: formatters.tokens(before), after: formatters.tokens(after) })
      : before !== undefined
        ? t('notice.tokensBefore', { before: formatters.tokens(before) })
        : after === undefined
          ? undefined
          : t('notice.tokensAfter', { after: formatters.tokens(after) });
  const facts = [tokens, duration_ms === undefined ? undefined : formatters.duration(duration_ms)].filter(
    (fact) => fact !== undefined,
  );
  return facts.length === 0 ? null : <span className="ark-notice__facts">{facts.join(' \u00b7 ')}</span>;
}

interface HousekeepingRowProps extends ItemPlace, Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** How many there are of each kind. */
  counts: HousekeepingRun['counts'];
  /** The first of them: its time and its sign stand for all. */
  first: SessionEvent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What a run of housekeeping holds, in words: `3 hooks · 2 context notes`. */
export function speakHousekeeping(
  { t }: Pick<KitOf<typeof eventsWords>, 't'>,
  counts: HousekeepingRun['counts'],
): string {
  return counts.map(([kind, n]) => t(`housekeeping.${kind}`, { n })).join(' \u00b7 ');
}

/** Hooks, context and notes that programs wrote one after the other, as one quiet row; the rows themselves unfold below it. */
export const HousekeepingRow = forwardRef<HTMLDivElement, HousekeepingRowProps>(function HousekeepingRow(
  { counts, first, open, onOpenChange, ...place },
  ref,
) {
  const kit = useKit(eventsWords);
  return (
    <Row ref={ref} item="housekeeping" at={first.at} icon={<Icon name={eventIcon(first)} />} {...place}>
      <NoteLine title={speakHousekeeping(kit, counts)} open={open} onToggle={() => onOpenChange(!open)} />
    </Row>
  );
});
