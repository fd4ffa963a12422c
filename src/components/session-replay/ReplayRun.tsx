'use client';
import type { ReactElement } from 'react';
import { useReplay } from '../../replay/react/index.ts';
import { ImportReport } from '../import-report/ImportReport.tsx';
import { MonitorStatus } from '../monitor-status/MonitorStatus.tsx';
import { PlanReview } from '../plan-review/PlanReview.tsx';
import { StepChain } from '../step-chain/StepChain.tsx';
import { SubagentCard } from '../subagent-card/SubagentCard.tsx';
import { useReplayView } from './ReplayViewContext.ts';
import { useItemScope } from './useItemScope.ts';
import { useSelectItem } from './useSelectItem.ts';

/** More subagents than this are found in the timeline. */
const mostSubagents = 20;

/** What is known of the run as a whole: its plan, its steps, its monitor, its subagents, and what its log did not hold. */
export function ReplayRun(): ReactElement {
  const session = useReplay(({ index }) => index.session);
  const selection = useReplay((state) => state.selection);
  const selectItem = useSelectItem();
  const scope = useItemScope();
  const { headingLevel, setTab } = useReplayView();
  const select = (id: string): void => {
    selectItem(id);
    setTab('item');
  };
  const level = (headingLevel + 1) as 2 | 3;
  const subagents = session.sub_sessions.slice(0, mostSubagents);
  return (
    <div className="ark ark-replay__run">
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
  );
}
