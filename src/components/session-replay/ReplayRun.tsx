'use client';
import { type ReactElement, useId } from 'react';
import { useReplay } from '../../replay/react/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { ImportReport } from '../import-report/ImportReport.tsx';
import { MonitorStatus } from '../monitor-status/MonitorStatus.tsx';
import { PlanReview } from '../plan-review/PlanReview.tsx';
import { useOpen } from '../shared/useOpen.ts';
import { StepChain } from '../step-chain/StepChain.tsx';
import { SubagentCard } from '../subagent-card/SubagentCard.tsx';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { useItemScope } from './useItemScope.ts';
import { useSelectItem } from './useSelectItem.ts';

/** More subagents than this are found in the timeline. */
const mostSubagents = 20;

/** What is known of the run as a whole: its plan, its steps, its monitor, its subagents, and what its log did not hold. */
export function ReplayRun(): ReactElement {
  const { t } = useKit();
  const session = useReplay(({ index }) => index.session);
  const selection = useReplay((state) => state.selection);
  const select = useSelectItem();
  const scope = useItemScope();
  const { headingLevel } = useReplayView();
  const [open, toggle] = useOpen({});
  const bodyId = useId();
  const level = (headingLevel + 1) as 2 | 3;
  const subagents = session.sub_sessions.slice(0, mostSubagents);
  const summary = [
    ...(session.sub_sessions.length === 0 ? [] : [t('run.subagents', { n: session.sub_sessions.length })]),
    ...(session.provenance === undefined
      ? []
      : [session.provenance.source_format, t('import.records', { n: session.provenance.account.records })]),
  ];
  return (
    <div className="ark ark-state ark-replay__state">
      <button
        type="button"
        className="ark-state__head"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={toggle}
      >
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
        <span className="ark-state__title">{t('run')}</span>{' '}
        <span className="ark-state__summary">{summary.join(' · ')}</span>
      </button>
      {open ? (
        <div id={bodyId} className="ark-replay__run">
          <PlanReview session={session} headingLevel={level} />
          <StepChain session={session} selected={selection} onSelect={select} />
          <MonitorStatus session={session} />
          {subagents.length === 0 ? null : (
            <div>
              {subagents.map(({ sub_session_id }) => (
                <SubagentCard key={sub_session_id} session={session} subagent={sub_session_id} scope={scope} />
              ))}
            </div>
          )}
          <ImportReport session={session} headingLevel={level} />
        </div>
      ) : null}
    </div>
  );
}
