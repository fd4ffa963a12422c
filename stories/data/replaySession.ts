import type { ContextReference, Decision, PhaseAnnotation, Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';

/** `⏎` stands for a line break, which a drawn line cannot have. */
const drawn = sessionFromText(`
  @ id 2026-03-14-003-october-hour
  @ title Find the lost hour of the October tables
  @ model claude-sonnet-4-6
  @ cwd /home/mara/tidewatch
  @ created 2026-03-14T08:05:00.000Z

  == understand
  0:00    user: The October table for Cuxhaven is an hour off after the 25th. Find out why and fix it, please. Spec: \`docs/tables.md\`.
  0:02    notice(hook): SessionStart: 214 stations loaded
  0:04    thinking:
  0:09    assistant: I will read the spec first, then see where the offset comes from.
  0:10    Read(/home/mara/tidewatch/docs/tables.md) 20ms: 118 lines
  0:12    usage(claude-sonnet-4-6): input 812, output 204, cache_read 18400
  0:14    Grep(offset|timezone) 300ms: 30 matches
  0:19    thinking: The hour is right until the 25th and wrong after it, so it is not the harmonics: it must be summer time. Where is the offset computed? If once per station, that explains it.
  == explore
  0:25    Task(Find every place that assumes a fixed offset) 3m11s as explorer
    0:29    Read(/home/mara/tidewatch/src/stations/parseStation.ts) 20ms: 66 lines
    0:34    Grep(utcOffset) 20ms: 8 matches
    0:41    Read(/home/mara/tidewatch/src/tides/local.ts) 20ms: 72 lines
    1:02    Bash(pnpm vitest run tests/october.test.ts) 14s300ms failed: 3 tests failed
    1:40    Task(Compare with the published table) 40s as reader
      1:44    WebFetch(https://tides.example.org/cuxhaven/2026-10) 1s800ms: 62 rows
      1:58    assistant: The published table has 06:12 where ours has 05:12.
    2:58    Read(/home/mara/tidewatch/src/export/ical.ts) 20ms: 140 lines
    3:30    assistant: Three places add a fixed offset: \`src/tides/local.ts:22\`, \`src/export/ical.ts:57\`, \`tests/fixtures/stations.ts:9\`.
  0:25    unknown(tide-gauge-sync)
  3:40    Read(/home/mara/tidewatch/src/stations/parseStation.ts) 20ms: 66 lines
  3:52    Read(/home/mara/tidewatch/src/tides/local.ts) 20ms: 72 lines
  == plan
  4:05    assistant: Found it. \`parseStation\` reads the offset **once**, when the list is loaded; the change of 25 October comes later.⏎⏎What I will do:⏎⏎1. keep the zone in \`Station\`, not the offset⏎2. ask for the offset at the moment of each tide⏎3. add the October case to the tests
  4:06    TodoWrite() 10ms
  4:06    plan by call: [>] Keep the zone in Station, [ ] Ask for the offset at each tide, [ ] Add the October case to the tests
  == execute
  13:16   user(queued): And do Zhoushan as well, it has no summer time.
  13:20   Edit(/home/mara/tidewatch/src/stations/parseStation.ts) 100ms: +4 -3
  13:26   TodoWrite() 10ms
  13:26   plan by call: [x] Keep the zone in Station, [>] Ask for the offset at each tide, [ ] Add the October case to the tests
  13:31   Edit(/home/mara/tidewatch/src/tides/local.ts) 100ms: +6 -6
  13:38   Write(/home/mara/tidewatch/src/stations/offsetAt.ts) 60ms
  13:40   notice(compaction): 133441 -> 18206
  == verify
  13:44   Bash(pnpm vitest run tests/october.test.ts tests/local.test.ts) 6s400ms failed: ReferenceError: offsetAt is not defined
  13:55   assistant: The import is missing.
  == execute 2
  14:01   Edit(/home/mara/tidewatch/src/tides/local.ts) 100ms: +1 -0
  == verify 2
  14:05   Bash(pnpm vitest run tests/october.test.ts tests/local.test.ts) 5s900ms: 61 tests passed
  14:12   Bash(rm -rf data/stations) 9s denied: The user does not want to proceed with this command.
  14:30   TodoWrite() 10ms
  14:30   plan by call: [x] Keep the zone in Station, [x] Ask for the offset at each tide, [x] Add the October case to the tests
  14:41   Bash(pnpm build) 41s interrupted
  15:32   assistant: The table is right now: 06:12 on 26 October. All **61 tests** pass.⏎⏎| Station | before | after |⏎| --- | --- | --- |⏎| Cuxhaven | 05:12 | 06:12 |⏎| Zhoushan | 11:40 | 11:40 |
  15:33   usage(claude-sonnet-4-6): input 1204, output 912, cache_read 92000
`);

const decisions: readonly Decision[] = [
  {
    decision_id: 'd-1',
    type: 'approach',
    description: 'Keep the zone in the station, and ask for the offset at each tide',
    reasoning: 'An offset is a fact about a moment, not about a place.',
    alternatives_considered: ['store two offsets a station', 'shift the table after the 25th'],
  },
  {
    decision_id: 'd-2',
    type: 'skip',
    description: 'Leave the tables of 2025 as they are',
    reasoning: 'Nobody asked, and they are printed.',
  },
];

const context: readonly ContextReference[] = [
  { type: 'claude_md', source: 'CLAUDE.md', relevance: 'medium', summary: 'Tables are in local time' },
  { type: 'rule', source: 'docs/rules.md', relevance: 'low' },
  { type: 'standard', source: 'STD-104 Times', relevance: 'high' },
  { type: 'skill', source: 'table-printing', relevance: 'low' },
  {
    type: 'spec',
    source: '/home/mara/tidewatch/docs/tables.md',
    relevance: 'high',
    usage_mode: 'read',
    quoted_content: 'Times of a table are local times of its station, summer time included.',
  },
  {
    type: 'file',
    source: '/home/mara/tidewatch/src/stations/parseStation.ts',
    relevance: 'high',
    usage_mode: 'read_then_modified',
  },
  { type: 'user_message', source: 'first prompt', relevance: 'high' },
  { type: 'tool_result', source: 'Grep offset|timezone', relevance: 'medium' },
  { type: 'capability', source: 'zone database 2026a', relevance: 'low' },
];

const notes: Readonly<Record<string, Partial<PhaseAnnotation>>> = {
  'ann-001': { description: 'Reads the spec', annotated_by: 'agent' },
  'ann-002': { description: 'Where is the offset computed?', confidence: 'medium' },
  'ann-003': {
    description: 'Decision: keep the zone',
    decisions: [...decisions],
    context_used: [...context],
  },
  'ann-004': { description: 'Zone instead of offset', annotated_by: 'auto', confidence: 'medium' },
  'ann-005': { description: 'The import is missing', annotated_by: 'auto', confidence: 'medium' },
  'ann-006': { description: 'Adds the import', annotated_by: 'auto', confidence: 'low' },
  'ann-007': { description: 'All tests pass', annotated_by: 'auto', confidence: 'high' },
};

const brokenLine = (text: string): string => text.replaceAll('\u23ce', '\n');

/** A session with everything that a timeline shows: phases, retries, subagents, checklists, idle time, notices. */
export const replaySession: Session = {
  ...drawn,
  outcome: 'succeeded',
  tool_calls: drawn.tool_calls.map((call) =>
    call.outcome === 'failed'
      ? {
          ...call,
          output: {
            ...call.output,
            result: {
              text: ' FAIL  tests/october.test.ts\nReferenceError: offsetAt is not defined\n at localTime (src/tides/local.ts:22:18)\n Tests  3 failed | 58 passed (61)',
              exit_code: 1,
            },
          },
        }
      : call,
  ),
  events: drawn.events.map((event) => {
    if (event.type === 'message') return { ...event, text: brokenLine(event.text) };
    // Its figures are enough.
    return event.type === 'notice' && event.kind === 'compaction' ? { ...event, text: '' } : event;
  }),
  phase_annotations: (drawn.phase_annotations ?? []).map((annotation) => ({
    ...annotation,
    ...notes[annotation.annotation_id],
  })),
  environment: {
    cwd: '/home/mara/tidewatch',
    git_branch: 'fix/october-table',
    cli: 'claude-code',
    cli_version: '2.1.63',
  },
  usage: { input: 2016, output: 59_112, cache_read: 7_932_410, cache_write: 288_004 },
  provenance: {
    source_format: 'claude-code',
    sources: [{ name: 'tidewatch/7c1f.jsonl', sha256: 'd1'.repeat(32), bytes: 1_910_022, records: 473 }],
    account: { records: 473, converted: 429, unknown: 5, ignored: { 'file-snapshot': 31, progress: 8 }, dropped: 0 },
    diagnostics: {},
    redactions: { user: 12 },
  },
};

/** The same without phases, like most logs. */
export const unphasedSession: Session = { ...replaySession, session_id: 'unphased', phase_annotations: [] };
