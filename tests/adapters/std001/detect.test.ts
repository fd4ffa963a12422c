import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSample, SAMPLE_BYTES } from '../../../src/adapters/index.ts';
import { std001 } from '../../../src/adapters/std001/index.ts';
import { parseSession } from '../../../src/session/index.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';
import { callOf, sessionOf } from '../../session/fixtures.ts';

const root = join(import.meta.dirname, '../../..');

function detect(text: string, name = 'x.json') {
  const bytes = new TextEncoder().encode(text);
  return std001.detect(createSample(name, bytes, bytes.length > SAMPLE_BYTES));
}

describe('detection of STD-001', () => {
  it.each(listFiles(join(root, 'data/sources/std001')))('is certain of %s, and names its shape', (name) => {
    const text = readFileSync(join(root, 'data/sources/std001', name), 'utf8');
    expect(detect(text, name)).toMatchObject({ grade: 'certain', role: { is: 'primary', key: name } });
    expect(detect(text, 'elsewhere')).toMatchObject({ grade: 'certain' });
  });

  it("is certain of the kit's own sessions", () => {
    const { session } = parseSession(sessionOf());
    expect(detect(JSON.stringify(session))).toMatchObject({
      grade: 'certain',
      because: 'it has the shape of STD-001 v3.1',
    });
  });

  it.each([
    [
      'one that is broken',
      `{"session_id": "x", "user_prompt": "a "b" c", "tool_calls": [{"tool_category": "action"}]}`,
    ],
    [
      'one that is longer than the sample',
      JSON.stringify(sessionOf({ tool_calls: Array(400).fill(callOf('tool-001')) })),
    ],
    [
      'one whose phases fill the sample',
      JSON.stringify({
        session_id: 'x',
        task_title: 't',
        created_at: '2026',
        phase_annotations: Array(900).fill({ annotation_id: 'a', phase_type: 'plan', description: 'x'.repeat(80) }),
        tool_calls: [],
      }),
    ],
    ['one without an id', JSON.stringify({ phases: [{ phase_type: 'plan', tool_call_ids: [] }], task_title: 't' })],
    ['one without calls', JSON.stringify({ session_id: 'x', tool_calls: [] })],
  ])('takes %s as likely', (_, text) => expect(detect(text)).toMatchObject({ grade: 'likely' }));

  it.each([
    ['a package', JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: 'vitest' } })],
    ['a chat request', JSON.stringify({ messages: [{ role: 'assistant', tool_calls: [{ id: 'call_1' }] }] })],
    ['a list of calls', JSON.stringify({ tool_calls: [{ id: 'call_1', function: { name: 'f' } }] })],
    ['a trajectory with numbered steps', JSON.stringify({ session_id: 'x', steps: [{ step_id: 1, source: 'user' }] })],
    [
      'the metadata of a monitor',
      JSON.stringify({ session_id: 'x', status: 'running', step_count: 3, tool_call_count: 1 }),
    ],
    ['a workflow', JSON.stringify({ name: 'ci', jobs: { build: { steps: [{ run: 'make' }] } } })],
    ['a list of sessions', JSON.stringify({ sessions: [{ session_id: 'x', task_title: 't', created_at: 'now' }] })],
    ['lines', '{"type":"user","sessionId":"x"}\n{"type":"assistant"}\n'],
    ['a list', '[{"session_id":"x"}]'],
    ['a text', 'session_id tool_calls'],
    ['nothing', ''],
  ])('rejects %s, and says why', (_, text) => {
    const detection = detect(text);
    expect(detection.grade).toBe('no');
    expect(detection.because).not.toBe('');
  });
});
