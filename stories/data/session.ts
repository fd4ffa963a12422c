import type { Session } from '../../src/session/index.ts';
import { at, createBuilders, sessionStart } from './builders.ts';
import { agent, command, edit, failedCommand, readFile, search, write } from './calls.ts';
import { answered, asked } from './messages.ts';

const { call } = createBuilders(300);

const calls = [readFile, search, agent, edit, failedCommand, write, command];

/** A small complete session. */
export const session: Session = {
  schema_version: '3.1',
  session_id: '2026-03-14-001-october-table',
  task_title: 'Fix the October tide table of Cuxhaven',
  user_prompt: asked.text,
  created_at: sessionStart,
  completed_at: at(9691),
  status: 'success',
  outcome: 'succeeded',
  agent: { model_id: 'claude-sonnet-4-6' },
  tool_calls: calls,
  events: [asked, answered],
  sub_sessions: [
    {
      sub_session_id: 'sub-1',
      parent_session_id: '2026-03-14-001-october-table',
      triggered_by_call_id: agent.call_id,
      agent: { agent_type: 'explorer' },
      started_at: at(4250),
      completed_at: at(4583),
      status: 'success',
      tool_calls: Array.from({ length: 15 }, (_, number) =>
        call(number % 3 === 0 ? 'Grep' : 'Read', 'perception', { seconds: 4252 + number * 20 }),
      ),
      events: [],
    },
  ],
  summary: {
    total_duration_ms: 9_691_000,
    tool_calls_count: calls.length,
    files_created: ['src/stations/offsetAt.ts'],
    files_modified: ['src/stations/parseStation.ts'],
    errors_encountered: 1,
  },
  environment: {
    cwd: '/home/mara/projects/tidewatch',
    git_branch: 'fix/october-table',
    cli: 'claude-code',
    cli_version: '2.1.63',
    sandbox: 'workspace-write',
    approval: 'on-request',
    reasoning_effort: 'high',
  },
  usage: { input: 4120, output: 59_112, cache_read: 7_932_410, cache_write: 288_004 },
  provenance: {
    source_format: 'claude-code',
    sources: [{ name: 'tidewatch/7c1f.jsonl', sha256: 'd1'.repeat(32), bytes: 1_910_022, records: 473 }],
    account: { records: 473, converted: 429, unknown: 5, ignored: { 'file-snapshot': 31, progress: 8 }, dropped: 0 },
    diagnostics: {},
    redactions: { user: 12 },
  },
};

/** The same session, failed and in Chinese, with few other facts. */
export const sparseSession: Session = {
  ...session,
  session_id: '2026-03-14-002-潮汐表',
  task_title: '修正舟山港十月潮汐表的时区偏移，并补上测试',
  status: 'failed',
  outcome: 'interrupted',
  agent: { model_id: 'unknown' },
  inferred: ['agent.model_id'],
  sub_sessions: [],
  environment: undefined,
  usage: undefined,
  provenance: undefined,
};
