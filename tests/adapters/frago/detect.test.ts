import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect } from '../../../src/adapters/frago/detect.ts';
import { createSample, SAMPLE_BYTES } from '../../../src/adapters/read/createSample.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../data/sources/frago');

function detectText(text: string, name = 'sessions/claude/1/steps.jsonl') {
  const bytes = new TextEncoder().encode(text);
  return detect(createSample(name, bytes, bytes.length > SAMPLE_BYTES));
}

describe('detection of Frago stores', () => {
  it.each(listFiles(samples).filter((path) => !path.endsWith('raw.jsonl')))('assigns %s to its folder', (path) => {
    const detection = detectText(readFileSync(join(samples, path), 'utf8'), path);
    const is = path.endsWith('steps.jsonl') ? 'primary' : 'part';
    expect(detection).toMatchObject({ grade: 'certain', role: { is, key: path.slice(0, path.lastIndexOf('/')) } });
  });

  it('takes an empty steps.jsonl, or one whose first line is longer than the sample, as likely', () => {
    expect(detectText('')).toMatchObject({ grade: 'likely' });
    const step = { step_id: 1, session_id: 's', type: 'user', content_summary: 'x'.repeat(SAMPLE_BYTES) };
    expect(detectText(JSON.stringify(step))).toMatchObject({ grade: 'likely', role: { is: 'primary' } });
  });

  it.each([
    ['an empty file of another name', '', 'a.jsonl'],
    ['a transcript', '{"type":"user","uuid":"1","sessionId":"s","message":{"content":"hi"}}\n', 'raw.jsonl'],
    ['a session', '{"session_id":"s","task_title":"t","status":"success","tool_calls":[]}', 'metadata.json'],
    ['other metadata', '{"name":"package","status":"running"}', 'metadata.json'],
    ['broken JSON', '{"session_id": "s", "agent_type":', 'metadata.json'],
    ['other Markdown', '# Session notes\n\nStatus: fine\n', 'summary.md'],
  ])('refuses %s', (_, text, name) => {
    expect(detectText(text, name)).toMatchObject({ grade: 'no' });
  });
});
