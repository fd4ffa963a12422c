'use client';
import { type ReactElement, useMemo } from 'react';
import { outputText } from '../../session/facts/callTexts.ts';
import { failureReason, isExitLine } from '../../session/facts/failureReason.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../session/index.ts';
import { cutText, oneLine, splitLines } from '../../session/text/lines.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { type CallState, callState, isTrouble } from '../shared/call/callFacts.ts';
import { outputExcerpt } from '../shared/call/outputExcerpt.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { useReason } from '../tool-call-card/useReason.ts';

/** Maximum number of characters shown of a line; the output below has all of it. */
const longestLine = 300;

/** Whether a call was unsuccessful and its output explains why, so that the output comes first. */
export function startsWithOutput(call: ToolCall, state: CallState): boolean {
  const says = outputText(call) !== undefined || (call.output.error ?? '') !== '';
  return isTrouble(state) && toolFamily(call.tool_name) !== 'terminal' && says;
}

/** The parts of a call's output that the reason and the lines below it already show. */
export interface SaidAbove {
  /** Lines of the output, trimmed. */
  readonly lines: ReadonlySet<string>;
  /** Whether the output has no further lines. */
  readonly all: boolean;
}

const exitPrefix = /^Exit code \d{1,3}: /;

/** The most informative lines of a command's output, shown below the reason. */
function linesBelow(call: ToolCall, state: CallState): readonly string[] {
  const excerpt = state === 'failed' ? outputExcerpt(call) : undefined;
  return excerpt === undefined || excerpt.more === 0 ? [] : excerpt.lines;
}

/** Finds what of a text of a call stands above it; nothing of one that went well, or whose output comes first. */
export function saidAbove(call: ToolCall, state: CallState, text: string): SaidAbove {
  if (!isTrouble(state) || startsWithOutput(call, state)) return { lines: new Set(), all: false };
  const reason = failureReason(call, longestLine);
  const above = new Set(linesBelow(call, state).map((line) => oneLine(line, longestLine)));
  if (reason.kind === 'words') above.add(reason.text).add(reason.text.replace(exitPrefix, ''));
  const saysExit = reason.kind === 'exit' || (reason.kind === 'words' && exitPrefix.test(reason.text));
  const lines = splitLines(stripAnsi(text)).filter((line) => line.trim() !== '');
  const said = lines.filter((line) => above.has(oneLine(line, longestLine + 1)) || (saysExit && isExitLine(line)));
  return {
    lines: new Set(said.map((line) => line.trim())),
    all: lines.length > 0 && said.length === lines.length,
  };
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
  const reason = useReason(call, state, 'seen', longestLine);
  const lines = useMemo(() => linesBelow(call, state), [call, state]);
  if (reason === undefined || startsWithOutput(call, state)) return null;
  const said = reason.replace(exitPrefix, '');
  return (
    <div className="ark-inset ark-detail__reason" data-state={state}>
      <p>
        <LogText text={reason} />
      </p>
      {inPlace(lines, (line) =>
        oneLine(line, longestLine) === said ? null : (
          <p className="ark-mono">
            <LogText text={cutText(line, longestLine)} />
          </p>
        ),
      )}
    </div>
  );
}
