import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect } from '../../../src/adapters/planner/detect.ts';
import { createSample, SAMPLE_BYTES } from '../../../src/adapters/read/createSample.ts';

const samples = join(import.meta.dirname, '../../../data/sources/planner');

function detectText(text: string, name = 'plans.jsonl') {
  const bytes = new TextEncoder().encode(text);
  return detect(createSample(name, bytes, bytes.length > SAMPLE_BYTES));
}

const run = {
  timestamp: '2025-10-12T00:00:00',
  question: 'q',
  locale: 'en',
  plan: { topic: 't', goal: 'g', steps: [] },
};

describe('detection of planner logs', () => {
  it.each(['plans.jsonl', 'plans-2025-09.jsonl', 'planner_plans.jsonl'])('takes %s as a log', (name) => {
    const detection = detectText(readFileSync(join(samples, name), 'utf8'), name);
    expect(detection).toMatchObject({ grade: 'certain', role: { is: 'primary', key: name } });
  });

  it.each(['validate_review_log_output.example.json', 'replay_review_log_output.example.json'])(
    'takes %s as a side file',
    (name) => {
      expect(detectText(readFileSync(join(samples, name), 'utf8'), name)).toMatchObject({ role: { is: 'side' } });
    },
  );

  it('recognises the other outputs of the planner project', () => {
    expect(detectText('{"total": 1, "success": 1, "failures": [], "plans": []}')).toMatchObject({
      role: { is: 'side' },
    });
    expect(detectText('{"prompt": "p", "llm_response": "r", "search_results": []}')).toMatchObject({
      role: { is: 'side' },
    });
  });

  it('takes a first line longer than the sample as likely', () => {
    const long = { ...run, plan: { ...run.plan, goal: 'g'.repeat(SAMPLE_BYTES) } };
    expect(detectText(JSON.stringify(long))).toMatchObject({ grade: 'likely', role: { is: 'primary' } });
  });

  it('finds a run after lines that are torn or of another kind', () => {
    expect(detectText(`{"torn": \n${JSON.stringify(run)}\n`)).toMatchObject({ grade: 'certain' });
  });

  it.each([
    ['an empty file', ''],
    ['plain text', 'question and plan\n'],
    ['a transcript', '{"type":"user","message":{"content":"the plan"},"uuid":"1"}\n'],
    ['a session', '{"session_id":"s","tool_calls":[],"summary":{},"plan":{"topic":"t"}}'],
    ['a document that names the fields only in a text', '{"note": "log_path total valid invalid"}'],
    ['broken JSON', '{"log_path": "x", "total": 1, "valid": 1, "invalid": ['],
  ])('refuses %s', (_, text) => {
    expect(detectText(text)).toMatchObject({ grade: 'no' });
  });
});
