import type { Outcome, Session, ToolCall } from '../../src/session/index.ts';
import { createBuilders } from './builders.ts';
import { replaySession } from './replaySession.ts';

const { call } = createBuilders(500);

interface Go {
  step: number;
  attempt?: number;
  tool: 'Bash' | 'Task' | 'Checkpoint';
  outcome?: Outcome;
  ms: number;
  abandoned?: boolean;
  more?: Record<string, unknown>;
}

const names = ['Create worktree', 'Develop', 'Review development', 'Unit tests', 'Judge', 'Merge'];

const goes: readonly Go[] = [
  { step: 0, tool: 'Bash', ms: 410 },
  { step: 1, tool: 'Task', ms: 312_000, abandoned: true },
  { step: 2, tool: 'Checkpoint', ms: 64_000, abandoned: true },
  { step: 3, tool: 'Bash', outcome: 'failed', ms: 3100, abandoned: true },
  { step: 3, attempt: 2, tool: 'Bash', ms: 3050, abandoned: true },
  { step: 4, tool: 'Task', outcome: 'failed', ms: 15_600, abandoned: true, more: { reads_reply_of: 'go-1' } },
  { step: 1, attempt: 2, tool: 'Task', ms: 98_000 },
  { step: 1, attempt: 2, tool: 'Bash', ms: 4200, more: { verifies: true } },
  { step: 2, attempt: 2, tool: 'Checkpoint', ms: 12_000 },
  { step: 3, attempt: 3, tool: 'Bash', ms: 2980 },
  { step: 4, attempt: 2, tool: 'Task', ms: 14_200, more: { reads_reply_of: 'go-6' } },
];

function callOf({ step, attempt = 1, tool, outcome = 'succeeded', ms, abandoned, more }: Go, n: number): ToolCall {
  const drawn = call(tool, tool === 'Task' ? 'interaction' : 'action', {
    seconds: n * 60,
    duration_ms: ms,
    outcome,
    params: { step, name: names[step] },
    ...(abandoned === true ? { branch: 'abandoned' as const } : {}),
  });
  return {
    ...drawn,
    call_id: `tool-${String(n + 1).padStart(3, '0')}`,
    seq: n + 1,
    source_ref: { source: 0, line: n + 1, byte_offset: 0, byte_length: 10, native_id: `go-${n}` },
    extensions: { wf: { step, attempt, ...more } },
  };
}

/** A workflow that a judge sent back once; the last step has not begun. */
export const workflow: Session = {
  ...replaySession,
  session_id: 'workflow',
  task_title: 'Print tables by month',
  status: 'in_progress',
  tool_calls: goes.map(callOf),
  events: [],
  sub_sessions: [],
  phase_annotations: [],
  extensions: {
    wf: {
      task: 'tables-by-month',
      run: 1,
      status: 'running',
      current_step: 5,
      config: {
        workflow: [
          { name: names[0], run: 'git worktree add tables' },
          { name: names[1], run: 'claude -p task.md', in_window: true },
          { name: names[2] },
          { name: names[3], run: 'pnpm test' },
          { name: names[4], run: 'claude -p "Review"', in_window: true },
          { name: names[5], run: 'git merge --squash tables' },
        ],
      },
    },
  },
};
