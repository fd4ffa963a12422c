'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId, useMemo } from 'react';
import { memoize } from '../../replay/internal.ts';
import { touchesOf } from '../../session/facts/callFiles.ts';
import { outcomeOf } from '../../session/facts/callOutcome.ts';
import type { Outcome, Session, SubagentInfo, SubSession, ToolCall } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { detailWords } from '../language/english/detail.ts';
import { phasesWords } from '../language/english/phases.ts';
import { subagentShares, subagentUses } from '../shared/call/callFacts.ts';
import { Chevron, Disclosure, type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { ShareBar } from '../shared/ShareBar.tsx';
import { ToolShares } from '../shared/ToolName.tsx';
import { SubagentTimeline } from '../subagent-timeline/SubagentTimeline.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** The parts of a session in which its runs are found. */
type RunsOfSession = Pick<Session, 'tool_calls' | 'sub_sessions'>;

/** What is known of a subagent: the call that started it, its run, or only one of the two. */
export interface Subagent {
  readonly call: ToolCall | undefined;
  readonly run: SubSession | undefined;
  /** Counted in the run if it is there, else as the call says; for a call that started several runs, the sum of all. */
  readonly info: SubagentInfo;
  readonly outcome: Outcome | 'running';
  /**
   * How long the run took; for a run that was continued later, how long the call that started it waited. Undefined if the run has not
   * ended, or its length is unknown.
   */
  readonly durationMs: number | undefined;
  /** Calls of the run that failed. */
  readonly failures: number;
  /** Files that the run changed, as far as its calls say. */
  readonly files: number;
}

/** Finds a subagent by the id of its run, or of the call that started it; undefined where the session has neither. */
export function findSubagent(session: RunsOfSession, id: string): Subagent | undefined {
  const { runs, calls, started, resumed } = lookup(session);
  const asCall = calls.get(id);
  const run = runs.get(asCall?.subagent_info?.sub_session_id ?? id) ?? runs.get(id);
  const call = asCall ?? calls.get(run?.triggered_by_call_id ?? '');
  const several = (started.get(call?.call_id ?? '') ?? 0) > 1;
  const info = infoOf(call?.subagent_info, several ? undefined : run);
  if (info === undefined) return undefined;
  const waited = call !== undefined && run !== undefined && resumed.has(run.sub_session_id) && hasWaited(call, run);
  return {
    call,
    run,
    info,
    outcome: run?.outcome ?? call?.outcome ?? (run === undefined ? 'unknown' : outcomes[run.status]),
    durationMs: (waited ? undefined : durationOf(run)) ?? call?.duration_ms,
    failures: run?.tool_calls.filter((each) => outcomeOf(each) === 'failed').length ?? 0,
    files: run === undefined ? 0 : filesChanged(run),
  };
}

const outcomes = { success: 'succeeded', failed: 'failed', in_progress: 'running' } as const;

/** What the call says of its run, with the calls that the run itself lists. */
function infoOf(stated: SubagentInfo | undefined, run: SubSession | undefined): SubagentInfo | undefined {
  if (run === undefined) return stated;
  const counted = countCalls(run);
  if (stated === undefined) return counted;
  const { tool_uses, tools_breakdown } = run.tool_calls.length === 0 ? stated : counted;
  const isKnown = stated.subagent_type !== '' && stated.subagent_type !== 'unknown';
  return {
    ...counted,
    ...stated,
    subagent_type: isKnown ? stated.subagent_type : counted.subagent_type,
    tool_uses,
    ...(tools_breakdown === undefined ? {} : { tools_breakdown }),
  };
}

/** Whether a call started a run and waited for its answer, instead of running it in the background. */
function hasWaited({ call_id, output: { result } }: ToolCall, run: SubSession): boolean {
  return run.triggered_by_call_id === call_id && result?.is_async !== true && result?.status !== 'async_launched';
}

/** Calls by id; runs by their id and by the call that started them; the number of runs a call started; runs that were continued later. */
const lookup = memoize((session: RunsOfSession) => {
  const runs = new Map<string, SubSession>();
  for (const run of session.sub_sessions) {
    if (run.triggered_by_call_id !== undefined) runs.set(run.triggered_by_call_id, run);
    runs.set(run.sub_session_id, run);
  }
  // Of calls with one id the session's own counts.
  const inner = session.sub_sessions.flatMap(({ tool_calls }) => tool_calls);
  const calls = new Map([...inner, ...session.tool_calls].map((call) => [call.call_id, call]));
  const started = new Map<string, number>();
  for (const { triggered_by_call_id: by = '' } of session.sub_sessions) started.set(by, (started.get(by) ?? 0) + 1);
  const resumed = new Set<string>();
  for (const { call_id, subagent_info } of calls.values()) {
    const id = subagent_info?.sub_session_id;
    const by = id === undefined ? undefined : runs.get(id)?.triggered_by_call_id;
    if (id !== undefined && by !== undefined && by !== call_id) resumed.add(id);
  }
  return { runs, calls, started, resumed };
});

function filesChanged({ tool_calls }: SubSession): number {
  const made = tool_calls.filter((call) => outcomeOf(call) === 'succeeded');
  const touched = made.flatMap((call) => touchesOf(call, new Set()));
  return new Set(touched.filter(({ access }) => access !== 'read').map(({ path }) => path)).size;
}

function countCalls({ agent, tool_calls, usage }: SubSession): SubagentInfo {
  const counts = new Map<string, number>();
  for (const { tool_name } of tool_calls) counts.set(tool_name, (counts.get(tool_name) ?? 0) + 1);
  return {
    subagent_type: agent.agent_type ?? agent.agent_id ?? '',
    tool_uses: tool_calls.length,
    tools_breakdown: [...counts].map(([tool_name, count]) => ({ tool_name, count })),
    ...(usage?.total === undefined ? {} : { tokens_used: usage.total }),
  };
}

function durationOf(run: SubSession | undefined): number | undefined {
  if (run?.completed_at === undefined) return undefined;
  const ms = Date.parse(run.completed_at) - Date.parse(run.started_at);
  return ms >= 0 ? ms : undefined;
}

/** Props of {@link SubagentCard}. */
export interface SubagentCardProps extends OpenProps, Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'id'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Id of the inner run, or of the call that started it. */
  subagent: string;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Stands under the header when the card is open, in place of the inner timeline. */
  children?: ReactNode;
}

