import { type Diagnostic, diagnose } from '../diagnostics.ts';
import type { Session } from '../schema/std001v31.ts';
import { checkIds } from './checkIds.ts';
import { checkRanges } from './checkRanges.ts';
import { checkReferences } from './checkReferences.ts';
import { checkTimes } from './checkTimes.ts';

/**
 * Checks that a session holds together: ids, references, ranges, the count of calls, times. Reports, and changes nothing.
 * Its time grows with the size of the session.
 */
export function checkSession(session: Session): Diagnostic[] {
  return [
    ...checkIds(session),
    ...checkReferences(session),
    ...checkRanges(session),
    ...checkCounts(session),
    ...checkTimes(session),
  ];
}

/** The summary counts the session's own calls, not those of its sub-sessions. */
function checkCounts({ summary, tool_calls }: Session): Diagnostic[] {
  const told = summary.tool_calls_count;
  if (told === tool_calls.length) return [];
  const at = { pointer: '/summary/tool_calls_count' };
  return [diagnose('count-mismatch', { at, actual: String(told), expected: String(tool_calls.length) })];
}
