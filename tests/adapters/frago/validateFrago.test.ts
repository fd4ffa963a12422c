import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type FragoEnvironment,
  readFragoEntities,
  toolCallRecords,
  validateFrago,
} from '../../../src/adapters/frago/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';

const root = join(import.meta.dirname, '../../..');
const world: FragoEnvironment = { directoryExists: () => true, now: Date.parse('2025-12-05T12:00:00Z') };

const session = {
  session_id: '48c10a46-9f16-4d56-8c65-26de8a5af65c',
  agent_type: 'claude',
  project_path: '/home/demo/stockbird',
  source_file: '~/x.jsonl',
  started_at: '2025-12-05T10:30:00Z',
  ended_at: '2025-12-05T10:40:00Z',
  status: 'completed',
  step_count: 1,
  tool_call_count: 0,
  last_activity: '2025-12-05T10:35:20Z',
};
const step = {
  step_id: 1,
  session_id: session.session_id,
  type: 'user_message',
  timestamp: '2025-12-05T10:30:00Z',
  content_summary: 'a',
  raw_uuid: 'u',
  parent_uuid: null,
};
const call = {
  tool_call_id: 't',
  session_id: session.session_id,
  step_id: 1,
  tool_name: 'Read',
  input_summary: '',
  called_at: step.timestamp,
  status: 'pending',
};
const summary = {
  session_id: session.session_id,
  total_duration_ms: 1,
  user_message_count: 1,
  assistant_message_count: 0,
  tool_call_count: 0,
  tool_success_count: 0,
  tool_error_count: 0,
  most_used_tools: ['Read'],
  model: null,
  final_status: 'completed',
};

const found = (entities: Partial<Parameters<typeof validateFrago>[0]>, more: Partial<FragoEnvironment> = {}) =>
  validateFrago({ session, summary, steps: [step], ...entities }, { ...world, ...more }).map(
    ({ code, at }) => `${code} ${at?.pointer}`,
  );

describe('the rules of the data model', () => {
  it('accept a valid store', () => {
    expect(found({ toolCalls: [call] })).toEqual([]);
  });

  it.each([
    ['an id that is no UUID', { session_id: 'test-session-001' }, 'invalid-id /session/session_id'],
    ['an end before the start', { ended_at: '2025-12-05T10:00:00Z' }, 'time-order /session/ended_at'],
    ['a negative count', { step_count: -1 }, 'model-violation /session/step_count'],
    ['a status that is none', { status: 'paused' }, 'model-violation /session/status'],
    ['a session that has been silent for long', { status: 'running' }, 'stale-session /session/last_activity'],
  ])('reject %s', (_, change, fault) => {
    expect(found({ session: { ...session, ...change } })).toEqual([fault]);
  });

  it('are errors, except for what depends on the machine or on the writer’s version', () => {
    const bad = { ...session, session_id: 'x', step_count: -1, status: 'running' };
    const steps = [{ ...step, content_summary: 'x'.repeat(201) }];
    const severities = validateFrago({ session: bad, steps }, world).map(({ code, severity }) => [code, severity]);
    expect(Object.fromEntries(severities)).toEqual({
      'model-violation': 'error',
      'invalid-id': 'error',
      'stale-session': 'info',
      'text-too-long': 'info',
    });
  });

  it('require the project directory', () => {
    const directoryExists = (path: string) => path !== session.project_path;
    expect(found({}, { directoryExists })).toEqual(['missing-directory /session/project_path']);
  });

  it.each([
    ['a number twice', [step, step], 'step-order /steps/1/step_id'],
    [
      'a number that goes back',
      [
        { ...step, step_id: 3 },
        { ...step, step_id: 2 },
      ],
      'step-order /steps/1/step_id',
    ],
    [
      'a step before the start',
      [{ ...step, timestamp: '2025-12-05T10:29:59Z' }],
      'time-outside-run /steps/0/timestamp',
    ],
    ['a step in the future', [{ ...step, timestamp: '2025-12-05T12:00:01Z' }], 'future-time /steps/0/timestamp'],
    ['a time that is none', [{ ...step, timestamp: 'soon' }], 'invalid-time /steps/0/timestamp'],
    ['a long text', [{ ...step, content_summary: '字'.repeat(201) }], 'text-too-long /steps/0/content_summary'],
    ['a step that is none', [7], 'model-violation /steps/0'],
  ])('reject %s', (_, steps, fault) => {
    expect(found({ steps })).toEqual([fault]);
  });

  it('count characters, not UTF-16 units, and allow a missing zone', () => {
    expect(
      found({ steps: [{ ...step, content_summary: '😀'.repeat(200), timestamp: '2025-12-05T02:00:00' }] }),
    ).toEqual([]);
  });

  it.each([
    ['a duration without an end', { duration_ms: 5 }, 'premature-field /toolCalls/0/duration_ms'],
    ['a result of a pending call', { result_summary: 'r' }, 'premature-field /toolCalls/0/result_summary'],
  ])('reject %s', (_, change, fault) => {
    expect(found({ toolCalls: [{ ...call, ...change }] })).toEqual([fault]);
  });

  it('accept the data model’s own example of a running session', () => {
    const example = { ...session, ended_at: null, status: 'running', step_count: 15, tool_call_count: 8 };
    expect(found({ session: example, summary: undefined }, { now: Date.parse('2025-12-05T10:36:00Z') })).toEqual([]);
  });
});

describe('the entities of a folder', () => {
  const folder = 'data/sources/frago/sessions/claude/5b1c7f20-3d41-4c8e-9a55-0d2f6a7e1b01';
  const files = listFiles(join(root, folder)).map((name) =>
    fileOf(`${folder}/${name}`, readFileSync(join(root, folder, name))),
  );

  it('are read, and satisfy the rules', async () => {
    const entities = await readFragoEntities({ files });
    expect(entities.steps).toHaveLength(25);
    const toolCalls = toolCallRecords(entities.steps as Parameters<typeof toolCallRecords>[0]);
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(validateFrago({ ...entities, toolCalls }, { directoryExists: () => true, now })).toEqual([]);
  });

  it('include the tool calls that the monitor would record', async () => {
    const { steps } = await readFragoEntities({ files });
    const calls = toolCallRecords(steps as Parameters<typeof toolCallRecords>[0]);
    expect(calls.map(({ tool_name, status, duration_ms }) => [tool_name, status, duration_ms])).toEqual([
      ['Grep', 'success', 340],
      ['Read', 'success', 210],
      ['TodoWrite', 'success', 90],
      ['Edit', 'error', 150],
      ['Read', 'success', 120],
      ['Edit', 'success', 180],
      ['Bash', 'error', 4700],
      ['Edit', 'error', 160],
    ]);
    expect(calls[0]).toMatchObject({ input_summary: 'pattern=def list_items', step_id: 6 });
  });
});
