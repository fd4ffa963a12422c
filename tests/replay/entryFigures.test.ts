import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefOf, hasClock, indexSession } from '../../src/replay/index.ts';
import { outcomeOf, parseSession, type SessionEntry, totalsOf } from '../../src/session/index.ts';

const folder = join(import.meta.dirname, '../../data/sessions');
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const { sessions } = read('index/sessions.json') as { sessions: readonly SessionEntry[] };

/** The same figures, counted over the converted session by other code. */
function countedAgain(id: string) {
  const { session } = parseSession(read(`${id}.json`));
  if (session === undefined) throw new Error(`${id} is no session.`);
  const index = indexSession(session);
  const { gaps, duration } = index.axes.squeezed;
  const idle = gaps.reduce((sum, { start, end }) => sum + (end - start), 0);
  const { tokens } = totalsOf(session);
  const kinds = (['input', 'output', 'cache_write'] as const).flatMap((kind) => [
    tokens.main[kind],
    tokens.inner[kind],
  ]);
  const known = kinds.filter((n) => n !== undefined);
  const stated = [tokens.main.total, tokens.inner.total].filter((n) => n !== undefined);
  const sum = (numbers: readonly number[]): number | undefined =>
    numbers.length === 0 ? undefined : numbers.reduce((all, n) => all + n, 0);
  const runs = [session, ...session.sub_sessions];
  const calls = runs.flatMap(({ tool_calls }) => tool_calls);
  const failing: Record<string, number> = {};
  for (const call of calls) {
    if (outcomeOf(call) === 'failed') failing[call.tool_name] = (failing[call.tool_name] ?? 0) + 1;
  }
  const brief = briefOf(index);
  const { end } = brief;
  const { answered = end.before, changed } = brief;
  const item = answered === undefined ? undefined : index.items[answered];
  const answer = item?.is === 'event' && item.event.type === 'message' ? item.event.text : undefined;
  const durations = calls.map(({ duration_ms }) => duration_ms);
  return {
    active_ms: hasClock(index) ? duration - idle : undefined,
    tokens: known.length > 0 ? sum(known) : sum(stated),
    failing,
    longest: Math.max(0, ...durations),
    answered: answer === undefined ? '' : answer.trim().replaceAll(/\s+/g, ' ').slice(0, 60),
    changed: { files: changed.files.length, added: changed.added, removed: changed.removed },
  };
}

describe('the index of the samples equals a count over each session', () => {
  it.each(sessions.map((entry) => [entry.session_id, entry] as const))('%s', (id, entry) => {
    const again = countedAgain(id);
    expect({
      active_ms: entry.active_ms,
      tokens: entry.tokens,
      failing: Object.fromEntries((entry.failing_tools ?? []).map(({ tool, n }) => [tool, n])),
      longest: entry.longest_call?.ms ?? 0,
      answered: (entry.answered ?? '').slice(0, 60),
      changed: entry.changed ?? { files: 0, added: 0, removed: 0 },
    }).toEqual(again);
  });
});
