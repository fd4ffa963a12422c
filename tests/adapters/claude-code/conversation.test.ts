import { describe, expect, it } from 'vitest';
import type { Session } from '../../../src/session/index.ts';
import { convertFiles, LogDrawing, SESSION, sessionOf } from './drawLog.ts';

/** A subagent with a task and an answer. */
function agentLog(agentId: string, prompt = `look ${agentId}`): LogDrawing {
  const log = new LogDrawing({ isSidechain: true, agentId });
  log.user(prompt);
  log.assistant([{ type: 'text', text: `report of ${agentId}` }], { message: { usage: { output_tokens: 3 } } });
  return log;
}

/** A transcript in which the call `t1` starts a subagent. */
function callerLog(prompt = 'go'): LogDrawing {
  const log = new LogDrawing();
  log.user('ask');
  log.call('t1', 'Agent', { prompt, description: 'Look around', subagent_type: 'Explore' });
  return log;
}

const folder = `p/${SESSION}/subagents`;
const meta = (fields: object): string => JSON.stringify({ agentType: 'Explore', ...fields });

const links = ({ session_id, sub_sessions, tool_calls }: Session) =>
  sub_sessions.map((sub) => ({
    agent: sub.agent.agent_id,
    call: [...tool_calls, ...sub_sessions.flatMap((each) => each.tool_calls)].find(
      ({ call_id }) => call_id === sub.triggered_by_call_id,
    )?.source_ref?.native_id,
    parent: sub_sessions.find(({ sub_session_id }) => sub_session_id === sub.parent_session_id)?.agent.agent_id,
    inferred: sub.inferred,
    isTop: sub.parent_session_id === session_id,
  }));

const linkTo = (call: string | undefined, agent = 'a1') => ({
  agent,
  call,
  parent: undefined,
  inferred: undefined,
  isTop: true,
});

