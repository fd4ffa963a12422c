import type { ToolCall } from '../../../session/index.ts';
import { toolFamily } from '../../icons/toolFamily.ts';
import { splitLines } from '../text/splitLines.ts';
import { stripAnsi } from '../text/stripAnsi.ts';
import { outputText } from './outputText.ts';

/** The end of an output: at most three lines, the first of which may only say how many lines stand above. */
export interface OutputExcerpt {
  readonly above: number;
  readonly lines: readonly string[];
}

const room = 3;

function fullError(call: ToolCall): string {
  const { error } = call.output;
  return error?.includes('\n') ? error : '';
}

/** The last lines of what a failed command printed; nothing for other calls, and for one that printed nothing. */
export function outputExcerpt(call: ToolCall): OutputExcerpt | undefined {
  if (toolFamily(call.tool_name) !== 'terminal') return undefined;
  const printed = call.output.result?.stderr || outputText(call)?.text || fullError(call);
  const lines = splitLines(stripAnsi(printed)).filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  if (lines.length <= room) return { above: 0, lines };
  return { above: lines.length - (room - 1), lines: lines.slice(-(room - 1)) };
}
