import { type PhaseCall, type SourceRef, type ToolCall, toolCategory } from '../../session/index.ts';
import type { CallStart } from '../assembly.ts';
import type { Cleaner } from './cleanValue.ts';
import { cutAt } from './oneLine.ts';

/** What stays in memory of a call: what phase inference needs, and where it came from. */
export type CallDigest = PhaseCall & { ref?: SourceRef };

/** Commands are recognised by their beginning. */
const MAX_COMMAND = 400;

const pathParams = ['file_path', 'path', 'notebook_path', 'filename'] as const;

export function digestCall(callId: string, start: CallStart, clean: Cleaner): CallDigest {
  const { params, rawCommand = commandOf(params), description, ref } = start;
  const path = pathOf(params);
  return {
    call_id: callId,
    tool_name: start.name,
    tool_category: start.category ?? toolCategory(start.name),
    ...(rawCommand === undefined ? {} : { raw_command: beginningOf(clean.copy(rawCommand)) }),
    ...(description === undefined ? {} : { description: beginningOf(clean.copy(description)) }),
    ...(ref === undefined ? {} : { ref }),
    ...(path === undefined ? {} : { path: beginningOf(clean.copy(path)) }),
  };
}

function pathOf(params: Readonly<Record<string, unknown>>): string | undefined {
  return pathParams.map((name) => params[name]).find((each) => typeof each === 'string');
}

/** Some sources give a command only as a parameter. */
function commandOf({ command }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof command === 'string' ? command : undefined;
}

/**
 * A copy: a slice, as are all texts that were cut out of a log's lines, would keep the megabyte that was read with it in
 * memory for as long as the digest lives. Putting something before it and taking that off again copies.
 */
function beginningOf(text: string): string {
  return ` ${cutAt(text, MAX_COMMAND)}`.slice(1);
}

/** The digest of a finished call. */
export function digestToolCall(call: ToolCall): CallDigest {
  const { params, raw_command = commandOf(params), description } = call.input;
  const path = pathOf(params);
  return {
    call_id: call.call_id,
    tool_name: call.tool_name,
    tool_category: call.tool_category,
    ...(raw_command === undefined ? {} : { raw_command }),
    ...(description === undefined ? {} : { description }),
    ...(path === undefined ? {} : { path }),
    outcome: call.outcome ?? (call.output.status === 'failed' ? 'failed' : 'succeeded'),
  };
}
