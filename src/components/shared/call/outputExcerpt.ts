import { failureText } from '../../../session/facts/callTexts.ts';
import { toolFamily } from '../../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../../session/index.ts';
import { splitLines } from '../text/splitLines.ts';
import { stripAnsi } from '../text/stripAnsi.ts';

/** The end of an output: at most three lines, the first of which may only say how many lines stand above. */
export interface OutputExcerpt {
  readonly above: number;
  readonly lines: readonly string[];
}

const room = 3;

/** The last lines of what a failed command printed; nothing for other calls, and for one that printed nothing. */
export function outputExcerpt(call: ToolCall): OutputExcerpt | undefined {
  if (toolFamily(call.tool_name) !== 'terminal') return undefined;
  const lines = splitLines(stripAnsi(failureText(call))).filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  if (lines.length <= room) return { above: 0, lines };
  return { above: lines.length - (room - 1), lines: lines.slice(-(room - 1)) };
}
