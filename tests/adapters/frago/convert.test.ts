import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { frago } from '../../../src/adapters/frago/index.ts';
import { sessionV30 } from '../../../src/session/schema/std001v30.ts';
import { session as sessionSchema } from '../../../src/session/schema/std001v31.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';

const root = join(import.meta.dirname, '../../..');

async function convertFiles(files: ReturnType<typeof fileOf>[], zone?: string) {
  const conversion = await convertSource(frago, { files, hints: { zone } });
  return { ...conversion, sessions: conversion.sessions.map(({ session }) => toSession(session)) };
}

async function convertFolder(folder: string, zone?: string) {
  const path = join(root, folder);
  const names = listFiles(path).filter((name) => name !== 'raw.jsonl');
  const { sessions, account } = await convertFiles(
    names.map((name) => fileOf(`${folder}/${name}`, readFileSync(join(path, name)))),
    zone,
  );
  const [session] = sessions;
  if (session === undefined) throw new Error(`No session came of ${folder}.`);
  return { session, account };
}

const old = 'data/sources/frago/sessions/claude/5b1c7f20-3d41-4c8e-9a55-0d2f6a7e1b01';
const running = 'data/sources/frago/sessions/claude/0e5d9a73-61cf-4b0a-8d7e-2f4b9c6a3303';
const later = 'data/sources/frago/projects/stockbird/c0ffee11-8a2b-4f6d-b1d3-7e90aa34c502';
const mixed = 'tests/fixtures/frago/mixed';

const stepsOf = (...steps: object[]) =>
  fileOf(
    'x/steps.jsonl',
    steps
      .map((step, index) => ({ step_id: index + 1, session_id: 's', type: 'user', content_summary: '', ...step }))
      .map((step) => JSON.stringify(step))
      .join('\n'),
  );

