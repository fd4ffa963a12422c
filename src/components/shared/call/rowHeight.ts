import type { ToolCall } from '../../../session/index.ts';
import { callState } from './callFacts.ts';
import { outputExcerpt } from './outputExcerpt.ts';

/** Width of a row below which it gives up time and result, in pixels. */
export const narrowWidthPx = 560;

const linePx = 18;
const excerptEndPx = 8;

/** Height in pixels that a `ToolCallCard` of this width takes with the kit's own tokens: lists need not measure it. */
export function callRowHeight(call: ToolCall, widthPx: number, depth = 0): number {
  const line = widthPx < narrowWidthPx ? 32 : depth > 0 ? 24 : 28;
  const excerpt = callState(call) === 'failed' ? outputExcerpt(call) : undefined;
  if (excerpt === undefined) return line;
  return line + (excerpt.lines.length + (excerpt.more > 0 ? 1 : 0)) * linePx + excerptEndPx;
}
