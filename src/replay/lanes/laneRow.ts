import { commandOf } from '../../session/facts/callTexts.ts';
import { type CommandPurpose, commandPurpose } from '../../session/facts/commandPurpose.ts';
import { toolFacts } from '../../session/facts/toolFacts.ts';
import type { ToolCall, ToolCategory } from '../../session/index.ts';
import { memoize } from '../memoize.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { LaneRow } from './lane.ts';

/** What a call does, as lanes colour it: its category; of a shell command, whether it looks, changes or tests. */
export type LaneKind = ToolCategory | 'test';

/** The kinds of calls, in the order in which a row counts them. */
export const laneKinds: readonly LaneKind[] = [
  'perception',
  'action',
  'test',
  'interaction',
  'planning',
  'task_management',
];

const kindOfPurpose: Readonly<Record<CommandPurpose, LaneKind | undefined>> = {
  read: 'perception',
  change: 'action',
  test: 'test',
  other: undefined,
};

/** What a call does. `before` is what the shell call before it did, which one that only goes on with it does, too. */
export function laneKindOf(call: ToolCall, before?: LaneKind): LaneKind {
  const { shell, continues, family } = toolFacts(call.tool_name);
  if (continues && family === 'terminal') return before ?? call.tool_category;
  const command = shell ? commandOf(call) : undefined;
  return (command === undefined ? undefined : kindOfPurpose[commandPurpose(command)]) ?? call.tool_category;
}

/** The kind of each call of a session, by item; read once, because each command has to be. */
const kindOfItems = memoize(({ items, runs }: SessionIndex): Uint8Array => {
  const kinds = new Uint8Array(items.length);
  for (const { landmarks } of runs) {
    let before: LaneKind | undefined;
    for (const at of landmarks.call) {
      const item = items[at];
      if (item?.is !== 'call') continue;
      const kind = laneKindOf(item.call, before);
      if (toolFacts(item.call.tool_name).shell) before = kind;
      kinds[at] = Math.max(0, laneKinds.indexOf(kind));
    }
  }
  return kinds;
});

/** The kinds of some calls, as positions in `laneKinds`. */
export function kindsOf(index: SessionIndex, calls: Uint32Array): Uint8Array {
  const kinds = kindOfItems(index);
  return Uint8Array.from(calls, (at) => kinds[at] as number);
}

/** Makes a row of some calls, given as positions among all. */
export function makeRow(calls: Omit<LaneRow, 'tally'>, members: Uint32Array): LaneRow {
  const count = members.length;
  const width = laneKinds.length;
  const items = new Uint32Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const kinds = new Uint8Array(count);
  const tally = new Uint32Array((count + 1) * width);
  for (let n = 0; n < count; n += 1) {
    const member = members[n] as number;
    items[n] = calls.items[member] as number;
    from[n] = calls.from[member] as number;
    to[n] = calls.to[member] as number;
    const kind = calls.kinds[member] as number;
    kinds[n] = kind;
    for (let at = n * width; at < (n + 1) * width; at += 1) tally[at + width] = tally[at] as number;
    tally[(n + 1) * width + kind] = (tally[(n + 1) * width + kind] as number) + 1;
  }
  return { items, from, to, kinds, tally };
}

/** How many calls of a kind a part of a row has, from one call to another. */
export function countKind({ tally }: LaneRow, kind: number, first: number, last: number): number {
  const width = laneKinds.length;
  return (tally[(last + 1) * width + kind] as number) - (tally[first * width + kind] as number);
}
