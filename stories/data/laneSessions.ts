import { bigSession } from '../../benchmarks/bigSession.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';

/** Subagents of subagents, some in parallel and some in sequence. */
export const nestedSession: Session = sessionFromText(`
  @ id lanes-nested
  @ title Check the tables of three coasts
  @ created 2026-03-14T08:00:00.000Z
  == plan
  0:00   user: Check the tables of all three coasts, please.
  0:05   Read(docs/coasts.md) 300ms: 80 lines
  == execute
  0:10   Task(The north coast) 3m20s as surveyor
    0:14   Read(data/north.csv) 2s: 800 rows
    0:20   Task(Read the old prints) 1m10s as reader
      0:24   Read(prints/1987.txt) 8s: 61 lines
      0:40   Read(prints/1988.txt) 9s: 64 lines
      1:02   Grep(Cuxhaven) 4s: 12 matches
    1:34   Bash(pnpm check north) 40s failed: 3 hours differ
    2:30   Edit(data/north.csv) 1s: +3 -3
    2:40   Bash(pnpm check north) 38s
  0:12   Task(The south coast) 2m30s as surveyor
    0:16   Read(data/south.csv) 2s: 610 rows
    0:30   Bash(pnpm check south) 44s
    1:20   WebSearch(tide gauge south 2026) 12s: 9 results
    2:02   Bash(pnpm check south --strict) 30s
  0:14   Task(The islands) 1m as writer
    0:20   Write(data/islands.csv) 1s
    0:40   Bash(pnpm check islands) 22s
  == verify
  3:40   Bash(pnpm test) 45s
  4:32   Task(Once more the north) 1m as surveyor
    4:36   Read(data/north.csv) 2s: 800 rows
    4:44   Bash(pnpm check north) 36s
  5:40   assistant: All three coasts are right now.
`);

/** Many simultaneous calls of one agent. */
export const parallelSession: Session = sessionFromText(
  [
    '@ id lanes-parallel',
    '@ title Read everything at once',
    '0:00 user: Read all stations.',
    ...Array.from(
      { length: 12 },
      (_, n) => `0:0${Math.floor(n / 4)} Read(data/station${n}.csv) ${8 + ((n * 7) % 11)}s: 80 lines`,
    ),
    '0:24 Bash(pnpm test) 20s failed: 2 tests failed',
    '0:26 Bash(pnpm lint) 12s',
    '0:27 Bash(pnpm build) 16s',
    '0:50 Edit(src/stations.ts) 200ms: +2 -1',
  ].join('\n'),
);

/** A night and a lunch break between short ranges of work. */
export const idleSession: Session = sessionFromText(`
  @ id lanes-idle
  @ title Three days of little work
  0:00       user: Start with the spec.
  0:05       Read(docs/tables.md) 12s: 118 lines
  0:30       Bash(pnpm test) 25s
  1:10:00    user: Go on.
  1:10:05    Edit(src/tides/local.ts) 8s: +4 -3
  1:10:20    Bash(pnpm test) 20s failed: 1 test failed
  1:10:45    Edit(src/tides/local.ts) 6s: +1 -1
  25:00:00   user: Good morning. And now the export.
  25:00:06   Read(src/export/ical.ts) 10s: 140 lines
  25:00:20   notice(compaction): 120000 -> 14000
  25:00:30   Write(src/export/ical.ts) 4s
  25:00:40   Bash(pnpm build) 30s
`);

/** Sixty agents with different names, most of them at the same time. */
export const manyAgents: Session = sessionFromText(
  [
    '@ id lanes-many-agents',
    '@ title Sixty stations at once',
    ...Array.from({ length: 60 }, (_, n) => [
      `0:${String(n % 30).padStart(2, '0')} Task(Station ${n + 1}) ${40 + (n % 7) * 9}s as station-${n + 1}`,
      `  0:${String((n % 30) + 2).padStart(2, '0')} Read(data/station${n + 1}.csv) ${4 + (n % 5)}s: 80 lines`,
      `  0:${String((n % 30) + 12).padStart(2, '0')} Bash(pnpm check station${n + 1}) ${9 + (n % 11)}s${n % 9 === 0 ? ' failed: 1 hour differs' : ''}`,
    ]).flat(),
  ].join('\n'),
);

const hostileName = '<img src=x onerror=alert(1)>\u202eelbat\u200b ';

/** Agents and tools with hostile names. */
export const hostileLanes: Session = (() => {
  const { sub_sessions, tool_calls, ...session } = nestedSession;
  return {
    ...session,
    session_id: 'lanes-hostile',
    tool_calls: tool_calls.map((call, n) => ({
      ...call,
      tool_name: n % 2 === 0 ? `${hostileName}${'tide'.repeat(400)}` : '\u001b[31mRed\u0007',
      input: { params: { command: `</canvas>${hostileName}` } },
    })),
    sub_sessions: sub_sessions.map((sub, n) => ({
      ...sub,
      agent: { ...sub.agent, agent_type: n === 0 ? '__proto__' : `${hostileName}${n} ${'gauge'.repeat(300)}` },
    })),
  };
})();

/** A session of that many calls, with subagents, failures and idle time. */
export function manyCalls(calls: number): Session {
  return { ...bigSession(calls), session_id: `lanes-${calls}` };
}
