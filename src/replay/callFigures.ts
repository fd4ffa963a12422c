import { commandOf } from '../session/facts/callTexts.ts';
import { commandName } from '../session/facts/commandPurpose.ts';
import type { ToolCall } from '../session/index.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Duration of a call in milliseconds; undefined where it has no result, or its log has no times. */
export function callDuration(call: ToolCall): number | undefined {
  const untold = call.duration_ms === 0 && call.inferred?.includes('duration_ms') === true;
  return untold || outcomeOf(call) === 'unanswered' ? undefined : call.duration_ms;
}

/** The name of a call's command, as `commandName` gives it; undefined where it runs none. Computed once. */
export function commandNameAt(index: SessionIndex, item: number): string | undefined {
  const known = commandNames(index);
  const name = known[item];
  if (name !== undefined) return name ?? undefined;
  const found = index.items[item];
  const command = found?.is === 'call' ? commandOf(found.call) : undefined;
  const read = command === undefined ? undefined : commandName(command);
  known[item] = read ?? null;
  return read;
}

const commandNames = memoize(({ items }: SessionIndex) => new Array<string | null | undefined>(items.length));
