'use client';
import type { ReactElement } from 'react';
import type { ToolCall } from '../../session/index.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import type { CallFigure } from '../shared/call/callFigure.ts';
import { subagentShares } from '../shared/call/subagentShares.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { ShareBar } from '../shared/ShareBar.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link Figure}. */
export interface FigureProps {
  figure: CallFigure;
  call: ToolCall;
  innerFailures: number;
}

/** The one figure of a result, in words or signs. */
export function Figure({ figure, call, innerFailures }: FigureProps): ReactElement {
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
