'use client';

import { forwardRef, useMemo } from 'react';
import { indexSession } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import type { Session, SubSession } from '../../session/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { Timeline, type TimelineProps } from '../timeline/Timeline.tsx';

/** The run of a subagent as a session of its own, with the runs inside it, at any depth. */
export const innerSession: (session: Session, run: SubSession) => Session = memoize((session, run) => {
  return {
    schema_version: '3.1',
    session_id: run.sub_session_id,
    task_title: run.task?.description ?? run.agent.agent_type ?? run.sub_session_id,
    user_prompt: '',
    created_at: run.started_at,
    completed_at: run.completed_at ?? run.started_at,
    status: run.status,
    agent: { model_id: run.agent.model_id ?? session.agent.model_id },
    tool_calls: run.tool_calls,
    events: run.events,
    sub_sessions: runsInside(session, run),
    summary: {
      total_duration_ms: 0,
      tool_calls_count: run.tool_calls.length,
      files_created: [],
      files_modified: [],
    },
    ...(session.environment === undefined ? {} : { environment: session.environment }),
    ...(session.provenance === undefined ? {} : { provenance: session.provenance }),
  };
});

/** The runs below a run. A file may state wrong parents, so no run is taken twice, and none is its own child. */
function runsInside({ sub_sessions }: Session, top: SubSession): SubSession[] {
  const inside = new Set([top]);
  const queue = [top];
  for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
    const calls = new Set(run.tool_calls.map(({ call_id }) => call_id));
    for (const each of sub_sessions) {
      const trigger = each.triggered_by_call_id;
      const isBelow = trigger === undefined ? each.parent_session_id === run.sub_session_id : calls.has(trigger);
      if (!isBelow || inside.has(each)) continue;
      inside.add(each);
      queue.push(each);
    }
  }
  inside.delete(top);
  return [...inside];
}

/** Props of {@link SubagentTimeline}. */
export interface SubagentTimelineProps extends Omit<TimelineProps, 'index' | 'position' | 'phases'> {
  /** The session that the run belongs to. */
  session: Session;
  /** The run of the subagent. */
  run: SubSession;
  /** Height beyond which it scrolls by itself, in pixels; below it is as high as its rows. @default 320 */
  maxHeightPx?: number;
}

const innerIndex = memoize((session: Session, run: SubSession) => indexSession(innerSession(session, run)));
/** What the agent is called that started a run; '' for the main agent. */
function starterOf({ sub_sessions }: Session, { triggered_by_call_id: call, parent_session_id }: SubSession): string {
  const around = sub_sessions.find(
    ({ sub_session_id, tool_calls }) =>
      sub_session_id === parent_session_id ||
      (call !== undefined && tool_calls.some(({ call_id }) => call_id === call)),
  );
  return around?.agent.agent_type ?? around?.agent.agent_id ?? '';
}

const rowPx = 28;
const endPx = 24;

/**
 * When to use it: under a `SubagentCard`; in the timeline of the whole session runs unfold by themselves.
 *
 * What a subagent did, as a timeline of its own: its calls and messages, and the runs inside it, which unfold in place at
 * any depth.
 */
export const SubagentTimeline = forwardRef<HTMLDivElement, SubagentTimelineProps>(function SubagentTimeline(
  { session, run, maxHeightPx = 320, scope, className, style, ...rest },
  ref,
) {
  const index = innerIndex(session, run);
  const named = useMemo(
    (): ItemScope => ({
      startedAt: session.created_at,
      cwd: session.environment?.cwd,
      ...scope,
      // In this timeline the subagent is the agent, and whoever started it is the user.
      agentName: run.agent.agent_type ?? run.agent.agent_id,
      taskFrom: starterOf(session, run),
    }),
    [session, run, scope],
  );
  return (
    <Timeline
      ref={ref}
      index={index}
      scope={named}
      startAt="top"
      className={joinClasses('ark-subagent-timeline', className)}
      style={{ height: Math.min(maxHeightPx, index.items.length * rowPx + endPx), ...style }}
      {...rest}
    />
  );
});
