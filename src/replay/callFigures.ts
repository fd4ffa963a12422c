import { commandOf } from '../session/facts/callTexts.ts';
import { checksOf } from '../session/facts/checksOf.ts';
import { checkNames, commandName, commandParts } from '../session/facts/commandPurpose.ts';
import type { ToolCall } from '../session/index.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Duration of a call in milliseconds; undefined where it has no result, or its log has no times. */
export function callDuration(call: ToolCall): number | undefined {
  const untold = call.duration_ms === 0 && call.inferred?.includes('duration_ms') === true;
  return untold || outcomeOf(call) === 'unanswered' ? undefined : call.duration_ms;
}

/** The names of a call's command: those of the checks that it ran, where it runs several, else as `commandName` gives it. Computed once. */
export function commandNamesAt(index: SessionIndex, item: number): readonly string[] {
  const known = commandNames(index);
  const names = known[item];
  if (names !== undefined) return names;
  const found = index.items[item];
  const read = found?.is === 'call' ? namesOf(found.call) : [];
  known[item] = read;
  return read;
}

function namesOf(call: ToolCall): readonly string[] {
  const command = commandOf(call);
  if (command === undefined) return [];
  if (checkNames(commandParts(command)).length > 1) return checksOf(call).map(({ name }) => name);
  return [commandName(command) ?? []].flat();
}

const commandNames = memoize(({ items }: SessionIndex) => new Array<readonly string[] | undefined>(items.length));
