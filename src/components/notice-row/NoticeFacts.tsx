'use client';
import type { ReactElement } from 'react';
import type { NoticeEvent } from '../../session/index.ts';
import { eventsWords } from '../language/english/events.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link NoticeFacts}. */
export interface NoticeFactsProps {
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
