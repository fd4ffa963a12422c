import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectPassages } from '../../scripts/etl/collectPassages.ts';
import { readable, toSession } from '../../src/adapters/assemble/assembledSession.ts';
import { hasClock, indexSession, kindOf } from '../../src/replay/index.ts';
import { parseSession, type Session, type SessionEntry, totalsOf } from '../../src/session/index.ts';

const folder = join(import.meta.dirname, '../../data/sessions');
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const { sessions } = read('index/sessions.json') as { sessions: readonly SessionEntry[] };

function passagesOf({ tool_calls, events, sub_sessions, phase_annotations = [], ...head }: Session) {
  const { session, passages } = collectPassages({
    head,
    counts: totalsOf({ ...head, tool_calls, events, sub_sessions }),
    phases: () => phase_annotations,
    calls: () => tool_calls.map(readable),
    events: () => events.map(readable),
    subSessions: () => sub_sessions.map(readable),
  });
  // They are collected while the session is read.
  toSession(session);
  return passages();
}

it('counts the times of passages as the replay of the session does', () => {
  const wrong: unknown[] = [];
  let timed = 0;
  for (const { session_id } of sessions) {
    const { session } = parseSession(read(`${session_id}.json`));
    if (session === undefined) throw new Error(`${session_id} is no session.`);
    const index = indexSession(session);
    // A checklist is one row with the call that made it.
    const timedItems = [...index.items.entries()].filter(([, item]) => kindOf(item) !== 'plan');
    const starts = new Map(timedItems.map(([at, { id }]) => [id, index.starts[at]]));
    for (const { item, at } of passagesOf(session)) {
      const start = starts.get(item);
      if (at === undefined || start === undefined) continue;
      timed += 1;
      if (at !== start) wrong.push([session_id, item, at, start]);
      if (!hasClock(index)) wrong.push([session_id, 'has no clock']);
    }
  }
  expect(wrong).toEqual([]);
  expect(timed).toBeGreaterThan(100);
});
