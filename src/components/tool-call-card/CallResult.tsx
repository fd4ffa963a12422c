import { type ReactElement, useMemo } from 'react';
import { failureReason, withoutOutcome } from '../../session/facts/callOutcome.ts';
import type { ContextReference, ToolCall } from '../../session/index.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import {
  type CallFigure,
  type CallState,
  callFigure,
  isOutcomeInferred,
  isTrouble,
  subagentShares,
} from '../shared/call/callFacts.ts';
import { OneLine } from '../shared/LogText.tsx';
import { ShareBar } from '../shared/ShareBar.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

interface CallResultProps {
  call: ToolCall;
  state: CallState;
  context: readonly ContextReference[];
  innerFailures: number;
  polled: number;
}

/** Maximum number of marks; more are shown as a number. */
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
          {context.slice(0, mostMarks).map(({ type, relevance }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: masked, the sources of two may be equal; they never change places.
            <ContextMark key={at} type={type} relevance={relevance} />
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

interface FigureProps {
  figure: CallFigure;
  call: ToolCall;
  innerFailures: number;
}

/** The one figure of a result, in words or signs. */
function Figure({ figure, call, innerFailures }: FigureProps): ReactElement {
  const { t } = useKit();
  switch (figure.kind) {
    case 'change':
      return <ChangeCount added={figure.added} removed={figure.removed} />;
    case 'empty':
      return <span className="ark-call__quiet">{t('call.noOutput')}</span>;
    case 'lines':
      return <span>{t(figure.cut ? 'text.linesCut' : 'text.lines', { n: figure.n })}</span>;
    case 'display':
      return (
        <span className="ark-call__display ark-row__words">
          <OneLine text={figure.text} />
        </span>
      );
    case 'files':
    case 'matches':
    case 'results':
      return <span>{t(`call.${figure.kind}`, { n: figure.n })}</span>;
    case 'uses':
      return (
        <>
          {call.subagent_info === undefined ? null : <ShareBar shares={subagentShares(call.subagent_info)} />}
          <span>{t('call.uses', { n: figure.n })}</span>
          {innerFailures > 0 ? (
            <span className="ark-call__reason" data-state="failed">
              {t('call.innerFailures', { n: innerFailures })}
            </span>
          ) : null}
        </>
      );
  }
}

/**
 * Why a call did not succeed, in words; nothing for a call that did, or that has not ended. Who hears a row does not see the red
 * mark on its icon: there a failure is called one.
 *
 * @param longest of the log's own words, in characters; what a row has room for unless it is given
 */
export function useReason(
  call: ToolCall,
  state: CallState,
  sense: 'seen' | 'heard',
  longest?: number,
): string | undefined {
  const { t } = useKit();
  if (!isTrouble(state)) return undefined;
  const withOutcome = (reason: string): string => {
    const outcome = t(`call.${state}`);
    const saysItself = reason.toLowerCase().startsWith(outcome.toLowerCase());
    if (saysItself || (state === 'failed' && sense === 'seen')) return reason;
    const rest = withoutOutcome(reason, state);
    return rest === '' ? outcome : t('call.reason', { outcome, reason: rest });
  };
  const reason = failureReason(call, longest);
  switch (reason.kind) {
    case 'words':
      return withOutcome(reason.text);
    case 'exit':
      return state === 'failed' ? withOutcome(t('call.exit', { code: String(reason.code) })) : t(`call.${state}`);
    case 'silent':
      return state === 'failed' ? t('call.failedSilently') : t(`call.${state}`);
  }
}
