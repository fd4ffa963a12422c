import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConvertedLog, convertPaths } from '../../scripts/agent-replay/convertPaths.ts';
import {
  type FileHistory,
  fileHistories,
  indexSession,
  type SessionIndex,
  timeHolders,
  timeShares,
} from '../../src/replay/index.ts';
import { shownLines } from '../../src/session/facts/shownLines.ts';
import type { ToolCall } from '../../src/session/index.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus');

interface Agreement {
  agreed: number;
  /** Differences that the history explains: it says that something outside of the log changed the file. */
  explained: number;
  readonly unexplained: string[];
}

function callAt(index: SessionIndex, item: number): ToolCall | undefined {
  const found = index.items[item];
  return found?.is === 'call' ? found.call : undefined;
}

/** The whole text that a call showed of a file, as lines. */
function wholeShown(call: ToolCall | undefined): readonly string[] | undefined {
  const shown = call && shownLines(call)?.shown;
  const [only] = shown ?? [];
  return shown?.length === 1 && only?.first === 1 && only.total === only.lines.length ? only.lines : undefined;
}

/** Every reading of a whole file that comes after a change of it. */
function laterReadings(index: SessionIndex, histories: readonly FileHistory[]) {
  return histories.flatMap((history) => {
    const change = history.steps.find(({ access, isDone }) => access === 'change' && isDone)?.item;
    return history.steps.flatMap((step) => {
      const lines = step.access === 'read' && step.isDone ? wholeShown(callAt(index, step.item)) : undefined;
      return lines === undefined || change === undefined || step.item < change ? [] : [{ history, step, lines }];
    });
  });
}

/** Compares what changes alone make of each file with what a later reading shows, which the replay did not get. */
function compare({ session }: ConvertedLog, found: Agreement): void {
  const index = indexSession(session);
  const readings = laterReadings(index, fileHistories(index));
  if (readings.length === 0) return;
  const hidden = new Set(readings.map(({ step }) => callAt(index, step.item)?.call_id));
  const without = <Run extends { tool_calls: ToolCall[] }>(run: Run): Run => ({
    ...run,
    tool_calls: run.tool_calls.filter(({ call_id }) => !hidden.has(call_id)),
  });
  const blind = indexSession({ ...without(session), sub_sessions: session.sub_sessions.map(without) });
  const histories = fileHistories(blind);
  for (const { history, step, lines } of readings) {
    const replayed = histories.find(({ path }) => path === history.path);
    const change = history.steps.findLast(({ item, access }) => item < step.item && access === 'change');
    const id = index.items[change?.item ?? -1]?.id;
    const at = id === undefined ? undefined : blind.itemById(id)?.index;
    const state = at === undefined ? undefined : replayed?.content.stateAt(at);
    const texts = state?.lines.map((line) => replayed?.content.lines[line]?.text);
    if (state === undefined || state.open || texts === undefined || texts.includes(undefined)) continue;
    if (texts.join('\n') === lines.join('\n')) found.agreed += 1;
    else if (history.steps.some(({ item, outside }) => item <= step.item && outside !== undefined))
      found.explained += 1;
    else found.unexplained.push(`${session.session_id} ${index.items[step.item]?.id}`);
  }
}

/** The id of a session whose time is not the sum of its four parts; here too because converting the corpus again would cost as much. */
function undividedTime({ session }: ConvertedLog): string[] {
  const time = timeShares(indexSession(session));
  const sum = timeHolders.reduce((all, holder) => all + time[holder], 0);
  return Math.abs(sum - time.total) < 0.01 ? [] : [session.session_id];
}

// Readings are compared, and not written out: nothing of the corpus goes into this repository.
test.skipIf(!existsSync(corpus))(
  'agrees with every later reading in the corpus, or reports that something else changed the file; four parts of time add up',
  { timeout: 120_000 },
  async () => {
    const undivided: string[] = [];
    const found: Agreement = { agreed: 0, explained: 0, unexplained: [] };
    for (const format of ['claude-code', 'extra', 'wf']) {
      for (const name of readdirSync(join(corpus, format))) {
        const { logs } = await convertPaths([join(corpus, format, name)], { redact: false });
        for (const log of logs) {
          compare(log, found);
          undivided.push(...undividedTime(log));
        }
      }
    }
    console.info(`${found.agreed} readings agree, ${found.explained} show changes from outside of the log`);
    expect(found.unexplained).toEqual([]);
    expect(undivided).toEqual([]);
    expect(found.agreed).toBeGreaterThan(3 * found.explained);
  },
);
