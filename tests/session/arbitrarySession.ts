import fc from 'fast-check';

/** A text that stands nowhere else: what becomes of it can be followed. */
const unique = fc.uuid();
const time = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());
const junk = fc.oneof(
  { weight: 3, arbitrary: unique },
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(unique, { maxLength: 3 }),
  fc.dictionary(fc.oneof(unique, fc.constantFrom('__proto__', 'constructor', '', 'a/b~c')), unique, { maxKeys: 3 }),
);

/** A field that mostly is what it should be, sometimes anything, sometimes not there. */
function field(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary },
    { weight: 2, arbitrary: junk },
    { weight: 2, arbitrary: fc.constant(undefined) },
  );
}

/** An object of such fields, and a few of its own. */
function loose(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, field(each)])));
  const more = fc.dictionary(fc.oneof(unique, fc.constantFrom('__proto__', 'x')), junk, { maxKeys: 2 });
  return fc.tuple(known, more).map(([a, b]) => JSON.parse(JSON.stringify({ ...b, ...a })) as Record<string, unknown>);
}

const list = (each: fc.Arbitrary<unknown>) =>
  fc.array(fc.oneof({ weight: 8, arbitrary: each }, junk), { maxLength: 4 });

const callId = fc.constantFrom('tool-001', 'tool-002', 'tool-003', 'tool-004');
const word = (...words: string[]) => fc.oneof(fc.constantFrom(...words), unique);
const extensions = fc.dictionary(fc.constantFrom('std001', 'other'), junk, { maxKeys: 2 });

const call = loose({
  call_id: fc.oneof(callId, unique),
  tool_name: word('Read', 'Edit', 'Bash'),
  tool_category: word('perception', 'action'),
  started_at: time,
  ended_at: time,
  duration_ms: fc.nat(),
  phase_id: fc.constantFrom('p1', 'p2'),
  input: loose({ params: loose({ file_path: unique, command: unique }), description: unique, raw_command: unique }),
  output: loose({
    status: word('success', 'failed', 'error', 'cancelled'),
    result: fc.oneof(
      unique,
      unique.map((text) => `${text}\nmore`),
      loose({ display: unique, stdout: unique, exit_code: fc.nat() }),
    ),
    error: unique,
    truncated: fc.boolean(),
  }),
  outcome: word('succeeded', 'failed'),
  context_contribution: fc.oneof(
    unique,
    loose({ type: word('file_content', 'spec'), summary: unique, full_content: unique }),
  ),
  subagent_info: loose({
    subagent_type: unique,
    tool_uses: fc.nat(),
    tools_breakdown: list(loose({ tool_name: unique, count: fc.nat() })),
  }),
  inferred: fc.array(unique, { maxLength: 2 }),
  extensions,
});

const decision = loose({
  decision_id: unique,
  type: word('approach', 'analysis'),
  description: unique,
  reasoning: unique,
  alternatives_considered: fc.array(unique, { maxLength: 2 }),
});
const reference = loose({
  type: word('file', 'user_input'),
  source: unique,
  relevance: word('high', 'low'),
  summary: unique,
  usage_mode: word('read', 'write'),
});

const annotation = loose({
  annotation_id: unique,
  phase_type: word('plan', 'execute', 'verification'),
  tool_call_range: fc.oneof(
    loose({ start_call_id: callId, end_call_id: callId }),
    loose({ start: callId, end: callId }),
    fc.array(fc.oneof(callId, unique), { maxLength: 4 }),
  ),
  annotated_by: word('agent', 'ai'),
  annotated_at: time,
  confidence: fc.oneof(word('high', 'certain'), fc.double({ min: 0, max: 1, noNaN: true })),
  description: unique,
  decisions: list(fc.oneof(decision, unique)),
  context_used: list(fc.oneof(reference, unique)),
  loop_info: loose({ attempt_number: fc.integer({ min: 1 }), is_retry: fc.boolean() }),
  extensions,
});

