import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSample, SAMPLE_BYTES } from '../../../src/adapters/read/createSample.ts';
import { detect } from '../../../src/adapters/wf/detect.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../data/sources/wf');

function detectText(text: string, name: string) {
  const bytes = new TextEncoder().encode(text);
  return detect(createSample(name, bytes, bytes.length > SAMPLE_BYTES));
}

describe('detection of workflow files', () => {
  it.each(listFiles(samples).filter((path) => !path.startsWith('home/')))('claims %s', (path) => {
    const detection = detectText(readFileSync(join(samples, path), 'utf8'), path);
    const primary = /\.jsonl$|step-1-/.test(path);
    expect(detection).toMatchObject({ role: { is: primary ? 'primary' : 'part' } });
  });

  it.each(listFiles(samples).filter((path) => path.startsWith('home/')))(
    'leaves the transcript %s to its adapter',
    (path) => {
      expect(detectText(readFileSync(join(samples, path), 'utf8'), path)).toMatchObject({ grade: 'no' });
    },
  );

  const log = '{"type":"checkpoint","step":2}\n';
  it.each([
    ['p/.wf/logs/a.jsonl', 'p/.wf'],
    ['.wf/logs/a.jsonl', '.wf'],
    ['logs/a.jsonl', ''],
    ['a.jsonl', ''],
  ])('ties %s to its task and to what %j shares among all tasks', (name, root) => {
    expect(detectText(log, name)).toMatchObject({ role: { is: 'primary', key: `${root}\na`, shares: [root] } });
  });

  it('ties companion files to the same keys', () => {
    const config = '{ // steps\n "workflow": [{ "name": "a" },] }';
    expect(detectText(config, 'p/.wf/config.jsonc')).toMatchObject({ role: { is: 'part', key: 'p/.wf' } });
    expect(detectText(config, 'p/.pawl/workflows/x.json')).toMatchObject({ role: { is: 'part', key: 'p/.pawl' } });
    const status = '{"tasks": {"a": {"current_step": 1, "status": "running"}}}';
    expect(detectText(status, 'p/.wf/status.json')).toMatchObject({ role: { is: 'part', key: 'p/.wf' } });
    expect(detectText('---\nname: a\n---\nDo it', 'p/.wf/tasks/a.md')).toMatchObject({
      role: { is: 'part', key: 'p/.wf\na' },
    });
  });

  it('takes a log in its own folder for one although a line of it is damaged', () => {
    const damaged = '{"step":0,"exit_code":0,"duration":5.2}\n{"step":"one"}\n{"no_step":true}\n';
    expect(detectText(damaged, '.wf/logs/a.jsonl')).toMatchObject({ grade: 'likely', role: { is: 'primary' } });
    expect(detectText(damaged, 'logs/a.jsonl')).toMatchObject({ grade: 'no' });
  });

  it('takes records without a type as likely, but only if all lack one', () => {
    expect(detectText('{"step":0,"exit_code":0,"stdout":""}\n{"step":1}\n', 'a.jsonl')).toMatchObject({
      grade: 'likely',
    });
    expect(detectText('{"step":0,"exit_code":0}\n{"step":1,"loss":0.5}\n', 'a.jsonl')).toMatchObject({ grade: 'no' });
  });

  it('recognises side files', () => {
    const status = '{"name":"a","status":"running","run_id":"r","current_step":1,"total_steps":3}';
    expect(detectText(status, 'status-a.json')).toMatchObject({ role: { is: 'side' } });
    expect(detectText('text', 'p/.pawl/streams/a.stream')).toMatchObject({ role: { is: 'side' } });
  });

  it.each([
    ['an empty file', '', 'a.jsonl'],
    [
      'a rollout',
      '{"timestamp":"2026-01-01T00:00:00Z","type":"event_msg","payload":{"type":"task_started"}}\n',
      'a.jsonl',
    ],
    ['events of another tool', '{"type":"task_started","id":1}\n{"type":"command","cmd":"ls"}\n', 'a.jsonl'],
    ['a step of another tool', '{"type":"step_finished","step":"build"}\n', 'a.jsonl'],
    ['another configuration', '{"workflow": "build"}', 'config.jsonc'],
    ['notes with front matter elsewhere', '---\nname: a\n---\n', 'docs/a.md'],
    ['a task without front matter', '# a\n', 'tasks/a.md'],
    ['another log of steps', 'Step 1 done\n', 'logs/a/step-1-x.log'],
    ['a document nested too deep', '['.repeat(60_000), 'config.json'],
  ])('refuses %s', (_, text, name) => {
    expect(detectText(text, name)).toMatchObject({ grade: 'no' });
  });
});
