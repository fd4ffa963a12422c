import { beforeAll, describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { groupSources, joinPointed } from '../../../src/adapters/groupSources.ts';
import { readSample } from '../../../src/adapters/read/createSample.ts';
import { wf } from '../../../src/adapters/wf/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { at, type ConvertedLog, convertLogs, lines, runOf } from './convertedLogs.ts';

let converted: ReadonlyMap<string, ConvertedLog>;
beforeAll(async () => {
  converted = await convertLogs();
});
const of = (name: string, run = 0): Session => runOf(converted, name, run);

/** A transcript of the numbered prompts; a number stands for the same record in each of them. */
function transcript(sessionId: string, numbers: readonly number[]): string {
  const uuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
  const record = (number: number) => ({
    parentUuid: number === 1 ? null : uuid(number - 1),
    isSidechain: false,
    userType: 'external',
    cwd: '/p',
    sessionId,
    version: '2.0.30',
    type: number % 2 === 1 ? 'user' : 'assistant',
    message:
      number % 2 === 1
        ? { role: 'user', content: `word ${number}` }
        : { id: `msg_${number}`, model: 'm', role: 'assistant', content: [{ type: 'text', text: `word ${number}` }] },
    uuid: uuid(number),
    timestamp: new Date(Date.parse('2026-02-06T09:00:00Z') + number * 1000).toISOString(),
  });
  return numbers.map((number) => `${JSON.stringify(record(number))}\n`).join('');
}

describe('transcripts that a log points to', () => {
  const session = () => of('design/.wf/logs/low-stock.jsonl');

  it('are nested below the call of their step, with their subagents below them', () => {
    expect(
      session().sub_sessions.map(({ sub_session_id, parent_session_id, triggered_by_call_id, agent, tool_calls }) => [
        sub_session_id,
        parent_session_id,
        triggered_by_call_id,
        agent.agent_type,
        tool_calls.length,
      ]),
    ).toEqual([
      ['sub-001', 'low-stock-run-1', 'tool-002', 'claude-code', 4],
      ['sub-002', 'sub-001', 'sub-001-tool-002', 'Explore', 1],
      ['sub-003', 'low-stock-run-1', 'tool-004', 'claude-code', 1],
    ]);
    expect(session().tool_calls[1]).toMatchObject({
      subagent_info: { subagent_type: 'claude-code', tool_uses: 4, sub_session_id: 'sub-001' },
    });
    expect(session().agent.model_id).toBe('claude-sonnet-4-5-20250929');
  });

  it('are found by their session id under another root', () => {
    const names = session().provenance?.sources.map(({ name }) => name);
    expect(names).toContainEqual(expect.stringMatching(/^home\/.*5d0c7b1e/));
    expect(JSON.stringify(session().tool_calls[1]?.extensions)).toContain('/Users/demo/.claude/projects');
  });

  it('keep the positions of their records in their own files', () => {
    const sources = session().provenance?.sources ?? [];
    for (const { sub_session_id, tool_calls } of session().sub_sessions) {
      const files = new Set(tool_calls.map(({ source_ref }) => sources[source_ref?.source ?? -1]?.name));
      expect(files.size).toBe(1);
      const wanted =
        sub_session_id === 'sub-003' ? '9b6e4c20' : sub_session_id === 'sub-002' ? 'agent-a1b2c3d' : '5d0c7b1e';
      expect([...files][0]).toContain(wanted);
    }
  });

  it('keep the extensions of their own format', () => {
    const [inner] = session().sub_sessions;
    expect(Object.keys(inner?.tool_calls[0]?.extensions ?? {})).toEqual(['claude-code']);
    expect(inner?.environment).toMatchObject({ cli: 'claude-code', cwd: expect.any(String) });
  });

  it('supply a start time for a log without times', () => {
    expect(session().created_at).toBe('2026-02-06T09:00:02.800Z');
    expect(session().inferred).toContain('created_at');
  });

  it('link a step that read a reply to the step that wrote it', () => {
    const judge = session().tool_calls[3];
    expect(judge?.extensions?.wf).toMatchObject({ reads_reply_of: 'step-1#1' });
    expect(session().tool_calls[1]?.source_ref?.native_id).toBe('step-1#1');
    expect(session().phase_annotations?.[3]?.context_used).toEqual([
      {
        type: 'tool_result',
        source: 'step-1#1',
        relevance: 'high',
        summary: 'Reply of Develop',
        quoted_content: expect.stringMatching(/^低库存提醒已完成.*threshold 0\.$/s),
      },
    ]);
  });

  it('link a check, or any command, to the agent whose reply it reads', async () => {
    const config = JSON.stringify({
      workflow: [
        { name: 'Develop', run: 'claude', in_window: true, verify: 'test -n "$(jq -r \'.transcript\' log)"' },
        { name: 'Judge', run: `python3 -c "import json; print(json.loads(input())['transcript'])"` },
        { name: 'Test', run: 'make test' },
      ],
    });
    const id = '5d0c7b1e-9f24-4a63-8b11-3c6f0e2a9d01';
    const files = [
      lines(
        { type: 'task_started', ...at(0) },
        { type: 'window_launched', step: 0, ...at(1) },
        { type: 'agent_reported', step: 0, result: 'done', session_id: id, ...at(9) },
        { type: 'verify_failed', step: 0, feedback: 'nothing', ...at(10) },
        { type: 'command_executed', step: 1, exit_code: 0, duration: 1, stdout: '', stderr: '', ...at(12) },
        { type: 'command_executed', step: 2, exit_code: 0, duration: 1, stdout: '', stderr: '', ...at(14) },
      ),
      fileOf('.wf/config.jsonc', config),
      fileOf(`${id}.jsonl`, transcript(id, [1, 2])),
    ];
    const joined = [{ format: 'claude-code', files: [2] }];
    const { sessions } = await convertSource(wf, { files, joined });
    const [session] = sessions.map((each) => toSession(each.session));
    expect(session?.tool_calls.map(({ extensions }) => extensions?.wf)).toMatchObject([
      {},
      { verifies: true, reads_reply_of: 'step-0#1' },
      { reads_reply_of: 'step-0#1' },
      {},
    ]);
    expect(JSON.stringify(session?.tool_calls[3]?.extensions)).not.toContain('reads_reply_of');
  });

  it.each([
    ['in the order of the steps', [0, 1]],
    ['in another order', [1, 0]],
  ])('have history once if a later step resumed the agent of an earlier one, %s', async (_, order) => {
    const ids = ['5d0c7b1e-9f24-4a63-8b11-3c6f0e2a9d01', '9b6e4c20-17d8-4f5a-a0c3-64d1f7b28e02'];
    // The second transcript begins with the first one's records, under its own session id.
    const transcripts = ids.map((id, index) => ({ id, text: transcript(id, index === 0 ? [1, 2] : [1, 2, 3]) }));
    const log = [0, 1].flatMap((step) => [
      { type: 'window_launched', step, ...at(step * 10 + 1) },
      { type: 'agent_reported', step, result: 'done', session_id: ids[step], ...at(step * 10 + 9) },
    ]);
    const root = 'home/.claude/projects/-p';
    const claims = [
      lines({ type: 'task_started', ...at(0) }, ...order.flatMap((step) => log.slice(step * 2, step * 2 + 2))),
      ...transcripts.map(({ id, text }) => fileOf(`${root}/${id}.jsonl`, text)),
    ];
    const claimed = await Promise.all(
      claims.map(async (file, index) => {
        const adapter = index === 0 ? wf : claudeCode;
        const detection = adapter.detect(await readSample(file.name, file.bytes()));
        if (detection.grade === 'no') throw new Error(detection.because);
        return { file, adapter, role: detection.role };
      }),
    );
    const [group, ...others] = await joinPointed(groupSources(claimed));
    expect(others).toEqual([]);
    const { sessions } = await convertSource(wf, group ?? { files: [] });
    const [session] = sessions.map((each) => toSession(each.session));
    const said = (session?.sub_sessions ?? []).map(({ events }) =>
      events.flatMap((event) => (event.type === 'message' ? [event.text] : [])),
    );
    expect(said).toEqual([['word 1', 'word 2'], ['word 3']]);
    expect(session?.sub_sessions[1]?.parent).toMatchObject({ relation: 'resumed', native_id: ids[0] });
    expect(session?.provenance?.account.ignored).toEqual({ parent_history: 2 });
  });

  it('omit what a session outside the run already has', async () => {
    const ids = ['5d0c7b1e-9f24-4a63-8b11-3c6f0e2a9d01', '9b6e4c20-17d8-4f5a-a0c3-64d1f7b28e02'] as const;
    const [outside, inside] = [transcript(ids[0], [1, 2]), transcript(ids[1], [1, 2, 3])];
    const log = lines(
      { type: 'task_started', ...at(0) },
      { type: 'window_launched', step: 0, ...at(1) },
      { type: 'agent_reported', step: 0, result: 'done', session_id: ids[1], ...at(9) },
    );
    const { sessions } = await convertSource(wf, {
      files: [log, fileOf(`${ids[1]}.jsonl`, inside)],
      joined: [{ format: 'claude-code', files: [1] }],
      ancestors: [fileOf(`${ids[0]}.jsonl`, outside)],
    });
    const [session] = sessions.map((each) => toSession(each.session));
    expect(session?.sub_sessions[0]?.events.filter(({ type }) => type === 'message')).toHaveLength(1);
    expect(session?.sub_sessions[0]?.parent).toMatchObject({ native_id: ids[0] });
  });

  it('are counted once if several attempts name the same one', () => {
    const again = of('shared-transcript/.wf/logs/again.jsonl');
    expect(again.sub_sessions).toHaveLength(1);
    expect(again.sub_sessions[0]?.triggered_by_call_id).toBe('tool-001');
    expect(again.tool_calls[1]?.extensions?.wf).toMatchObject({ transcript_of: 'step-0#1' });
    expect(again.provenance?.diagnostics).toMatchObject({ 'missing-companion': 1 });
  });
});
