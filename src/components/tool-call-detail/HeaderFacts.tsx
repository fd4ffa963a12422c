'use client';
import type { ReactElement } from 'react';
import type { ToolCall } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { callState } from '../shared/call/callState.ts';
import { isInferred, isOutcomeInferred } from '../shared/call/inferredFields.ts';
import { elapsedMs } from '../shared/elapsedMs.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link HeaderFacts}. */
export interface HeaderFactsProps {
  call: ToolCall;
  scope: ItemScope | undefined;
  standing: 'done' | 'running' | 'ahead';
}

/** Outcome, category, duration and times of a call, on one line. */
export function HeaderFacts({ call, scope, standing }: HeaderFactsProps): ReactElement {
  const { t, formatters } = useKit(detailWords);
  const state = callState(call, standing);
  const elapsed = elapsedMs(scope?.startedAt, call.started_at);
  const open = state === 'running' || state === 'unanswered';
  return (
    <ul className="ark-detail__facts">
      <li className="ark-detail__fact">
        <OutcomeText outcome={state} inferred={isOutcomeInferred(call) && !open} />
      </li>
      <li className="ark-detail__fact" data-fact="category">
        {t(`category.${call.tool_category}`)}
      </li>
      {open ? null : (
        <li className="ark-detail__fact">
          {isInferred(call, 'duration_ms') ? '\u2248' : ''}
          {formatters.duration(call.duration_ms)}
        </li>
      )}
      <li className="ark-detail__fact">
        {elapsed === undefined ? null : <span>{formatters.clock(elapsed)}</span>}
        {scope?.dated === false ? null : (
          <time dateTime={call.started_at} title={formatters.dateTime(call.started_at)} className="ark-detail__time">
            {formatters.timeOfDay(call.started_at)}
          </time>
        )}
      </li>
      {call.branch === 'abandoned' ? (
        <li className="ark-detail__fact">
          <Tag look="dashed">{t('call.abandoned')}</Tag>
        </li>
      ) : null}
    </ul>
  );
}
