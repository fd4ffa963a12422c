'use client';
import { type ReactElement, useMemo } from 'react';
import type { ContextReference, ToolCall } from '../../session/index.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { callFigure } from '../shared/call/callFigure.ts';
import { type CallState, isTrouble } from '../shared/call/callState.ts';
import { isOutcomeInferred } from '../shared/call/inferredFields.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import { Figure } from './Figure.tsx';
import { useReason } from './useReason.ts';

/** Props of {@link CallResult}. */
export interface CallResultProps {
  call: ToolCall;
  state: CallState;
  context: readonly ContextReference[];
  innerFailures: number;
  polled: number;
}

/** More marks than this are a number. */
const mostMarks = 5;

/** What came of a call: context marks, qualifying tags, and its figure or the reason of its failure. */
export function CallResult({ call, state, context, innerFailures, polled }: CallResultProps): ReactElement {
  const { t, formatters } = useKit();
  const figure = useMemo(() => callFigure(call), [call]);
  const reason = useReason(call, state, 'seen');
  const more = context.length - mostMarks;
  return (
    <>
      {context.length === 0 ? null : (
        <span className="ark-call__marks">
          {context.slice(0, mostMarks).map(({ type, source, relevance }) => (
            <ContextMark key={`${type} ${source}`} type={type} relevance={relevance} />
          ))}
          {more > 0 ? <span>{formatters.change(more, '+')}</span> : null}
        </span>
      )}
      {call.branch === 'abandoned' ? (
        <span className="ark-row__words">
          <Tag look="dashed">{t('call.abandoned')}</Tag>
        </span>
      ) : null}
      {state === 'unanswered' ? (
        <span className="ark-row__words">
          <Tag look="dashed">{t('call.unanswered')}</Tag>
        </span>
      ) : null}
      {state === 'running' ? <span className="ark-row__words">{t('call.running')}</span> : null}
      {isOutcomeInferred(call) && state !== 'running' ? (
        <Tag look="dashed" title={t('call.inferredOutcome')}>
          {t('inferred')}
        </Tag>
      ) : null}
      {polled > 0 ? <span className="ark-call__quiet">{t('call.polled', { n: polled })}</span> : null}
      {isTrouble(state) && reason !== undefined ? (
        <span className="ark-call__reason ark-row__words" data-state={state}>
          <OneLine text={reason} />
        </span>
      ) : null}
      {figure !== undefined && (state === 'succeeded' || state === 'unknown') ? (
        <Figure figure={figure} call={call} innerFailures={innerFailures} />
      ) : null}
    </>
  );
}