/**
 * When to use it: in details, and in overviews of who did what.
 *
 * A subagent at a glance: its type and task, what came of it, its calls, tokens and tools; it opens on its inner calls, at
 * any depth. Nothing where the session has no such subagent.
 */
export const SubagentCard = forwardRef<HTMLElement, SubagentCardProps>(function SubagentCard(
  { session, subagent: id, scope, children, className, open: given, defaultOpen, onOpenChange, ...rest },
  ref,
) {
  const { t } = useKit(detailWords);
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const bodyId = useId();
  const found = useMasked(useMemo(() => findSubagent(session, id), [session, id]));
  if (found === undefined) return null;
  const { run, info } = found;
  const inner = children ?? (run === undefined ? undefined : <InnerRun {...{ session, found, scope }} />);
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-subagent', className)}
      data-open={open ? '' : undefined}
      {...rest}
    >
      <div className="ark-subagent__head">
        <Chevron open={open} />
        <Icon name="agent" />
        <Disclosure className="ark-line-button ark-subagent__button" open={open} onToggle={toggle} controls={bodyId}>
          <span className="ark-subagent__type">
            <OneLine text={info.subagent_type === '' ? t('detail.subagent') : info.subagent_type} />
          </span>{' '}
          <OneLine text={taskOf(found)} />
        </Disclosure>
        <OutcomeText outcome={found.outcome} />
        <span className="ark-subagent__bar">
          <ShareBar shares={subagentShares(info)} />
        </span>
        <SubagentFigures subagent={found} />
      </div>
      {open ? (
        <div id={bodyId} className="ark-subagent__body">
          <div className="ark-subagent__shares">
            {info.tools_breakdown === undefined || info.tools_breakdown.length === 0 ? (
              <p className="ark-subagent__quiet">{t('subagent.noBreakdown')}</p>
            ) : (
              <ToolShares shares={subagentShares(info)} />
            )}
          </div>
          {inner ?? <p className="ark-subagent__quiet">{t('subagent.noRun')}</p>}
        </div>
      ) : null}
    </section>
  );
});

function taskOf({ call, run }: Subagent): string {
  const prompt = call?.input.params.prompt;
  return run?.task?.description ?? call?.input.description ?? (typeof prompt === 'string' ? prompt : '');
}

function InnerRun({ session, found, scope }: { session: Session; found: Subagent; scope: ItemScope | undefined }) {
  const run = session.sub_sessions.find(({ sub_session_id }) => sub_session_id === found.run?.sub_session_id);
  return run === undefined ? null : <SubagentTimeline session={session} run={run} scope={scope} />;
}

interface SubagentFiguresProps {
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
