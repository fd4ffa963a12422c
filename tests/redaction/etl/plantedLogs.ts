/** A text with a secret, and the secret as part of a file name if possible. */
export interface Planted {
  readonly text: string;
  readonly fileName: string | undefined;
}

/** Files of one run, by path relative to a folder of their own. */
export type LogFiles = Readonly<Record<string, string>>;

/** Writes a log whose prompts, inputs, commands, outputs, answers and file names all contain the texts. */
export type WriteLog = (texts: readonly Planted[], id: string) => LogFiles;

const cwd = '/home/lin/app';

/** A UUID that is the same for the same name. */
function uuidOf(name: string): string {
  const hash = (salt: number) =>
    Array.from(name).reduce((sum, char) => Math.imul(sum ^ char.charCodeAt(0), 0x01000193) >>> 0, salt);
  const hex = [1, 2, 3, 4].map((salt) => hash(salt).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function timeOf(index: number): string {
  return new Date(Date.UTC(2026, 4, 14, 8) + index * 1000).toISOString();
}

function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const claudeCode: WriteLog = (texts, id) => {
  const sessionId = uuidOf(id);
  const base = { sessionId, cwd, version: '2.0.14', isSidechain: false };
  const records = texts.flatMap(({ text, fileName }, index) => {
    const uuid = (part: string) => uuidOf(`${id} ${index} ${part}`);
    const call = (name: string, part: string, input: object) => ({
      ...base,
      type: 'assistant',
      uuid: uuid(part),
      parentUuid: uuid('prompt'),
      timestamp: timeOf(index * 3 + 1),
      message: {
        id: `msg_${index}${part}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [
          { type: 'thinking', thinking: text, signature: '' },
          { type: 'text', text },
          { type: 'tool_use', id: `toolu_${index}${part}`, name, input },
        ],
      },
    });
    const result = (part: string, toolUseResult: object) => ({
      ...base,
      type: 'user',
      uuid: uuid(`${part} result`),
      parentUuid: uuid(part),
      timestamp: timeOf(index * 3 + 2),
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `toolu_${index}${part}`, content: text, is_error: false }],
      },
      toolUseResult,
    });
    const path = `${cwd}/${fileName ?? 'a'}.txt`;
    const lines = text.split('\n').map((line) => `+${line}`);
    return [
      {
        ...base,
        type: 'user',
        uuid: uuid('prompt'),
        parentUuid: null,
        timestamp: timeOf(index * 3),
        message: { role: 'user', content: text },
      },
      call('Bash', 'a', { command: text, description: text }),
      result('a', { stdout: text, stderr: text, interrupted: false, isImage: false }),
      call('Write', 'b', { file_path: path, content: text }),
      result('b', {
        type: 'create',
        filePath: path,
        content: text,
        structuredPatch: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: lines.length, lines }],
      }),
      call('mcp__vault__store', 'c', { entry: { notes: [text, { [text]: text }] } }),
      result('c', { answer: { lines: [text] } }),
    ];
  });
  return { [`projects/-home-lin-app/${sessionId}.jsonl`]: jsonLines(records) };
};

const codexRollout: WriteLog = (texts, id) => {
  const thread = uuidOf(id);
  const record = (index: number, type: string, payload: object) => ({ timestamp: timeOf(index), type, payload });
  const records = texts.flatMap(({ text, fileName }, index) => {
    const item = (payload: object) => record(index, 'response_item', payload);
    const message = (role: string, type: string) => item({ type: 'message', role, content: [{ type, text }] });
    const call = (name: string, part: string, input: object) => [
      item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: `call_${index}${part}` }),
      item({ type: 'function_call_output', call_id: `call_${index}${part}`, output: text }),
    ];
    const added = text.split('\n').map((line) => `+${line}\n`);
    const patch = `*** Begin Patch\n*** Add File: ${fileName ?? 'a'}.txt\n${added.join('')}*** End Patch`;
    return [
      message('user', 'input_text'),
      record(index, 'event_msg', { type: 'user_message', message: text }),
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text }], content: null }),
      ...call('shell', 'a', { command: ['bash', '-lc', text], workdir: `${cwd}/${fileName ?? ''}` }),
      ...call('vault', 'b', { entry: { notes: [text] } }),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: `call_${index}c` }),
      item({ type: 'custom_tool_call_output', call_id: `call_${index}c`, output: text }),
      message('assistant', 'output_text'),
    ];
  });
  const meta = { id: thread, timestamp: timeOf(0), cwd, originator: 'codex_cli_rs', cli_version: '0.98.0' };
  return {
    [`sessions/2026/05/14/rollout-2026-05-14T08-00-00-${thread}.jsonl`]: jsonLines([
      record(0, 'session_meta', meta),
      record(0, 'turn_context', { cwd, model: 'gpt-5.5', approval_policy: 'never' }),
      ...records,
    ]),
  };
};

const codexLog: WriteLog = (texts, id) => {
  const header = [
    'OpenAI Codex v0.104.0 (research preview)',
    '--------',
    `workdir: ${cwd}`,
    'model: gpt-5.4',
    'provider: openai',
    'approval: never',
    'sandbox: workspace-write',
    `session id: ${uuidOf(id)}`,
    '--------',
  ];
  const body = texts.flatMap(({ text, fileName }) => [
    'user',
    text,
    'thinking',
    text,
    'codex',
    text,
    'exec',
    `bash -lc 'printf ${text.replaceAll("'", '"')}' in ${cwd}/${fileName ?? 'b'} succeeded in 18ms:`,
    text,
    'file update',
    'success. Updated the following files:',
    `A ${cwd}/${fileName ?? 'a'}.txt`,
  ]);
  return { 'run.log': [...header, ...body, 'tokens used', '1,234', ''].join('\n') };
};

const wf: WriteLog = (texts, id) => {
  const config = {
    workflow: texts.map(({ text }, step) => ({ name: `step-${step}`, run: text, on_fail: 'retry' })),
  };
  const records = texts.flatMap(({ text }, step) => [
    { type: 'step_completed', ts: timeOf(step), step, exit_code: 0, duration: 0.4, stdout: text, stderr: text },
    { type: 'step_waiting', ts: timeOf(step), step, reason: text },
    { type: 'verify_failed', ts: timeOf(step), step, feedback: text },
  ]);
  const name = texts[0]?.fileName ?? id;
  return {
    '.wf/config.jsonc': JSON.stringify(config),
    [`.wf/logs/${name}.jsonl`]: jsonLines([{ type: 'task_started', ts: timeOf(0) }, ...records]),
  };
};

const frago: WriteLog = (texts, id) => {
  const session = uuidOf(id);
  const metadata = {
    session_id: session,
    agent_type: 'claude',
    project_path: `${cwd}/${texts[0]?.fileName ?? ''}`,
    source_file: `/home/lin/.claude/projects/${texts[0]?.fileName ?? '-home-lin'}/${session}.jsonl`,
    started_at: timeOf(0),
    status: 'completed',
    step_count: texts.length * 4,
  };
  const records = texts.flatMap(({ text, fileName }, index) =>
    [
      ['user_message', text],
      ['assistant_message', text],
      ['tool_call', `[Bash] command=${text}`],
      ['tool_result', `结果: ${text}`],
      ['tool_call', `[Read] file_path=${cwd}/${fileName ?? 'a'}.txt`],
    ].map(([type, summary], part) => ({
      step_id: index * 5 + part + 1,
      session_id: session,
      type,
      timestamp: timeOf(index),
      content_summary: summary,
      raw_uuid: uuidOf(`${id} ${index} ${part}`),
      parent_uuid: null,
    })),
  );
  const folder = `sessions/claude/${session}`;
  return { [`${folder}/metadata.json`]: JSON.stringify(metadata), [`${folder}/steps.jsonl`]: jsonLines(records) };
};

const planner: WriteLog = (texts) => ({
  'plans.jsonl': jsonLines(
    texts.map(({ text, fileName }, index) => ({
      timestamp: timeOf(index),
      question: text,
      locale: 'en-US',
      context: text,
      plan: {
        topic: text,
        goal: text,
        steps: [
          {
            id: 'step-1',
            title: text,
            step_type: 'RESEARCH',
            expected_outcome: text,
            notes: [{ source: `file:///${fileName ?? 'a'}.txt`, claim: text, evidence: text, confidence: 1 }],
            references: [text],
            execution_result: text,
          },
        ],
        assumptions: [text],
        metadata: { note: text },
      },
      review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: text }],
      telemetry: { researcher: { total_calls: 1, calls: [{ query: text }] } },
    })),
  ),
});

const std001: WriteLog = (texts, id) => ({
  'session.json': JSON.stringify({
    schema_version: '3.0',
    session_id: id,
    task_title: texts[0]?.text,
    user_prompt: texts[0]?.text,
    created_at: timeOf(0),
    status: 'success',
    agent: { model_id: 'claude-sonnet-4-5' },
    tool_calls: texts.map(({ text, fileName }, index) => ({
      call_id: `tool-${index}`,
      tool_name: 'Bash',
      tool_category: 'perception',
      started_at: timeOf(index),
      duration_ms: 10,
      input: { params: { command: text, entry: { [text]: [text] } }, description: text, file_paths: [fileName ?? 'a'] },
      output: { status: 'success', result: { display: text } },
      notes: text,
    })),
    summary: {
      total_duration_ms: 10,
      files_created: texts.map(({ fileName }) => fileName ?? 'a'),
      notes: texts[0]?.text,
    },
  }),
});

/** How to write each format of the kit. */
export const writeLogs: Readonly<Record<string, WriteLog>> = {
  'claude-code': claudeCode,
  'codex-log': codexLog,
  'codex-rollout': codexRollout,
  frago,
  planner,
  std001,
  wf,
};
