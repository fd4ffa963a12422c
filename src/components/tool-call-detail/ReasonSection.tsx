'use client';
import { type ReactElement, useMemo } from 'react';
import { outputText } from '../../session/facts/callTexts.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../session/index.ts';
import { cutText } from '../../session/text/lines.ts';
import { type CallState, callState, isTrouble } from '../shared/call/callFacts.ts';
import { outputExcerpt } from '../shared/call/outputExcerpt.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { useReason } from '../tool-call-card/useReason.ts';

/** What is shown of a line; the output below has all of it. */
const longestLine = 300;

/** Whether a call did not go well, and its output comes first, because it is what says why. */
export function startsWithOutput(call: ToolCall, state: CallState): boolean {
  const says = outputText(call) !== undefined || (call.output.error ?? '') !== '';
  return isTrouble(state) && toolFamily(call.tool_name) !== 'terminal' && says;
}

/**
 * Why a call did not go well, above all else: in words, with the lines of a command's output that tell most. Nothing where the
 * output stands here itself.
 */
export function ReasonSection({
  call,
  playState,
}: {
  call: ToolCall;
  playState: 'done' | 'running' | 'ahead';
}): ReactElement | null {
  const state = callState(call, playState);
  const reason = useReason(call, state, 'seen');
  const excerpt = useMemo(() => (state === 'failed' ? outputExcerpt(call) : undefined), [call, state]);
  if (reason === undefined || startsWithOutput(call, state)) return null;
  return (
    <div className="ark-detail__reason" data-state={state}>
      <p>
        <LogText text={reason} />
      </p>
      {excerpt === undefined || excerpt.more === 0
        ? null
        : inPlace(excerpt.lines, (line) =>
            line.trim() === reason ? null : (
              <p className="ark-mono">
                <LogText text={cutText(line, longestLine)} />
              </p>
            ),
          )}
    </div>
  );
}
