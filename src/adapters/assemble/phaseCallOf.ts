import type { PhaseCall, ToolCall } from '../../session/index.ts';
import { cutAt } from './oneLine.ts';

/** Commands are recognised by their beginning. */
const MAX_COMMAND = 400;

const pathParams = ['file_path', 'path', 'notebook_path', 'filename'] as const;

/** What phase inference needs of a call. */
export function phaseCallOf({
  call_id,
  tool_name,
  tool_category,
  input,
}: Pick<ToolCall, 'call_id' | 'tool_name' | 'tool_category' | 'input'>): PhaseCall {
  const { params, raw_command = commandOf(params), description } = input;
  const path = pathOf(params);
  return {
    call_id,
    tool_name,
    tool_category,
    ...(raw_command === undefined ? {} : { raw_command: cutAt(raw_command, MAX_COMMAND) }),
    ...(description === undefined ? {} : { description: cutAt(description, MAX_COMMAND) }),
    ...(path === undefined ? {} : { path }),
  };
}

function pathOf(params: Readonly<Record<string, unknown>>): string | undefined {
  return pathParams.map((name) => params[name]).find((each) => typeof each === 'string');
}

/** Some sources give a command only as a parameter. */
function commandOf({ command }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof command === 'string' ? command : undefined;
}
