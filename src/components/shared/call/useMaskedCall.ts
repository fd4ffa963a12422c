import { useMemo } from 'react';
import type { ToolCall } from '../../../session/index.ts';
import { noMasking } from '../../masking/masking.ts';
import { useKit } from '../../theme/useKit.ts';
import { useMasking } from '../../theme/useMasked.tsx';
import { type CallState, callFigure, isTrouble } from './callFacts.ts';

type Mask = <Value>(value: Value) => Value;

/** Every text of a call that its row may show. */
function maskCall(call: ToolCall, state: CallState, mask: Mask): ToolCall {
  if (isTrouble(state)) return mask(call);
  const { tool_name, input, output, subagent_info } = call;
  return {
    ...call,
    tool_name: mask(tool_name),
    input: mask(input),
    output: output.result === undefined ? output : { ...output, result: maskSeen(call, output.result, mask) },
    ...(subagent_info === undefined ? {} : { subagent_info: mask(subagent_info) }),
  };
}

type Result = NonNullable<ToolCall['output']['result']>;

/**
 * Output of a successful call, reduced to what its row may show: numbers, perhaps a path, and perhaps the source's summary line. To search
 * all of a long output for those takes longer than drawing a page of rows.
 */
function maskSeen(call: ToolCall, result: Result, mask: Mask): Result {
  const { display, patches } = result;
  const isSeen = display !== undefined && callFigure(call)?.kind === 'display';
  return {
    ...result,
    ...(isSeen ? { display: mask(display) } : {}),
    ...(patches === undefined ? {} : { patches: patches.map((patch) => ({ ...patch, path: mask(patch.path) })) }),
  };
}

/** A call as its row, or its place in the lanes, may show it. */
export function useMaskedCall(call: ToolCall, state: CallState): ToolCall {
  const { isMasked } = useKit();
  const masking = useMasking();
  const { mask } = isMasked ? noMasking : masking;
  return useMemo(() => maskCall(call, state, mask), [call, state, mask]);
}
