import type { ToolCall } from '../../../session/index.ts';

/** Whether the value of a field is the kit's inference. */
export function isInferred(call: ToolCall, field: string): boolean {
  return call.inferred?.includes(field) ?? false;
}

/** Whether what became of the call is inferred. */
export function isOutcomeInferred(call: ToolCall): boolean {
  return isInferred(call, 'outcome') || isInferred(call, 'output.status') || isInferred(call, 'status');
}
