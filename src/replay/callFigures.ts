import { commandOf } from '../session/facts/callTexts.ts';
import { checksOf } from '../session/facts/checksOf.ts';
import { checkNames, commandName, commandParts } from '../session/facts/commandPurpose.ts';
import { type FileLines, linesChanged } from '../session/facts/fileChanges.ts';
import type { ToolCall } from '../session/index.ts';
import { filePath } from './filePath.ts';
import { filesSteps, isCreatedBy } from './folds/filesAt.ts';
import { memoize } from './memoize.ts';
import { type CallItem, outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Duration of a call in milliseconds; undefined where it has no result, or its log has no times. */
export function callDuration(call: ToolCall): number | undefined {
  const isUnknown = call.duration_ms === 0 && call.inferred?.includes('duration_ms') === true;
  return isUnknown || outcomeOf(call) === 'unanswered' ? undefined : call.duration_ms;
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

/** What one call changed in one file. */
export interface LineChange {
  /** The call, as a position in `SessionIndex.items`. */
  readonly item: number;
  /** As `filePath` gives it. A renamed file has two entries; the lines count for the new path. */
  readonly path: string;
  /** Lines; both 0 where the log does not say which lines changed. */
  readonly added: number;
  readonly removed: number;
  /** More lines were removed than `removed`, or none: it wrote over a content that the log does not say. */
  readonly moreRemoved: boolean;
}

/** Calls looked through in one step. */
const perStep = 256;

const made = memoize((_: SessionIndex): { changes?: readonly LineChange[] } => ({}));

/** What a successful call changed in a file; its path as `filePath` gives it. */
export function changeOf(
  index: SessionIndex,
  { index: at, run }: CallItem,
  { path: named, added, removed, overwrites }: FileLines,
): Omit<LineChange, 'item'> {
  const path = filePath(index, run, named);
  return { path, added, removed, moreRemoved: overwrites && !isCreatedBy(index, path, at) };
}

/** The changes of all successful calls, in order; computed once, step by step. */
export function* lineChangesSteps(index: SessionIndex): Generator<undefined, readonly LineChange[]> {
  const kept = made(index);
  if (kept.changes !== undefined) return kept.changes;
  yield* filesSteps(index);
  const found: LineChange[] = [];
  for (const [n, at] of index.landmarks.call.entries()) {
    if (n % perStep === perStep - 1) yield;
    const item = index.items[at];
    if (item?.is !== 'call' || outcomeOf(item.call) !== 'succeeded') continue;
    for (const lines of linesChanged(item.call)) found.push({ item: at, ...changeOf(index, item, lines) });
  }
  kept.changes = found;
  return found;
}
