import type { ContextReference, Session, ToolCall } from '../../src/session/index.ts';
import { createBuilders } from './builders.ts';
import { replaySession } from './replaySession.ts';

const { call } = createBuilders(400);

const root = '/home/mara/tidewatch';
const stationLines = [
  'export function parseStation(line: string): Station {',
  '  const [name, zone, depth] = line.split(";");',
  '  const offsetMinutes = offsetOf(zone, new Date());',
  '  return { name, offsetMinutes, depth: Number(depth) };',
  '}',
];
const localLines = [
  'export function localTime(tide: Tide, station: Station): string {',
  '  const shifted = tide.at + station.offsetMinutes * 60_000;',
  '  return formatClock(shifted, station.printedZone);',
  '}',
];
const spec = ['# Printed tables', '', 'Times of a table are local times of its station, summer time included.'];

function read(seconds: number, path: string, lines: readonly string[]): ToolCall {
  return call('Read', 'perception', {
    seconds,
    params: { file_path: `${root}/${path}` },
    result: { text: lines.join('\n') },
  });
}

function bash(seconds: number, command: string, text: string, failed = false): ToolCall {
  return call('Bash', 'action', {
    seconds,
    params: { command },
    command,
    result: { text, exit_code: failed ? 1 : 0 },
    duration_ms: 4200,
    outcome: failed ? 'failed' : 'succeeded',
  });
}

const calls: readonly ToolCall[] = [
  read(4, 'docs/specs/tables.md', spec),
  call('Grep', 'perception', {
    seconds: 9,
    params: { pattern: 'offsetMinutes', path: 'src' },
    result: { text: `src/stations/parseStation.ts:3:${stationLines[2]}\nsrc/tides/localTime.ts:2:${localLines[1]}` },
  }),
  read(14, 'src/stations/parseStation.ts', stationLines),
  read(18, 'src/tides/localTime.ts', localLines),
  bash(
    24,
    'git log --oneline -3 -- src/stations',
    '9f31c2d4b7 read stations once at start\n41aa07e6c9 tables by month',
  ),
  bash(33, 'git show 9f31c2d4b7 --stat', ' src/stations/parseStation.ts | 6 +-\n 1 file changed'),
  call('Edit', 'action', {
    seconds: 48,
    params: {
      file_path: `${root}/src/stations/parseStation.ts`,
      old_string: stationLines.slice(2, 4).join('\n'),
      new_string: '  return { name, zone, depth: Number(depth) };',
    },
  }),
  call('Edit', 'action', {
    seconds: 57,
    params: {
      file_path: `${root}/src/tides/localTime.ts`,
      old_string: localLines[1],
      new_string: '  const shifted = tide.at + offsetAt(station.zone, tide.at) * 60_000;',
    },
  }),
  bash(
    66,
    'pnpm vitest run tests/october.test.ts',
    ' FAIL  tests/october.test.ts\nReferenceError: offsetAt is not defined\n at localTime (src/tides/localTime.ts:2:28)',
    true,
  ),
  call('Grep', 'perception', {
    seconds: 74,
    params: { pattern: 'function offsetAt' },
    result: { text: 'src/stations/offsetAt.ts:1:export function offsetAt(zone: string, at: number): number {' },
  }),
  call('Edit', 'action', {
    seconds: 80,
    params: {
      file_path: `${root}/src/tides/localTime.ts`,
      old_string: localLines[0],
      new_string: `import { offsetAt } from '../stations/offsetAt.ts';\n\n${localLines[0]}`,
    },
  }),
  bash(91, 'pnpm vitest run tests/october.test.ts', ' Tests  61 passed (61)'),
];

/** A session whose calls use what others found: a spec, a search, readings, a commit, a failed test. */
export const linkedSession: Session = sessionOf('linked', calls);

/** The same, repeated under other names: that many calls, linked in groups of twelve. */
export function manyLinks(count: number): Session {
  return sessionOf(
    `linked-${count}`,
    Array.from({ length: count }, (_, n) => {
      const round = Math.floor(n / calls.length);
      const draft = JSON.stringify(calls[n % calls.length])
        .replaceAll('Station', `Station${round}`)
        .replaceAll('localTime', `localTime${round}`)
        .replaceAll('offset', `offset${round}`)
        .replaceAll('9f31c2d4b7', `9f31c2d${round}`);
      return { ...(JSON.parse(draft) as ToolCall), ...timeOf(round * 200 + (n % calls.length) * 9) };
    }),
  );
}

function timeOf(seconds: number): Pick<ToolCall, 'started_at' | 'ended_at'> {
  const start = Date.parse(replaySession.created_at) + seconds * 1000;
  return { started_at: new Date(start).toISOString(), ended_at: new Date(start + 400).toISOString() };
}

function sessionOf(session_id: string, tool_calls: readonly ToolCall[]): Session {
  return {
    ...replaySession,
    session_id,
    task_title: 'Find the lost hour of the October tables',
    tool_calls: tool_calls.map((each, n) => ({
      ...each,
      call_id: `tool-${String(n + 1).padStart(3, '0')}`,
      seq: n + 1,
    })),
    events: [],
    sub_sessions: [],
    phase_annotations: [],
  };
}

/** One piece of context of each of the nine types. */
export const nineTypes: readonly ContextReference[] = [
  { type: 'claude_md', source: `${root}/CLAUDE.md`, relevance: 'medium', summary: 'Tables are in local time' },
  { type: 'rule', source: `${root}/rules/times.md`, relevance: 'low' },
  { type: 'standard', source: 'STD-104 Times', relevance: 'high', usage_mode: 'read' },
  { type: 'skill', source: 'table-printing', relevance: 'low' },
  { type: 'spec', source: `${root}/docs/specs/tables.md`, relevance: 'high', usage_mode: 'read' },
  { type: 'file', source: `${root}/src/stations/parseStation.ts`, relevance: 'high', usage_mode: 'read_then_modified' },
  { type: 'user_message', source: 'first prompt', relevance: 'high' },
  { type: 'tool_result', source: 'Grep offsetMinutes', relevance: 'medium' },
  { type: 'capability', source: 'zone database 2026a', relevance: 'low' },
];
