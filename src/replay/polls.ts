import { paramNumber, paramText } from '../session/facts/callTexts.ts';
import { toolFacts } from '../session/facts/toolFacts.ts';
import type { Outcome, ToolCall } from '../session/index.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import { type CallItem, isError, outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';

/** The calls with which an agent waited for work that continued in the background. */
export interface Polls {
  /** The call that began the work and the polls for it, ascending; positions in `SessionIndex.items`. */
  readonly command: number;
  readonly items: readonly number[];
  /** From the start of the work to the end of its last poll, in milliseconds. */
  readonly durationMs: number;
}

/** Fields that hold the id of background work: in a result, and in a poll. */
const begunAs = ['runs_on_as', 'background_task_id', 'agent_id'] as const;
const polledAs = ['session_id', 'bash_id', 'shell_id', 'task_id'] as const;

/**
 * The polls of each call that has some, by the call's id. A poll sends nothing, ends nothing, succeeds, and names work that an earlier call
 * in the same run began. A call that names anything else is an ordinary call.
 */
export const pollsOf = memoizeSteps(function* (index: SessionIndex): Generator<undefined, ReadonlyMap<string, Polls>> {
  const found = new Map<string, Polls & { items: number[] }>();
  const { polling, runs } = yield* pollingCalls(index);
  for (const run of runs) {
    const begun = new Map<string, { id: string; at: number }>();
    for (const [n, at] of (index.runs[run]?.landmarks.call ?? new Uint32Array()).entries()) {
      if (n % itemsPerStep === itemsPerStep - 1) yield;
      const item = index.items[at];
      if (item?.is !== 'call') continue;
      const polled = polling.get(at);
      if (polled === undefined) {
        const name = begunBy(item.call);
        if (name !== undefined) begun.set(name, { id: item.id, at });
        continue;
      }
      const command = begun.get(polled);
      if (command === undefined) continue;
      const items = found.get(command.id)?.items ?? [];
      items.push(at);
      const end = index.ends[at] as number;
      const until = Number.isFinite(end) ? end : (index.starts[at] as number);
      found.set(command.id, { command: command.at, items, durationMs: until - (index.starts[command.at] as number) });
    }
  }
  return found;
});

/** The outcome of a call's background work, from the call that saw its end, even a failed one; undefined where no call saw it. */
export function outcomeWhenOver(index: SessionIndex, { id }: CallItem): Outcome | undefined {
  return endsOf(index).get(id);
}

const endsOf = memoize((index: SessionIndex): ReadonlyMap<string, Outcome> => {
  const ends = new Map<string, Outcome>();
  for (const run of index.runs) {
    const begun = new Map<string, string>();
    for (const at of run.landmarks.call) {
      const { id, call } = index.items[at] as CallItem;
      const name = begunBy(call);
      if (name !== undefined) begun.set(name, id);
      // Work that is still running has no exit code yet.
      if (call.output.result?.exit_code === undefined || !onlyLooks(call.tool_name)) continue;
      const command = begun.get(polledBy(call) ?? '');
      if (command !== undefined) ends.set(command, outcomeOf(call));
    }
  }
  return ends;
});

/** The calls that may be polls, each with the id of the work it looks at, and the runs that contain such calls. */
function* pollingCalls({
  items,
  runs,
}: SessionIndex): Generator<undefined, { polling: Map<number, string>; runs: Set<number> }> {
  const polling = new Map<number, string>();
  const runsWithPolls = new Set<number>();
  const looks = new Map<string, boolean>();
  for (const { index, landmarks } of runs) {
    for (const [n, at] of landmarks.call.entries()) {
      if (n % itemsPerStep === itemsPerStep - 1) yield;
      const item = items[at];
      if (item?.is !== 'call') continue;
      const name = item.call.tool_name;
      const known = looks.get(name) ?? onlyLooks(name);
      looks.set(name, known);
      const polled = known && !isError(item) ? polledBy(item.call) : undefined;
      if (polled === undefined) continue;
      polling.set(at, polled);
      runsWithPolls.add(index);
    }
  }
  return { polling, runs: runsWithPolls };
}

function onlyLooks(name: string): boolean {
  return toolFacts(name).continues === true && !/^(?:kill|close)/i.test(name);
}

function polledBy(call: ToolCall): string | undefined {
  const { chars } = call.input.params;
  if (typeof chars === 'string' && chars !== '') return undefined;
  return paramText(call, ...polledAs) ?? paramNumber(call, ...polledAs)?.toString();
}

function begunBy({ tool_name, output: { result } }: ToolCall): string | undefined {
  if (result === undefined || toolFacts(tool_name).continues === true) return undefined;
  const names: Readonly<Record<string, unknown>> = result;
  return begunAs.map((name) => names[name]).find((value) => typeof value === 'string');
}
