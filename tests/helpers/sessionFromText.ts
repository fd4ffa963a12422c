import type { PhaseType, Session, SessionEvent } from '../../src/session/index.ts';
import { readCall, readEvent, readTime } from './drawnItems.ts';
import { createRun, finishSession, type PhaseSpan, type Run } from './drawnSession.ts';

/**
 * Draws a session, one line an item, for tests and stories:
 *
 *     @ title Fix the parser                    a fact: title, id, model, status, cwd, created
 *     == explore                                a phase of the calls below it; `== none` ends it
 *     0:00     user: Fix the failing test       time (m:ss, h:mm:ss, with .mmm if need be), who, text
 *     0:02     thinking:                        without text: omitted by the source
 *     0:05     Read(src/a.ts) 300ms             a call: tool, argument, duration (ms, s, m, h), outcome, result
 *     0:06     Bash(pnpm test) 1m20s failed: 2 tests failed
 *     0:07     Task(find the bug) 2m as explorer
 *       0:09     Grep(TODO) 20ms: 3 matches     deeper: what the subagent of the call above did
 *     -        assistant: Found it.             no time: the source has none for it
 *     == execute 2                              second attempt
 *     3:00     TodoWrite() 10ms
 *     3:00     plan by call: [x] read, [>] fix, [ ] check     the checklist that the call above made; `plan:` by itself
 *     3:01     usage: input 100, output 20, cache_read 3000   `usage(model):` names the model
 *     3:02     notice(compaction): 335000 -> 10000            also notice(hook): text …
 *     3:03     user(command): /clear            a message of another origin
 *     3:04     review(2, request_changes): Too long
 *     3:05     unknown(progress)
 *
 * Blank lines and lines that start with `#` say nothing. Times count from `created`, by default 2026-01-25T10:00:00.000Z.
 * Throws on a line that it cannot read.
 */
export function sessionFromText(text: string): Session {
  const facts = new Map<string, string>();
  const root = createRun('', undefined, '');
  const open = [{ indent: -1, run: root }];
  const subs: Run[] = [];
  const phases: PhaseSpan[] = [];
  let phase: PhaseSpan | undefined;
  const lines = text.split('\n');
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));

  for (const [i, line] of lines.entries()) {
    const words = line.trim();
    if (words === '' || words.startsWith('#')) continue;
    if (words.startsWith('@ ')) {
      const [key = '', ...value] = words.slice(2).split(' ');
      facts.set(key, value.join(' '));
      continue;
    }
    if (words.startsWith('== ')) {
      phase = phaseOf(words.slice(3));
      if (phase !== undefined) phases.push(phase);
      continue;
    }
    const indent = indentOf(line) - margin;
    while (open.length > 1 && indent < (open.at(-1)?.indent ?? 0)) open.pop();
    let top = open.at(-1) as { indent: number; run: Run };
    if (top.indent === -1) top.indent = indent;
    if (indent > top.indent) {
      const trigger = top.run.calls.at(-1);
      if (trigger === undefined) throw new Error(`Line ${i + 1}: no call above to go deeper from: ${line}`);
      const id = `sub-${String(subs.length + 1).padStart(3, '0')}`;
      top = { indent, run: createRun(`${id}-`, { id, parent: top.run, trigger }, top.run.clock) };
      subs.push(top.run);
      open.push(top);
    }
    const base = Date.parse(facts.get('created') ?? '2026-01-25T10:00:00.000Z');
    if (!addItem(top.run, words, base)) throw new Error(`Line ${i + 1} is no item: ${line}`);
    const call = top.run.calls.at(-1);
    if (phase !== undefined && top.run === root && call !== undefined && call.seq === root.seq) phase.calls.push(call);
  }
  return finishSession(root, subs, phases, facts);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function addItem(run: Run, words: string, base: number): boolean {
  const [, time = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(words) ?? [];
  const offset = readTime(time);
  if (offset === undefined) return false;
  run.seq += 1;
  const at = Number.isNaN(offset) ? undefined : new Date(base + offset).toISOString();
  if (at !== undefined) run.clock = at;
  const event = readEvent(rest, run);
  if (event !== undefined) {
    const event_id = `${run.prefix}event-${String(run.events.length + 1).padStart(3, '0')}`;
    run.events.push({ event_id, seq: run.seq, ...(at === undefined ? {} : { at }), ...event } as SessionEvent);
    return true;
  }
  const call = readCall(rest, run, at, base);
  if (call !== undefined) run.calls.push(call);
  return call !== undefined;
}

function phaseOf(words: string): PhaseSpan | undefined {
  const [type = '', attempt] = words.split(' ');
  if (type === 'none') return undefined;
  return { type: type as PhaseType, attempt: attempt === undefined ? undefined : Number(attempt), calls: [] };
}
