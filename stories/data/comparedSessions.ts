import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { longSession } from './longSession.ts';

/** One way to do a task. */
export const firstRun: Session = sessionFromText(`
  @ id compared-a
  @ title Show tides in the station's own time zone
  @ cwd /home/mara/tidewatch
  @ model model-large
  0:00     user: The October table of Cuxhaven is an hour off after the 25th. Find out why, and fix it.
  0:04     thinking: The offset may be taken once for the whole table.
  0:06     Read(src/stations/parseStation.ts) 120ms: export function parseStation(row: Row)
  0:07     Grep(offset|timezone) 300ms: 14 matches
  0:10     Task(find where offsets are cached) 48s as explorer
    0:12     Read(src/tides/table.ts) 90ms: const offset = offsetOf(station)
    0:20     Bash(git log --oneline -5) 40ms: 4f1c2ab Cache offsets
  1:00     Bash(pnpm vitest run tests/october.test.ts) 8s failed: expected 06:12, got 07:12
  1:12     Edit(src/stations/parseStation.ts) 60ms
  1:15     Bash(pnpm vitest run tests/october.test.ts) 7s failed: expected 06:12, got 05:12
  1:30     Edit(src/tides/table.ts) 60ms
  1:36     Bash(pnpm vitest run tests/october.test.ts) 7s: 12 passed
  1:50     Write(src/stations/offsetAt.ts) 40ms
  2:10     Bash(pnpm build) 21s: built in 20.4 s
  2:40     assistant: The offset was asked for once per table. It is now asked for at each tide.
  2:40     usage: input 5200, output 3100, cache_read 812000
`);

/** Another way to do it: shorter, and without a failure. */
export const secondRun: Session = sessionFromText(`
  @ id compared-b
  @ title Show tides in the station's own time zone, second attempt
  @ cwd /tmp/checkouts/tidewatch
  @ model model-small
  0:00     user: The October table of Cuxhaven is an hour off after the 25th. Find out why, and fix it.
  0:03     Read(src/stations/parseStation.ts) 90ms: export function parseStation(row: Row)
  0:05     Grep(offset|timezone) 200ms: 14 matches
  0:09     Read(src/tides/table.ts) 80ms: const offset = offsetOf(station)
  0:30     Edit(src/tides/table.ts) 50ms
  0:36     Bash(pnpm vitest run tests/october.test.ts) 7s: 12 passed
  0:50     Bash(pnpm build) 19s: built in 18.9 s
  1:12     Bash(git commit -m "Ask for the offset at each tide") 300ms: 1 file changed
  1:20     assistant: Fixed: the table asks for the offset at each tide now.
  1:20     usage: input 3900, output 1400, cache_read 208000
`);

/** The first run again, with a failure in its last command. */
export const failedRun: Session = {
  ...firstRun,
  session_id: 'compared-c',
  task_title: 'Show tides in the station\u2019s own time zone, with a red build',
  status: 'failed',
  tool_calls: firstRun.tool_calls.map((call, at) =>
    at === firstRun.tool_calls.length - 1
      ? {
          ...call,
          outcome: 'failed',
          output: { status: 'failed', error: 'error TS2304: Cannot find name offsetAt.', result: { exit_code: 2 } },
        }
      : call,
  ),
};

/** An empty session. */
export const emptyRun: Session = sessionFromText('@ id compared-empty\n@ title Nothing happened');

/** Two sessions of that many rows; in the second, every 51st call is different unless it is a command, and a range is missing. */
export function longRuns(rows: number): [Session, Session] {
  const whole = longSession(rows);
  const tool_calls = whole.tool_calls
    .filter((_, at) => at < 3000 || at >= 3040)
    .map((call, at) =>
      at % 51 === 0 ? { ...call, input: { ...call.input, params: { ...call.input.params, limit: at } } } : call,
    );
  return [whole, { ...whole, session_id: `${whole.session_id}-again`, task_title: 'The same once more', tool_calls }];
}
