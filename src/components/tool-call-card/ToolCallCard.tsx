'use client';
import { type ComponentPropsWithoutRef, forwardRef, useMemo } from 'react';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ContextReference, ToolCall } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { callState } from '../shared/call/callState.ts';
import { outputExcerpt } from '../shared/call/outputExcerpt.ts';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { Row } from '../shared/Row.tsx';
import { StateBadge } from '../shared/StateBadge.tsx';
import { useKit } from '../theme/useKit.ts';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';
import { CallDuration } from './CallDuration.tsx';
import { CallResult } from './CallResult.tsx';
import { CallSubject } from './CallSubject.tsx';
import { Excerpt } from './Excerpt.tsx';
import { useMaskedCall } from './useMaskedCall.ts';

/** Props of {@link ToolCallCard}. */
export interface ToolCallCardProps
  extends ItemPlace,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect' | 'tabIndex'> {
  /** The call, with all that came of it. */
  call: ToolCall;
  /** Context to mark in the row, the most telling first. */
  context?: readonly ContextReference[];
  /** The end of what a failed command printed. @default 'when-failed' */
  excerpt?: 'when-failed' | 'never';
  /** The folder that the call went to: said where it is another one than `previousWorkdir`. */
  workdir?: string | undefined;
  /** The folder before. */
  previousWorkdir?: string | undefined;
  /** How many calls inside a subagent failed. @default 0 */
  innerFailures?: number;
  /** How often it was looked whether what the call began is done; those calls are its inner ones. @default 0 */
  polled?: number;
  /** How long what it began took, where that is longer than the call, in milliseconds. @default the duration of the call */
  durationMs?: number | undefined;
  /** Whether the inner calls are shown; with `onExpandedChange` the row gets a button for them. @default false */
  expanded?: boolean;
  /** Called when the reader folds or unfolds. */
  onExpandedChange?: (expanded: boolean) => void;
  /** With it, the row is a button. */
  onSelect?: (callId: string) => void;
  /** Tab order of that button, for lists that move one focus among their rows. @default 0 */
  tabIndex?: number;
}

/**
 * A tool call as one row: what was called, with its telling argument, what came of it and how long it took.
 *
 * When to use it: in lists; `ToolCallDetail` shows the whole call.
 */
export const ToolCallCard = forwardRef<HTMLDivElement, ToolCallCardProps>(function ToolCallCard(
  {
    call: given,
    context = [],
    excerpt = 'when-failed',
    workdir,
    previousWorkdir,
    innerFailures = 0,
    polled = 0,
    durationMs,
    expanded = false,
    onExpandedChange,
    onSelect,
    tabIndex,
    ...place
  },
  ref,
) {
  const { t } = useKit();
  const state = callState(given, place.standing);
  const call = useMaskedCall(given, state);
  const lines = useMemo(
    () => (excerpt === 'when-failed' && state === 'failed' ? outputExcerpt(call) : undefined),
    [excerpt, state, call],
  );
  return (
    <Row
      ref={ref}
      item="call"
      at={call.started_at}
      branch={call.branch}
      data-state={state}
      category={call.tool_category}
      icon={
        <>
          <Icon name={toolFamily(given.tool_name)} />
          <StateBadge state={state} />
        </>
      }
      result={<CallResult call={call} state={state} context={context} innerFailures={innerFailures} polled={polled} />}
      duration={<CallDuration call={call} state={state} durationMs={durationMs} />}
      below={lines === undefined ? undefined : <Excerpt excerpt={lines} />}
      {...place}
    >
      <CallSubject
        call={call}
        state={state}
        cwd={place.scope?.cwd}
        selected={place.selected ?? false}
        onSelect={onSelect === undefined ? undefined : () => onSelect(given.call_id)}
        tabIndex={tabIndex}
      />
      {workdir === undefined || previousWorkdir === undefined ? null : (
        <span className="ark-call__workdir">
          <WorkdirPath path={workdir} previous={previousWorkdir} />
        </span>
      )}
      {onExpandedChange === undefined ? null : (
        <ActionButton
          look="icon"
          icon={expanded ? 'chevronDown' : 'chevronRight'}
          label={t(expanded ? 'call.hideInner' : 'call.showInner')}
          aria-expanded={expanded}
          onClick={() => onExpandedChange(!expanded)}
        />
      )}
    </Row>
  );
});