const phase = loose({
  phase_id: fc.constantFrom('p1', 'p2', 'p3'),
  phase_type: word('plan', 'execute'),
  status: unique,
  input: loose({ user_message: unique }),
  output: loose({ note: unique }),
  tool_call_ids: fc.array(fc.oneof(callId, unique), { maxLength: 3 }),
  decisions: list(decision),
  context_used: list(reference),
  exploration_record: loose({ files_considered: list(loose({ path: unique })), selection_reasoning: unique }),
});

const embeddedPhase = loose({
  phase: word('plan', 'execute'),
  description: unique,
  context_references: list(
    loose({ type: word('file'), path: unique, content: unique, relevance: unique, section: unique }),
  ),
  tool_calls: list(
    loose({
      tool: word('Write', 'Bash'),
      target: unique,
      action: unique,
      command: unique,
      result: unique,
      call_id: callId,
      details: junk,
    }),
  ),
});

const step = loose({
  step_id: unique,
  step_name: word('requirement_input', 'code_generation', 'result_verification'),
  status: word('success', 'skipped', 'failed'),
  input: fc.oneof(unique, loose({ requirement: unique })),
  output: fc.oneof(unique, loose({ code: unique })),
  skill_source: loose({ id: unique, name: unique, description: unique }),
  domain_knowledge_source: list(
    loose({ id: unique, name: unique, content: unique, relevance_score: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
  timestamp: time,
  duration_ms: fc.nat(),
  error_message: unique,
});

const event = loose({
  event_id: unique,
  seq: fc.nat(),
  at: time,
  type: word('message', 'thinking', 'notice', 'novel'),
  role: word('user'),
  text: unique,
  kind: word('info'),
});
const agent = fc.oneof(unique, loose({ agent_id: unique, agent_type: unique }));

const message = loose({
  message_id: unique,
  timestamp: time,
  sequence_number: fc.nat(),
  from_agent: agent,
  to_agent: agent,
  message_type: unique,
  payload: fc.oneof(unique, loose({ task: loose({ description: unique }), summary: unique })),
  role: word('user', 'assistant'),
});

const subSession = loose({
  sub_session_id: unique,
  parent_session_id: unique,
  agent,
  triggered_by_call_id: callId,
  task: fc.oneof(unique, loose({ task_id: unique, description: unique })),
  started_at: time,
  completed_at: time,
  status: word('success', 'completed'),
  tool_calls: list(call),
  events: list(event),
  output: loose({ summary: unique }),
});

const head = {
  session_id: unique,
  task_title: unique,
  task_description: unique,
  user_prompt: unique,
  created_at: time,
  completed_at: time,
  updated_at: time,
  started_at: time,
  status: word('success', 'completed', 'partial'),
  agent: loose({ model_id: unique, name: unique }),
  collaboration: loose({ mode: unique }),
  summary: fc.oneof(
    unique,
    loose({
      total_duration_ms: fc.nat(),
      tool_calls_count: fc.nat(),
      files_created: list(unique),
      files_modified: list(loose({ path: unique })),
      key_decisions: list(unique),
    }),
  ),
  decisions: list(
    loose({ title: unique, choice: unique, decision: unique, rationale: unique, alternatives: list(unique) }),
  ),
  deliverables: list(unique),
  files_modified: list(unique),
  inferred: fc.array(unique, { maxLength: 2 }),
  extensions,
};

/** Sessions of every shape, right and wrong in every field. */
export const arbitrarySession: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  loose({ ...head, steps: list(step) }),
  loose({
    ...head,
    phases: list(phase),
    tool_calls: list(call),
    loop_summary: loose({ plan_execute_loops: fc.nat() }),
  }),
  loose({
    ...head,
    phases: list(embeddedPhase),
    title: unique,
    description: unique,
    artifacts: loose({ files_created: list(unique) }),
  }),
  loose({ ...head, tool_calls: list(call), phase_annotations: list(annotation), phases: fc.constant([]) }),
  loose({ ...head, tool_calls: list(call), sub_sessions: list(subSession), messages: list(message) }),
  loose({
    ...head,
    schema_version: fc.constantFrom('3.1', '3.2', '3.0'),
    tool_calls: list(call),
    phase_annotations: list(annotation),
    events: list(event),
    sub_sessions: list(subSession),
    usage: loose({ input: fc.nat() }),
    environment: loose({ cwd: unique }),
  }),
);
