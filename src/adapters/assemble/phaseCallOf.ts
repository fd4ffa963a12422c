import { commandOf, commandStart, type PhaseCall, pathParam, type ToolCall } from '../../session/index.ts';
import { cutAt } from './oneLine.ts';

/** Number of characters of a description that are used. */
const MAX_DESCRIPTION = 400;

/** What phase inference needs to know about a call. */
export function phaseCallOf({
  call_id,
  tool_name,
  tool_category,
  input,
}: Pick<ToolCall, 'call_id' | 'tool_name' | 'tool_category' | 'input'>): PhaseCall {
  const { params, description } = input;
  const raw_command = commandOf({ tool_name, input });
  const path = pathParam(params);
  return {
    call_id,
    tool_name,
    tool_category,
    ...(raw_command === undefined ? {} : { raw_command: commandStart(raw_command) }),
    ...(description === undefined ? {} : { description: cutAt(description, MAX_DESCRIPTION) }),
    ...(path === undefined ? {} : { path }),
  };
}
