import { failureText } from '../../../session/facts/callTexts.ts';
import { toolFamily } from '../../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../../session/index.ts';
import { cutText, isErrorLine, isRefusal, splitLines } from '../../../session/text/lines.ts';
import { stripAnsi } from '../../../session/text/stripAnsi.ts';
import { lineOf, rowSizesAt, textSizes } from '../../theme/rowSizes.ts';
import { callState } from './callFacts.ts';

/** The most informative lines of a failed command's output, in order, and the number of other lines that are not blank. */
export interface OutputExcerpt {
  readonly more: number;
  readonly lines: readonly string[];
}

/** Rows of an excerpt; if lines are left out, one row says how many. */
const room = 3;
/** Of an output longer than this, only the beginning and the end are searched. */
const mostLooked = 400;
const longestLooked = 300;

const cause =
  /^E\s|^(?:fatal|error|panic)\b|\b\w*(?:Error|Exception)\b|\b(?:cannot|can't|unable to|denied|refused|timed out|traceback)\b/i;
/** Matches a line of JSON that holds only brackets, and a line that only draws a table. */
const bare = /^[\s{}[\](),;:\u2500-\u257f]*$/;
/** Matches a JSON value that describes what happened: its name, and words. */
const said =
  /^\s*"(?:message|error|title|reason|detail|description|summary|module_name|code|status)"\s*:\s*(?:"[^"]|[1-9])/i;
const summary = /\b\d{1,9} (?:failed|errors?|failures?|problems?|vulnerabilit(?:y|ies))\b/i;

/** How informative a line is about a failure: the cause scores highest, then a count of failures, then any words of failure. */
function relevanceOf(line: string): number {
  const looked = cutText(line, longestLooked);
  if (cause.test(looked) || isRefusal(looked)) return 3;
  if (summary.test(looked)) return 2;
  if (isErrorLine(looked)) return 1;
  return said.test(looked) ? 0.5 : 0;
}

/**
 * Excerpt of a failed command's output: the most informative lines, earlier ones first among equals. If no line is informative, the last
 * lines that hold more than brackets. Undefined for other calls, and if the command printed nothing.
 */
export function outputExcerpt(call: ToolCall): OutputExcerpt | undefined {
  if (toolFamily(call.tool_name) !== 'terminal') return undefined;
  const written = splitLines(stripAnsi(failureText(call))).filter((line) => line.trim() !== '');
  const worded = written.filter((line) => !bare.test(line));
  const lines = worded.length === 0 ? written : worded;
  if (lines.length === 0) return undefined;
  if (lines.length <= room) return { more: 0, lines };
  const shown = room - 1;
  const best = [...lines.keys()]
    .filter((at) => at < mostLooked || at >= lines.length - mostLooked)
    .map((at) => ({ at, relevance: relevanceOf(lines[at] as string) }))
    .filter(({ relevance }) => relevance > 0)
    .sort((a, b) => b.relevance - a.relevance || a.at - b.at)
    .slice(0, shown)
    .map(({ at }) => at);
  if (best.length === 0) for (let at = lines.length - shown; at < lines.length; at += 1) best.push(at);
  const kept = best.sort((a, b) => a - b).map((at) => lines[at] as string);
  return { more: lines.length - kept.length, lines: kept };
}

/** Height in pixels of an excerpt of so many lines. */
function excerptHeight(lines: number): number {
  return lines * textSizes.codeLinePx + textSizes.gapPx;
}

/** Height in pixels of the longest excerpt, where it would take too long to find out how long it is. */
export const fullExcerptPx = excerptHeight(room);

/** Height in pixels that a `ToolCallCard` of this width takes with the kit's own tokens, so that lists need not measure it. */
export function callRowHeight(call: ToolCall, widthPx: number, depth = 0): number {
  const line = lineOf(rowSizesAt(widthPx), depth);
  const excerpt = callState(call) === 'failed' ? outputExcerpt(call) : undefined;
  if (excerpt === undefined) return line;
  return line + excerptHeight(excerpt.lines.length + (excerpt.more > 0 ? 1 : 0));
}