describe('the link from a subagent to its call', () => {
  it("follows the CLI's note beside the subagent's file", async () => {
    const session = await sessionOf(callerLog(), {
      [`${folder}/agent-a1.jsonl`]: agentLog('a1'),
      [`${folder}/agent-a1.meta.json`]: meta({ toolUseId: 't1', description: 'Noted' }),
    });
    expect(links(session)).toEqual([linkTo('t1')]);
    expect(session.sub_sessions[0]).toMatchObject({
      agent: { agent_type: 'Explore' },
      task: { description: 'Noted' },
    });
  });

  it('follows the id in the structured result', async () => {
    const log = callerLog();
    log.result('t1', 'report', { toolUseResult: { status: 'completed', agentId: 'a1', totalTokens: 9 } });
    const session = await sessionOf(log, { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    expect(links(session)).toEqual([linkTo('t1')]);
    expect(session.tool_calls[0]?.subagent_info).toMatchObject({ subagent_type: 'Explore', tokens_used: 9 });
  });

  it('follows the id in the text of the result', async () => {
    const log = callerLog();
    log.result('t1', 'report\nagentId: a1 (for resuming)');
    expect(links(await sessionOf(log, { 'p/agent-a1.jsonl': agentLog('a1') }))).toEqual([linkTo('t1')]);
  });

  it('follows a progress record that names both', async () => {
    const log = callerLog();
    log.add('progress', { parentToolUseID: 't1', data: { type: 'agent_progress', agentId: 'a1', message: {} } });
    const session = await sessionOf(log, { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    expect(links(session)).toEqual([linkTo('t1')]);
    expect(session.provenance?.account.ignored).toEqual({ agent_progress_copy: 1 });
  });

  it('follows an identical prompt if there is nothing else', async () => {
    const session = await sessionOf(callerLog('look a1'), { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    expect(links(session)).toEqual([{ ...linkTo('t1'), inferred: ['triggered_by_call_id'] }]);
  });

  it('ignores what another source says', async () => {
    const session = await sessionOf(callerLog(), {
      [`${folder}/agent-a1.jsonl`]: agentLog('a1'),
      [`${folder}/agent-a1.meta.json`]: meta({ toolUseId: 'elsewhere' }),
    });
    expect(links(session)).toEqual([linkTo(undefined)]);
    expect(session.provenance?.diagnostics).toMatchObject({ 'unlinked-subagent': 1 });
  });

  it('assigns two agents with the same prompt to two calls', async () => {
    const log = callerLog('same');
    log.call('t2', 'Task', { prompt: 'same', subagent_type: 'Explore' });
    const session = await sessionOf(log, {
      [`${folder}/agent-a1.jsonl`]: agentLog('a1', 'same'),
      [`${folder}/agent-a2.jsonl`]: agentLog('a2', 'same'),
    });
    expect(links(session).map(({ call }) => call)).toEqual(['t1', 't2']);
  });
});

describe('subagents', () => {
  it('belong, when resumed, to every call that continued them', async () => {
    const log = new LogDrawing();
    log.user('go');
    const ask = (id: string, input: Record<string, unknown>, uses: number): void => {
      log.call(id, 'Task', { subagent_type: 'x', ...input });
      log.result(id, 'report', {
        toolUseResult: { status: 'completed', agentId: 'a1', content: [], totalToolUseCount: uses },
      });
    };
    ask('t1', { prompt: 'one' }, 1);
    ask('t2', { prompt: 'two', resume: 'a1' }, 2);
    const session = await sessionOf(log, { 'p/agent-a1.jsonl': agentLog('a1', 'one') });
    expect(session.sub_sessions).toMatchObject([{ sub_session_id: 'sub-001', triggered_by_call_id: 'tool-001' }]);
    expect(session.tool_calls.map(({ subagent_info }) => subagent_info)).toMatchObject([
      { sub_session_id: 'sub-001', tool_uses: 1 },
      { sub_session_id: 'sub-001', tool_uses: 2 },
    ]);
  });

  it('can be nested', async () => {
    const log = callerLog();
    log.result('t1', 'report', { toolUseResult: { agentId: 'a1' } });
    const first = agentLog('a1');
    first.call('t2', 'Agent', { prompt: 'deeper', subagent_type: 'Plan' });
    first.result('t2', 'report', { toolUseResult: { agentId: 'a2' } });
    const session = await sessionOf(log, {
      [`${folder}/agent-a1.jsonl`]: first,
      [`${folder}/agent-a2.jsonl`]: agentLog('a2'),
    });
    expect(links(session)).toEqual([linkTo('t1'), { ...linkTo('t2', 'a2'), parent: 'a1', isTop: false }]);
    expect(session.sub_sessions.map(({ usage }) => usage?.output)).toEqual([3, 3]);
  });

  it("are read from the session's own records in old versions", async () => {
    const log = callerLog('inline');
    const root = log.user('inline', { isSidechain: true, parentUuid: null });
    log.assistant([{ type: 'text', text: 'looking' }], { isSidechain: true, parentUuid: root });
    log.result('t1', 'report');
    const session = await sessionOf(log);
    expect(links(session)).toEqual([{ ...linkTo('t1'), agent: undefined, inferred: ['triggered_by_call_id'] }]);
    expect(session.sub_sessions[0]?.events.map(({ type }) => type)).toEqual(['message', 'message']);
    expect(session.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  });

  it('are read from progress records if their own file is missing', async () => {
    const log = callerLog();
    const copies = agentLog('a1').records;
    for (const message of copies) {
      log.add('progress', { parentToolUseID: 't1', data: { type: 'agent_progress', agentId: 'a1', message } });
    }
    log.add('progress', {
      parentToolUseID: 't1',
      data: { type: 'agent_progress', agentId: 'a1', normalizedMessages: copies, message: copies[1] },
    });
    const session = await sessionOf(log);
    expect(links(session)).toEqual([linkTo('t1')]);
    expect(session.sub_sessions[0]?.events.filter(({ type }) => type === 'message')).toHaveLength(2);
    expect(session.sub_sessions[0]?.usage?.output).toBe(3);
    expect(session.provenance?.account.ignored).toEqual({ agent_progress_copy: 1 });
  });

  it('of a workflow belong to the call that started it', async () => {
    const log = new LogDrawing();
    log.call('w1', 'Workflow', { script: 'x' });
    log.result('w1', 'Workflow launched. Run ID: wf_1', { toolUseResult: { status: 'async_launched', taskId: 'k1' } });
    const run = `${folder}/workflows/wf_1`;
    const session = await sessionOf(log, {
      [`${run}/agent-a1.jsonl`]: agentLog('a1'),
      [`${run}/agent-a2.jsonl`]: agentLog('a2'),
      [`${run}/journal.jsonl`]: '{"type":"result","key":"k","agentId":"a1","result":"fine"}\n',
    });
    expect(links(session).map(({ agent, call }) => [agent, call])).toEqual([
      ['a1', 'w1'],
      ['a2', 'w1'],
    ]);
    expect(session.tool_calls[0]?.subagent_info?.sub_session_id).toBe(session.sub_sessions[0]?.sub_session_id);
  });

  it('are kept if nobody started them, and warm-ups are accounted for', async () => {
    const session = await sessionOf(callerLog(), {
      'p/agent-a1.jsonl': agentLog('a1'),
      'p/agent-b2.jsonl': agentLog('b2', 'Warmup'),
    });
    expect(links(session)).toEqual([linkTo(undefined)]);
    expect(session.provenance?.account.ignored).toEqual({ warmup_agent: 2 });
    expect(session.usage).toBeUndefined();
  });

  it('form a session if there is nothing else', async () => {
    const { sessions, account } = await convertFiles({
      [`${folder}/agent-a1.jsonl`]: agentLog('a1'),
      [`${folder}/agent-a1.meta.json`]: meta({ toolUseId: 't1' }),
    });
    expect(sessions).toHaveLength(1);
    expect(account).toMatchObject({ records: 3, converted: 3 });
  });
});

describe('work in the background', () => {
  const launch = (): LogDrawing => {
    const log = callerLog();
    log.result('t1', 'launched', { toolUseResult: { isAsync: true, status: 'async_launched', agentId: 'a1' } });
    log.assistant([{ type: 'text', text: 'meanwhile' }]);
    return log;
  };

  it('says why it failed', async () => {
    const log = launch();
    log.user(
      '<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>failed</status>\n' +
        '<summary>Agent "look" failed: out of memory</summary>\n</task-notification>',
    );
    const session = await sessionOf(log, { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    expect(session.tool_calls[0]).toMatchObject({
      outcome: 'failed',
      output: { status: 'failed', error: 'Agent "look" failed: out of memory' },
    });
  });

  it('ends when it says so', async () => {
    const log = launch();
    log.user(
      '<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>completed</status>\n' +
        '<summary>done</summary>\n<usage>total_tokens: 12\ntool_uses: 2\nduration_ms: 3000</usage>\n</task-notification>',
    );
    const session = await sessionOf(log, { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    expect(session.tool_calls[0]).toMatchObject({
      outcome: 'succeeded',
      subagent_info: { tokens_used: 12 },
    });
    expect(session.events).toContainEqual(
      expect.objectContaining({ type: 'notice', kind: 'background_task', text: 'done' }),
    );
  });

  it("continues when it gets a message, whose agent's type is known", async () => {
    const notification = (task: string): string =>
      `<task-notification>\n<task-id>${task}</task-id>\n<tool-use-id>m-${task}</tool-use-id>\n<status>completed</status>\n` +
      '<summary>done</summary>\n<usage>total_tokens: 12\ntool_uses: 2\nduration_ms: 3000</usage>\n</task-notification>';
    const log = launch();
    for (const task of ['a1', 'a9']) {
      log.call(`m-${task}`, 'SendMessage', { to: task, message: 'go on' });
      log.result(`m-${task}`, 'sent');
      log.user(notification(task));
    }
    const { tool_calls } = await sessionOf(log, { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    const [start, known, unknown] = tool_calls;
    expect(known?.subagent_info).toEqual({
      subagent_type: start?.subagent_info?.subagent_type,
      tokens_used: 12,
      tool_uses: 2,
    });
    expect(unknown?.subagent_info).toBeUndefined();
    expect(unknown?.extensions).toMatchObject({ 'claude-code': { tokens_used: 12, tool_uses: 2 } });
  });

  it('ends with its last record if no end is reported', async () => {
    const session = await sessionOf(launch(), { [`${folder}/agent-a1.jsonl`]: agentLog('a1') });
    expect(session.tool_calls[0]?.outcome).toBe('succeeded');
  });

  it('ends when it is stopped', async () => {
    const log = new LogDrawing();
    log.call('b1', 'Bash', { command: 'serve', run_in_background: true });
    log.result('b1', 'Command running in background with ID: s1', { toolUseResult: { backgroundTaskId: 's1' } });
    log.call('k1', 'KillShell', { shell_id: 's1' });
    log.result('k1', 'Killed', { toolUseResult: { shell_id: 's1' } });
    expect((await sessionOf(log)).tool_calls.map(({ outcome }) => outcome)).toEqual(['interrupted', 'succeeded']);
  });

  it('ends when a query reports its end', async () => {
    const log = new LogDrawing();
    log.call('b1', 'Bash', { command: 'make', run_in_background: true });
    log.result('b1', 'running', { toolUseResult: { backgroundTaskId: 's1' } });
    log.call('o1', 'BashOutput', { bash_id: 's1' });
    log.result('o1', 'x', { toolUseResult: { shellId: 's1', status: 'failed', exitCode: 2, stdout: 'x', stderr: '' } });
    const [call] = (await sessionOf(log)).tool_calls;
    expect(call).toMatchObject({ outcome: 'failed', output: { result: { exit_code: 2 } } });
  });

  it('stays as it ended where it is stopped after that', async () => {
    const log = new LogDrawing();
    log.call('b1', 'Bash', { command: 'make', run_in_background: true });
    log.result('b1', 'running', { toolUseResult: { backgroundTaskId: 's1' } });
    log.call('o1', 'BashOutput', { bash_id: 's1' });
    log.result('o1', 'x', { toolUseResult: { shellId: 's1', status: 'failed', exitCode: 2, stdout: 'x', stderr: '' } });
    log.call('k1', 'KillShell', { shell_id: 's1' });
    log.result('k1', 'Killed', { toolUseResult: { shell_id: 's1' } });
    expect((await sessionOf(log)).tool_calls[0]?.outcome).toBe('failed');
  });
});

describe('outputs in separate files', () => {
  const persisted = (path: string): string =>
    `<persisted-output>\nOutput too large (90KB). Full output saved to: ${path}\n\nPreview (first 2KB):\nthe beg\n</persisted-output>`;
  const draw = (path: string): LogDrawing => {
    const log = new LogDrawing();
    log.call('t1', 'Bash', { command: 'cat big' });
    log.result('t1', persisted(path), { toolUseResult: { stdout: persisted(path), stderr: '' } });
    return log;
  };
  const textOf = ({ tool_calls: [call] }: Session): string => JSON.stringify(call);

  it('are put into their results', async () => {
    const session = await sessionOf(draw(`/home/lin/.claude/projects/p/${SESSION}/tool-results/b1.txt`), {
      [`p/${SESSION}/tool-results/b1.txt`]: 'the beginning and the rest',
    });
    expect(textOf(session)).toContain('the beginning and the rest');
    expect(session.provenance?.account).toMatchObject({ records: 3, converted: 3 });
  });

  it('are found by the id of the call', async () => {
    const session = await sessionOf(draw('C:\\elsewhere\\x.txt'), { [`p/${SESSION}/tool-results/t1.txt`]: 'whole' });
    expect(textOf(session)).toContain('whole');
  });

  it.each(['/etc/passwd', '../../../../etc/passwd', `p/${SESSION}.jsonl`, 'p/other/tool-results/x.txt'])(
    'are never read from %s',
    async (path) => {
      const session = await sessionOf(draw(path));
      expect(session.provenance?.diagnostics).toMatchObject({ 'missing-companion': 1 });
      expect(textOf(session)).toContain('the beg');
    },
  );

  it('are kept if no result points to them', async () => {
    const log = new LogDrawing();
    log.user('x');
    const session = await sessionOf(log, { [`p/${SESSION}/tool-results/lost.txt`]: 'lost words' });
    expect(JSON.stringify(session.events)).toContain('lost words');
  });
});

describe('a subagent whose transcript was not given', () => {
  const stated = (status: string, name: string) => {
    const log = new LogDrawing();
    log.call('t1', 'Task', { description: name, prompt: 'look', subagent_type: 'Explore' });
    log.result('t1', 'found', { toolUseResult: { status, agentId: 'a1', totalToolUseCount: 3 } });
    return log;
  };

  it('is reported as missing', async () => {
    const { sessions } = await convertFiles({ [`p/${SESSION}.jsonl`]: stated('completed', 'Look around') });
    const missing = sessions[0]?.diagnostics.filter(({ code }) => code === 'missing-subagents');
    expect(missing).toMatchObject([{ actual: 'Look around' }]);
  });

  it('is not reported if its run is there, was refused, or is a session of its own', async () => {
    const refused = new LogDrawing();
    refused.call('t1', 'Task', { description: 'x', prompt: 'look' });
    refused.result('t1', "The user doesn't want to proceed with this tool use", { is_error: true });
    const sources: Record<string, string | LogDrawing>[] = [
      { [`p/${SESSION}.jsonl`]: stated('completed', 'x'), [`${folder}/agent-a1.jsonl`]: agentLog('a1') },
      { [`p/${SESSION}.jsonl`]: refused },
      { [`p/${SESSION}.jsonl`]: stated('teammate_spawned', 'x') },
    ];
    for (const files of sources) {
      const { sessions } = await convertFiles(files);
      expect(sessions[0]?.diagnostics.map(({ code }) => code)).not.toContain('missing-subagents');
    }
  });
});
