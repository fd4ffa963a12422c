'use client';
import { useMemo } from 'react';
import type { ToolCall } from '../../session/index.ts';
import type { Masking } from '../masking/masking.ts';
import { useMasking } from '../masking/useMasked.ts';
import { type CallState, isTrouble } from '../shared/call/callState.ts';

/** Every text of a call that its row may show; see `useMaskedCall`. */
function maskCall(call: ToolCall, state: CallState, { mask }: Masking): ToolCall {
  if (isTrouble(state)) return mask(call);
  const { input, subagent_info } = call;
  return {
    ...call,
    input: mask(input),
    ...(subagent_info === undefined ? {} : { subagent_info: mask(subagent_info) }),
  };
}

/**
 * A call as its row may show it. Of the output of a call without trouble a row shows numbers, and perhaps a path, which
 * `CallSubject` masks: to look through all of a long output for that takes longer than to draw a page of rows.
 */
export function useMaskedCall(call: ToolCall, state: CallState): ToolCall {
  const masking = useMasking();
  return useMemo(() => maskCall(call, state, masking), [call, state, masking]);
}
