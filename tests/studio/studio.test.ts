import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studioFaults } from './studioFaults.ts';

const folder = join(import.meta.dirname, '../../data/sessions');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('converted sessions as the studio reads them', () => {
  it('exist', () => expect(files.length).toBeGreaterThan(0));

  it.each(files)('%s has nothing that breaks the studio', (name) => {
    expect(studioFaults(JSON.parse(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
  });

  it('differ from files that would break the studio', () => {
    const call = {
      call_id: 'toolu_01dev',
      tool_name: 'Read',
      started_at: '2026-01-01',
      ended_at: '2026-01-01T00:00:00.000Z',
      input: {},
      output: { status: 'ok', result: { display: 'a\nb' } },
    };
    const range = { start_call_id: 'toolu_01dev', end_call_id: 'nobody' };
    const broken = {
      session_id: 'x',
      task_title: ' ',
      created_at: '2026-01-01T00:00:00+08:00',
      completed_at: '2026-01-01T00:00:00.000Z',
      phases: [],
      summary: 'text',
      tool_calls: [call],
      phase_annotations: [{ annotation_id: 'ann-001', tool_call_range: range }],
    };
    expect(studioFaults(broken)).toHaveLength(11);
  });
});
