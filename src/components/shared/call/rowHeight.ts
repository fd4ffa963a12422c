import type { ToolCall } from '../../../session/index.ts';
import { lineOf, rowSizesAt } from '../../theme/rowSizes.ts';
import { callState } from './callFacts.ts';
import { outputExcerpt } from './outputExcerpt.ts';

/** Height of a line of output: `--ark-leading-code`. */
const outputLinePx = 18;
const excerptEndPx = 8;

/** Height in pixels that a `ToolCallCard` of this width takes with the kit's own tokens, so that lists need not measure it. */
export function callRowHeight(call: ToolCall, widthPx: number, depth = 0): number {
  const line = lineOf(rowSizesAt(widthPx), depth);
  const excerpt = callState(call) === 'failed' ? outputExcerpt(call) : undefined;
  if (excerpt === undefined) return line;
  return line + (excerpt.lines.length + (excerpt.more > 0 ? 1 : 0)) * outputLinePx + excerptEndPx;
}
