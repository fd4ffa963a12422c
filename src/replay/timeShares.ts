import { toolFacts } from '../session/facts/toolFacts.ts';
import { isPrompt } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { EventItem, ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';

/** The party that a session was waiting for. */
export const timeHolders = ['tools', 'agents', 'person', 'model'] as const;

export type TimeHolder = (typeof timeHolders)[number];

/**
 * Where the time of a session went, in milliseconds; the four parts add up to the whole. Of parallel activities the first of these counts:
 * a tool of the session's own agent ran; subagents were at work; nothing happened until a person wrote or answered; otherwise the model was
 * thinking or writing.
 */
export interface TimeShares extends Readonly<Record<TimeHolder, number>> {
  readonly total: number;
}

/** A part of the session's time that counts for one party. */
export interface TimeSpan {
  readonly holder: TimeHolder;
  readonly from: SessionMs;
  readonly to: SessionMs;
}

/** Adds up the {@link timeSpans} of a session. */
export const timeShares = memoize((index: SessionIndex): TimeShares => {
  const shares = { tools: 0, agents: 0, person: 0, model: 0, total: index.axes.full.duration as number };
  for (const { holder, from, to } of timeSpans(index)) shares[holder] += to - from;
  return shares;
});

/** The whole of a session as consecutive spans; empty where it took no time. */
export const timeSpans = memoize((index: SessionIndex): readonly TimeSpan[] => {
  const total = index.axes.full.duration;
  const edges = edgesOf(busyTimes(index), total);
  const under = { tools: 0, agents: 0, person: 0 };
  const spans: { holder: TimeHolder; from: SessionMs; to: SessionMs }[] = [];
  let from = 0;
  const close = (to: number): void => {
    if (to <= from) return;
    const holder = (['tools', 'agents', 'person'] as const).find((each) => under[each] > 0) ?? 'model';
    const last = spans.at(-1);
    if (last?.holder === holder) last.to = sessionMs(to);
    else spans.push({ holder, from: sessionMs(from), to: sessionMs(to) });
    from = to;
  };
  for (const { at, holder, by } of edges) {
    close(at);
    under[holder] += by;
  }
  close(total);
  return spans;
});

type Busy = Exclude<TimeHolder, 'model'>;

interface BusyTime {
  readonly holder: Busy;
  readonly from: number;
  readonly to: number;
}

function edgesOf(times: readonly BusyTime[], total: number): { at: number; holder: Busy; by: 1 | -1 }[] {
  const edges = times.flatMap(({ holder, from, to }): { at: number; holder: Busy; by: 1 | -1 }[] => {
    const end = Math.min(to, total);
    return end > from
      ? [
          { at: from, holder, by: 1 },
          { at: end, holder, by: -1 },
        ]
      : [];
  });
  return edges.sort((a, b) => a.at - b.at);
}

/** When tools ran, subagents worked, and a person was waited for. A call without a result has an unknown duration and does not count. */
function busyTimes({ items, runs, starts, ends }: SessionIndex): BusyTime[] {
  const times: BusyTime[] = runs.slice(1).map(({ start, end }) => ({ holder: 'agents', from: start, to: end }));
  let restedFrom: number | undefined;
  for (const at of runs[0]?.items ?? []) {
    const item = items[at] as ReplayItem;
    const from = starts[at] as number;
    if (item.is === 'call') {
      const to = ends[at] as number;
      if (Number.isFinite(to)) times.push({ holder: holderOf(item.call.tool_name), from, to });
      restedFrom = Math.max(restedFrom ?? 0, Number.isFinite(to) ? to : from);
    } else if (isPrompt(item)) {
      const waits = restedFrom !== undefined && item.event.type === 'message' && item.event.origin !== 'queued';
      if (waits) times.push({ holder: 'person', from: restedFrom as number, to: from });
      // A command is for the program: until the model acts, it is still the person's turn.
      restedFrom = item.event.type === 'message' && item.event.origin === 'command' ? from : undefined;
    } else if (isModelsOwn(item)) {
      restedFrom = Math.max(restedFrom ?? 0, from);
    }
  }
  return times;
}

/** Whether a model said or thought it. What a program says in the model's name (`No response requested.`) does not count. */
function isModelsOwn({ event }: EventItem): boolean {
  return (
    event.type === 'thinking' || (event.type === 'message' && event.role === 'assistant' && event.origin === undefined)
  );
}

function holderOf(tool: string): Busy {
  const { delegates, continues, family } = toolFacts(tool);
  if (delegates === true || (continues === true && family === 'agent')) return 'agents';
  return family === 'question' || tool.toLowerCase().replaceAll('_', '') === 'exitplanmode' ? 'person' : 'tools';
}
