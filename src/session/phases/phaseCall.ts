import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCategory } from '../schema/std001v30.ts';

/** The little that phase inference needs of a call. */
export interface PhaseCall {
  call_id: string;
  tool_name: string;
  tool_category: ToolCategory;
  /** The command of a shell call; it may stand in the form `Bash(command)`. */
  raw_command?: string;
  description?: string;
  /** The file that the call reads or writes. */
  path?: string;
  outcome?: Outcome;
}
