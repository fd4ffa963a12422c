'use client';
import type { ReactElement } from 'react';
import { phasesWords } from '../language/english/phases.ts';
import { subagentUses } from '../shared/call/callFacts.ts';
import { useKit } from '../theme/useKit.ts';
import type { Subagent } from './findSubagent.ts';

/** Props of {@link SubagentFigures}. */
export interface SubagentFiguresProps {
  subagent: Subagent;
}

/** Calls, failures, tokens and length of a subagent's run; what nobody counted is left out. */
export function SubagentFigures({ subagent: { info, failures, durationMs } }: SubagentFiguresProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  return (
    <span className="ark-subagent__figures">
      <span>{t('call.uses', { n: subagentUses(info) })}</span>
      {failures > 0 ? <span data-failed="">{t('phase.errors', { n: failures })}</span> : null}
      {info.tokens_used === undefined ? null : (
        <span className="ark-subagent__tokens">{t('tokens', { tokens: formatters.tokens(info.tokens_used) })}</span>
      )}
      {durationMs === undefined ? null : (
        <span className="ark-subagent__duration">{formatters.duration(durationMs)}</span>
      )}
    </span>
  );
}
