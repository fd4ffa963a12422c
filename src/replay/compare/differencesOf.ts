import { printedText } from '../../session/facts/callTexts.ts';
import { outcomeOf } from '../judgeItem.ts';
import type { CallItem, ReplayItem } from '../replayItem.ts';
import type { Difference } from './comparison.ts';

/** What differs between two items that did the same thing. `sameInput`: whether their inputs are equal. */
export function differencesOf(left: ReplayItem, right: ReplayItem, sameInput: boolean): Difference[] {
  if (left.is !== 'call' || right.is !== 'call') return sameInput ? [] : ['text'];
  return [...(sameInput ? [] : ['input' as const]), ...callDifferences(left, right)];
}

/** Whether a difference makes another thing of a pair. How long it took and what it printed differs in any two runs. */
export function isChange(difference: Difference): boolean {
  return difference === 'input' || difference === 'text' || difference === 'outcome';
}

function callDifferences({ call: left }: CallItem, { call: right }: CallItem): Difference[] {
  return [
    ...(outcomeOf(left) === outcomeOf(right) ? [] : ['outcome' as const]),
    ...(left.tool_name === right.tool_name ? [] : ['tool' as const]),
    ...(printedText(left) === printedText(right) ? [] : ['output' as const]),
    ...(left.duration_ms === right.duration_ms ? [] : ['duration' as const]),
  ];
}
