'use client';
import { forwardRef, useMemo } from 'react';
import { indexSession } from '../../replay/index.ts';
import { memoize } from '../../replay/memoize.ts';
import type { Session, SubSession } from '../../session/index.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { Timeline, type TimelineProps } from '../timeline/Timeline.tsx';
import { innerSession } from './innerSession.ts';

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
    () => ({ startedAt: session.created_at, cwd: session.environment?.cwd, agentName: run.agent.agent_type, ...scope }),
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
