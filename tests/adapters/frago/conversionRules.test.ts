import { describe, expect, it } from 'vitest';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { frago } from '../../../src/adapters/frago/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const metadata = {
  session_id: 'not-a-uuid',
  agent_type: 'claude',
  project_path: '/nowhere',
  source_file: '~/x.jsonl',
  started_at: '2025-12-05T10:30:00Z',
  ended_at: '2025-12-05T10:00:00Z',
  status: 'running',
  step_count: -1,
  tool_call_count: 2,
  last_activity: '2025-12-05T10:35:00Z',
};

const step = (step_id: number, more: object = {}) => ({
  step_id,
  session_id: metadata.session_id,
  type: 'user_message',
  timestamp: '2025-12-05T10:31:00Z',
  content_summary: `Step ${step_id}`,
  raw_uuid: `u${step_id}`,
  ...more,
});

const steps = [
  step(1, { timestamp: '2024-01-01T00:00:00Z' }),
  step(3, { content_summary: 'x'.repeat(500) }),
  step(2, { type: 'tool_call', content_summary: '[Bash] command=ls', duration_ms: 5 }),
  step(2, { type: 'tool_result', content_summary: 'Result: a', raw_uuid: 'u5', parent_uuid: 'u2' }),
  step(4, { timestamp: '2099-01-01T00:00:00Z' }),
];

const summary = {
  session_id: metadata.session_id,
  total_duration_ms: 1,
  user_message_count: 1,
  assistant_message_count: 0,
  tool_call_count: 1,
  tool_success_count: 4,
  tool_error_count: 0,
  most_used_tools: ['A', 'B', 'C', 'D', 'E', 'F'],
  final_status: 'completed',
};

const files = [
  fileOf('s/metadata.json', JSON.stringify(metadata)),
  fileOf('s/steps.jsonl', steps.map((each) => JSON.stringify(each)).join('\n')),
  fileOf('s/summary.json', JSON.stringify(summary)),
];
const world = { directoryExists: () => false, now: Date.parse('2025-12-05T12:00:00Z') };

async function diagnosticsOf(hints: object) {
  const { sessions, diagnostics } = await convertSource(frago, { files, hints });
  const [first] = sessions;
  return { all: [...diagnostics, ...(first?.diagnostics ?? [])], session: first?.session.head };
}

describe('a store that breaks every rule of the data model', () => {
  it('is converted, with the location of each broken rule', async () => {
    const { all, session } = await diagnosticsOf({ world });
    expect(session?.summary.tool_calls_count).toBe(1);
    expect(all.map(({ code, at }) => `${code} ${at?.file}:${at?.line} ${at?.pointer ?? ''}`)).toEqual(
      expect.arrayContaining([
        'invalid-id s/metadata.json:1 /session_id',
        'missing-directory s/metadata.json:1 /project_path',
        'time-order s/metadata.json:1 /ended_at',
        'stale-session s/metadata.json:1 /last_activity',
        'model-violation s/metadata.json:1 /step_count',
        'time-outside-run s/steps.jsonl:1 /timestamp',
        'text-too-long s/steps.jsonl:2 /content_summary',
        'step-order s/steps.jsonl:3 /step_id',
        'premature-field s/steps.jsonl:3 /duration_ms',
        'step-order s/steps.jsonl:4 /step_id',
        'future-time s/steps.jsonl:5 /timestamp',
        'model-violation s/summary.json:1 /most_used_tools',
      ]),
    );
    expect(all).toContainEqual(
      expect.objectContaining({ code: 'count-mismatch', actual: '1 calls (success)', expected: '4 calls (success)' }),
    );
  });

  it('names the invalid field, its value and what is expected', async () => {
    const { all } = await diagnosticsOf({});
    expect(all.find(({ code }) => code === 'model-violation')?.message).toMatch(
      /^The field step_count \(\/step_count\) does not fit: it is -1, expected is a number >=0\.$/,
    );
  });

  it('yields the same session on any machine at any time', async () => {
    const here = await diagnosticsOf({ world });
    const elsewhere = await diagnosticsOf({});
    expect(here.session).toEqual(elsewhere.session);
    expect(elsewhere.all.map(({ code }) => code)).not.toContain('missing-directory');
  });
});
