import fc from 'fast-check';
import type { Outcome, PhaseType, Session, SessionEvent, SubSession, ToolCall } from '../../src/session/index.ts';

const START = Date.parse('2026-01-25T10:00:00.000Z');

/** One item of a run: how long after the one before it was recorded, and what it is. */
interface Step {
  /** Milliseconds since the item before; negative where the clock was set back; undefined where there is no time. */
  readonly afterMs: number | undefined;
  readonly lastsMs: number;
  readonly is: 'call' | 'user' | 'assistant' | 'thinking' | 'plan' | 'plan by call' | 'usage' | 'compaction';
  readonly outcome: Outcome;
  readonly number: number;
}

/** Equal times, parallel calls, short and long pauses, idle of days, a clock set back, and no time at all. */
const afterMs = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 30_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 55_000, max: 700_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((days) => days * 86_400_000) },
  { weight: 1, arbitrary: fc.integer({ min: -3_600_000, max: -1 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const step: fc.Arbitrary<Step> = fc.record({
  afterMs,
  lastsMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 60_000, max: 900_000 })),
  is: fc.constantFrom(
    ...([
      'call',
      'call',
      'call',
      'user',
      'assistant',
      'thinking',
      'plan',
      'plan by call',
      'usage',
      'compaction',
    ] as const),
  ),
  outcome: fc.constantFrom<Outcome>('succeeded', 'succeeded', 'failed', 'denied', 'unanswered', 'interrupted'),
  number: fc.nat({ max: 5 }),
});

/** Sessions as logs have them at their worst, valid against the schema, with up to four subagents at any depth. */
export const arbitrarySession: fc.Arbitrary<Session> = fc
  .record({
    own: fc.array(step, { maxLength: 25 }),
    subs: fc.array(
      fc.record({ steps: fc.array(step, { maxLength: 10 }), parent: fc.nat(), trigger: fc.option(fc.nat()) }),
      { maxLength: 4 },
    ),
    phases: fc.array(fc.record({ from: fc.nat(), to: fc.nat() }), { maxLength: 4 }),
    status: fc.constantFrom<Session['status']>('success', 'in_progress', 'failed'),
  })
  .map(({ own, subs, phases, status }) => {
    const root = makeRun(own, '');
    const runs = [root];
    const sub_sessions = subs.map(({ steps, parent, trigger }, i): SubSession => {
      const id = `sub-${i + 1}`;
      const above = runs[parent % runs.length] ?? root;
      const started = above.tool_calls[(trigger ?? 0) % Math.max(1, above.tool_calls.length)];
      const run = makeRun(steps, `${id}-`);
      runs.push(run);
      return {
        sub_session_id: id,
        parent_session_id: parent % (runs.length - 1) === 0 ? 'generated' : `sub-${parent % (runs.length - 1)}`,
        ...(trigger === null || started === undefined ? {} : { triggered_by_call_id: started.call_id }),
        agent: { agent_type: `agent-${i % 2}` },
        started_at: new Date(START).toISOString(),
        status: 'success',
        ...run,
      };
    });
    return {
      schema_version: '3.1',
      session_id: 'generated',
      task_title: 'Generated',
      user_prompt: '',
      created_at: new Date(START).toISOString(),
      completed_at: new Date(START).toISOString(),
      status,
      agent: { model_id: 'model-a' },
      environment: { cwd: '/work' },
      ...root,
      sub_sessions,
      phase_annotations: phases.map(({ from, to }, i) => annotate(root.tool_calls, from, to, i)),
      summary: { total_duration_ms: 0, tool_calls_count: own.length, files_created: [], files_modified: [] },
    };
  });

interface Run {
  tool_calls: ToolCall[];
  events: SessionEvent[];
}

function makeRun(steps: readonly Step[], prefix: string): Run {
  const run: Run = { tool_calls: [], events: [] };
  let clock = START;
  for (const [i, each] of steps.entries()) {
    clock += each.afterMs ?? 0;
    const at = each.afterMs === undefined ? undefined : new Date(clock).toISOString();
    if (each.is === 'call') run.tool_calls.push(makeCall(each, `${prefix}tool-${i + 1}`, i + 1, clock));
    else run.events.push(makeEvent(each, `${prefix}event-${i + 1}`, i + 1, at, run.tool_calls.at(-1)?.call_id));
  }
  return run;
}

function makeCall({ lastsMs, outcome, number }: Step, call_id: string, seq: number, clock: number): ToolCall {
  const isShell = number % 2 === 0;
  return {
    call_id,
    seq,
    tool_name: isShell ? 'Bash' : 'Edit',
    tool_category: isShell ? 'action' : 'perception',
    started_at: new Date(clock).toISOString(),
    ended_at: new Date(clock + lastsMs).toISOString(),
    duration_ms: lastsMs,
    input: { params: isShell ? { command: `cd part-${number} && make` } : { file_path: `/work/file-${number}.ts` } },
    output: { status: outcome === 'succeeded' ? 'success' : 'failed' },
    outcome,
  };
}

function makeEvent(
  { is, number }: Step,
  event_id: string,
  seq: number,
  at: string | undefined,
  call_id: string | undefined,
): SessionEvent {
  const base = { event_id, seq, ...(at === undefined ? {} : { at }) };
  switch (is) {
    case 'user':
    case 'assistant':
      return { ...base, type: 'message', role: is, text: `text ${number}` };
    case 'plan':
    case 'plan by call': {
      const items = Array.from({ length: number }, (_, i) => ({ text: `item ${i}`, status: 'pending' as const }));
      return { ...base, type: 'plan', items, ...(is === 'plan' || call_id === undefined ? {} : { call_id }) };
    }
    case 'usage':
      return { ...base, type: 'usage', usage: { input: number, output: 1 } };
    case 'compaction':
      return { ...base, type: 'notice', kind: 'compaction', text: 'compacted', tokens_after: number };
    case 'thinking':
    case 'call':
      return { ...base, type: 'thinking', omitted: true };
    default:
      return is satisfies never;
  }
}

const phaseTypes: readonly PhaseType[] = ['explore', 'plan', 'execute', 'verify'];

function annotate(calls: readonly ToolCall[], from: number, to: number, i: number) {
  const idAt = (n: number): string => calls[n % Math.max(1, calls.length)]?.call_id ?? 'none';
  return {
    annotation_id: `ann-${i + 1}`,
    phase_type: phaseTypes[i % phaseTypes.length] ?? 'mixed',
    tool_call_range: { start_call_id: idAt(from), end_call_id: idAt(to) },
    annotated_by: 'auto' as const,
    annotated_at: new Date(START).toISOString(),
    confidence: 'low' as const,
  };
}