describe('conversion of Frago stores', () => {
  it.each([old, running, later, mixed, 'tests/fixtures/frago/metadata-only', 'tests/fixtures/frago/steps-only'])(
    'makes a valid session of %s',
    async (folder) => {
      const { session } = await convertFolder(folder);
      expect(sessionV30.safeParse(session).error).toBeUndefined();
      expect(sessionSchema.safeParse(session).error).toBeUndefined();
    },
  );

  it('takes the start of a task in the background for no prompt', async () => {
    const task = { task_id: 'a1', description: 'Look around', task_type: 'local_agent' };
    const steps = [
      { content_summary: 'Go' },
      { content_summary: JSON.stringify(task) },
      { content_summary: '{"a": 1}' },
    ];
    const { sessions } = await convertFiles([stepsOf(...steps)]);
    expect(sessions[0]?.events?.map((event) => [event.type, 'text' in event ? event.text : undefined])).toEqual([
      ['message', 'Go'],
      ['notice', 'Started: Look around'],
      ['message', '{"a": 1}'],
    ]);
  });

  it('takes a lone /model for a command and no prompt', async () => {
    const steps = [{ content_summary: '/model' }, { content_summary: 'Go' }, { content_summary: '/srv/a.ts is wrong' }];
    const { sessions } = await convertFiles([stepsOf(...steps)]);
    expect(
      sessions[0]?.events?.map((event) => [
        'text' in event ? event.text : undefined,
        'origin' in event ? event.origin : undefined,
        event.inferred?.includes('origin') === true,
      ]),
    ).toEqual([
      ['/model', 'command', true],
      ['Go', undefined, false],
      ['/srv/a.ts is wrong', undefined, false],
    ]);
  });

  it('reads the early vocabulary, with truncated texts', async () => {
    const { session, account } = await convertFolder(old);
    expect(account).toMatchObject({ records: 27, converted: 27 });
    expect(session.tool_calls.map((call) => [call.tool_name, call.outcome])).toEqual([
      ['Grep', 'succeeded'],
      ['Read', 'succeeded'],
      ['TodoWrite', 'succeeded'],
      ['Edit', 'failed'],
      ['Read', 'unknown'],
      ['Edit', 'succeeded'],
      ['Bash', 'failed'],
      ['Edit', 'denied'],
    ]);
    expect(session.tool_calls[6]).toMatchObject({
      input: { params: { command: expect.stringContaining('pytest') } },
      output: { truncated: true, result: { exit_code: 1 } },
      extensions: { frago: { cut_param: 'command' } },
    });
    expect(session.tool_calls[6]?.input.raw_command).toBeUndefined();
    expect(session.tool_calls[2]?.extensions).toMatchObject({ frago: { omitted_param: 'todos' } });
  });

  it('marks every outcome as inferred from the text', async () => {
    const { session } = await convertFolder(old);
    for (const call of session.tool_calls) {
      expect(call.inferred?.includes('outcome') ?? false).toBe(
        call.outcome !== 'unknown' && call.output.result?.exit_code === undefined,
      );
    }
  });

  it("takes a person's first text as the prompt", async () => {
    const { session } = await convertFolder(old);
    expect(session.user_prompt).toMatch(/^给 stockbird 的库存列表/);
    expect(session.events.slice(0, 3)).toMatchObject([
      { type: 'message', origin: 'command', text: '/clear' },
      { type: 'message', origin: 'system' },
      { type: 'message', role: 'user' },
    ]);
  });

  it('keeps a reply without text as withheld thinking', async () => {
    const { session } = await convertFolder(old);
    expect(session.events[3]).toMatchObject({
      type: 'thinking',
      omitted: true,
      inferred: ['type'],
      extensions: { frago: { placeholder: '(空回复)' } },
    });
  });

  it('reads the later vocabulary, with complete texts and ids', async () => {
    const { session } = await convertFolder(later);
    expect(session).toMatchObject({
      status: 'failed',
      outcome: 'cancelled',
      task_title: expect.stringContaining('stock report'),
    });
    expect(session.tool_calls.map((call) => [call.tool_name, call.outcome])).toEqual([
      ['Read', 'succeeded'],
      ['Bash', 'succeeded'],
      ['Grep', 'succeeded'],
      ['Edit', 'succeeded'],
      ['Bash', 'succeeded'],
      ['WebFetch', 'denied'],
      ['KillShell', 'unknown'],
      ['Task', 'unanswered'],
    ]);
    expect(session.tool_calls[0]?.context_contribution).toMatchObject({
      type: 'file_content',
      full_content: expect.stringMatching(/^"""Stock report\."""\nfrom/),
    });
    expect(session.tool_calls[0]?.source_ref?.native_id).toBe('toolu_demo_0001');
    expect(session.summary.files_modified).toEqual(['/home/demo/stockbird/stockbird/report.py']);
  });

  it('makes one call per name in a step with several calls', async () => {
    const { session } = await convertFolder(later);
    expect(session.tool_calls.slice(1, 3).map(({ output }) => output.result?.display)).toEqual([
      '4000 items in 11.8 s',
      'stockbird/report.py:6',
    ]);
  });

  it('treats times without a zone as UTC, and says so', async () => {
    const { session } = await convertFolder(later);
    expect(session.created_at).toBe('2026-04-29T14:02:11.000Z');
    expect(session.inferred).toEqual(expect.arrayContaining(['created_at', 'completed_at']));
    expect(session.tool_calls[0]?.inferred).toEqual(expect.arrayContaining(['started_at', 'ended_at']));
    expect(session.provenance?.diagnostics).toMatchObject({ 'zone-assumed': 1 });
  });

  it('reads times without a zone by the clocks of the zone that the caller knows', async () => {
    const { session } = await convertFolder(later, 'Asia/Shanghai');
    expect(session.created_at).toBe('2026-04-29T06:02:11.000Z');
    expect(session.tool_calls[0]?.started_at).toMatch(/^2026-04-29T06:/);
    expect(session.inferred).toEqual(expect.arrayContaining(['created_at', 'completed_at']));
    expect(session.provenance?.diagnostics).not.toHaveProperty('zone-assumed');
    const inUtc = await convertFolder(old);
    expect(await convertFolder(old, 'Asia/Shanghai')).toEqual(inUtc);
  });

  it('keeps a running session in progress', async () => {
    const { session } = await convertFolder(running);
    expect(session).toMatchObject({ status: 'in_progress', outcome: 'unknown' });
    expect(session.inferred).not.toContain('status');
  });

  it("takes the session's outcome from the summary, and its end from the steps", async () => {
    const { session } = await convertFolder(mixed);
    expect(session).toMatchObject({ status: 'failed', outcome: 'failed', agent: { model_id: 'some-model' } });
    expect(session.created_at).toBe('2026-02-01T10:00:01.000Z');
  });

  it('keeps metadata and summary whole', async () => {
    const { session } = await convertFolder(later);
    const read = (name: string) => JSON.parse(readFileSync(join(root, later, name), 'utf8'));
    expect(session.extensions?.frago).toMatchObject({
      metadata: read('metadata.json'),
      summary_text: readFileSync(join(root, later, 'summary.md'), 'utf8'),
    });
    expect(session.environment).toEqual({ cwd: '/home/demo/stockbird', cli: 'claude' });
  });

  it('accounts for what it cannot convert, and loses no text', async () => {
    const { session, account } = await convertFolder(mixed);
    expect(account).toEqual({ records: 20, converted: 16, unknown: 1, ignored: { repeated_step: 1 }, dropped: 2 });
    const kept = JSON.stringify(session);
    for (const text of ['looks=like a call', 'a second result', 'nobody asked', 'no version knows', 'told otherwise']) {
      expect(kept, text).toContain(text);
    }
    expect(session.provenance?.diagnostics).toMatchObject({
      'orphan-result': 1,
      'duplicate-result': 1,
      'guessed-pairing': 1,
    });
  });

  it('decides by the type of a step, never by its text', async () => {
    const { sessions } = await convertFiles([stepsOf({ type: 'assistant', content_summary: '[Bash] command=rm' })]);
    expect(sessions[0]).toMatchObject({ tool_calls: [], events: [{ type: 'message', role: 'assistant' }] });
  });

  it('takes the session id from the steps, or else from the folder', async () => {
    expect((await convertFiles([stepsOf({ content_summary: 'a' })])).sessions[0]?.session_id).toBe('s');
    const nameless = await convertFiles([stepsOf({ content_summary: 'a', session_id: null })]);
    expect(nameless.sessions[0]?.session_id).toBe('x');
  });

  it('reports faults of a document, and converts the rest', async () => {
    const { account, sessions } = await convertFiles([
      stepsOf({ content_summary: 'a' }),
      fileOf('x/metadata.json', '{"session_id": '),
      fileOf('x/summary.json', '[1]'),
    ]);
    expect(account).toMatchObject({ records: 3, converted: 1, dropped: 2 });
    expect(sessions[0]?.provenance?.diagnostics).toMatchObject({ 'invalid-json': 1, 'malformed-record': 1 });
  });

  it('answers all calls of a step with the step that sums up their results', async () => {
    const { sessions } = await convertFiles([
      stepsOf(
        { type: 'tool_call', content_summary: '[Read, Grep]', tool_name: 'Read', tool_call_id: 'a', raw_uuid: 'u1' },
        { type: 'tool_result', content_summary: '(2 results)', raw_uuid: 'u2', parent_uuid: 'u1' },
      ),
    ]);
    expect(sessions[0]?.tool_calls.map(({ tool_name, outcome }) => `${tool_name} ${outcome}`)).toEqual([
      'Read unknown',
      'Grep unknown',
    ]);
  });

  it('takes linear time, however many calls never end', async () => {
    const calls = Array.from({ length: 20_000 }, (_, index) => ({
      type: 'tool_call',
      content_summary: '[A] b=c',
      raw_uuid: `c${index}`,
    }));
    const results = calls.map((_, index) => ({
      type: 'tool_result',
      content_summary: 'Result: d',
      raw_uuid: `r${index}`,
    }));
    const { sessions } = await convertFiles([stepsOf(...calls, ...results)]);
    expect(sessions[0]?.tool_calls.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(20_000);
  });

  it('distinguishes a cut output of a command, and the summary that a compaction leaves, from prompts', async () => {
    const cut = (text: string): string => `${text.padEnd(197, 'x')}...`;
    const at = '2025-11-03T09:00:00+00:00';
    const { sessions } = await convertFiles([
      stepsOf(
        { type: 'user_message', content_summary: 'Draw the chart', timestamp: at },
        { type: 'user_message', content_summary: cut('<local-command-stdout>Total: 3 '), timestamp: at },
        { type: 'user_message', content_summary: cut('<b>Bold</b> and <i>'), timestamp: at },
        {
          type: 'user_message',
          content_summary: cut(
            'This session is being continued from a previous conversation that ran out of context. ',
          ),
          timestamp: at,
        },
      ),
    ]);
    const events = sessions.flatMap(({ events }) => events);
    expect(events.map((event) => event.type === 'message' && (event.origin ?? 'prompt'))).toEqual([
      'prompt',
      'system',
      'prompt',
      'context',
    ]);
    expect(events[1]).toMatchObject({ text: expect.stringMatching(/^Total: 3 x+\.\.\.$/) });
  });
});
