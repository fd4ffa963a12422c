import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect } from '../../../src/adapters/codex-rollout/detect.ts';
import { createSample, readSample, SAMPLE_BYTES } from '../../../src/adapters/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { called, event, header, item, rolloutFrom, THREAD } from './rolloutFrom.ts';

const detectText = (text: string, name = 'a.jsonl') => {
  const bytes = new TextEncoder().encode(text);
  return detect(createSample(name, bytes.subarray(0, SAMPLE_BYTES), bytes.length > SAMPLE_BYTES));
};

const spawned = (id: string, parent: string, more: object = {}) =>
  header({ id, source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } }, ...more });

describe('detect', () => {
  it('recognises an enveloped rollout by its header', () => {
    expect(detectText(rolloutFrom([header()]))).toMatchObject({
      grade: 'certain',
      role: { is: 'primary', key: THREAD },
    });
  });

  it('recognises a bare rollout by its header and the records after it', () => {
    const head = { id: 'b', timestamp: '2025-08-20T10:00:00.000Z', instructions: null };
    expect(detectText(`${JSON.stringify(head)}\n{"record_type":"state"}\n`)).toMatchObject({
      grade: 'certain',
      role: { is: 'primary', key: 'b' },
    });
    expect(detectText(`${JSON.stringify(head)}\n`)).toMatchObject({ grade: 'likely' });
    expect(detectText(`${JSON.stringify(head)}\n{"type":"user","message":{}}\n`)).toMatchObject({ grade: 'no' });
  });

  it('recognises a rollout without its header', () => {
    expect(detectText(rolloutFrom([event(1, { type: 'task_started' })]))).toMatchObject({ grade: 'likely' });
  });

  it('recognises a rollout whose header is longer than the sample', () => {
    const long = { base_instructions: { text: 'x'.repeat(SAMPLE_BYTES) } };
    expect(detectText(rolloutFrom([header(long)]))).toMatchObject({ grade: 'certain', role: { key: THREAD } });
    const child = {
      id: 'c',
      session_id: 'root',
      parent_thread_id: 'p',
      source: { subagent: { thread_spawn: {} } },
      ...long,
    };
    expect(detectText(rolloutFrom([header(child)]))).toMatchObject({ role: { is: 'part', key: 'root' } });
  });

  it('ties a spawned thread to the root of its tree', () => {
    expect(detectText(rolloutFrom([spawned('c', 'p')]))).toMatchObject({ role: { is: 'part', key: 'p' } });
    const copies = rolloutFrom([spawned('g', 'c'), spawned('c', 'p'), header({ id: 'p' })]);
    expect(detectText(copies)).toMatchObject({ role: { is: 'part', key: 'p' } });
    expect(detectText(rolloutFrom([spawned('g', 'c', { session_id: 'root' })]))).toMatchObject({
      role: { key: 'root' },
    });
  });

  it('treats a fork, and a review without a parent, as runs of their own', () => {
    expect(detectText(rolloutFrom([header({ forked_from_id: 'p' })]))).toMatchObject({ role: { is: 'primary' } });
    expect(detectText(rolloutFrom([header({ source: { subagent: 'review' } })]))).toMatchObject({
      role: { is: 'primary', key: THREAD },
    });
  });

  it('does not follow headers in a circle', () => {
    const circle = rolloutFrom([spawned('a', 'b'), spawned('b', 'c'), spawned('c', 'b')]);
    expect(detectText(circle)).toMatchObject({ grade: 'certain' });
  });

  it('recognises the files beside the rollouts', () => {
    expect(detectText('{"session_id":"a","ts":1790000000,"text":"hi"}\n')).toMatchObject({ role: { is: 'side' } });
    expect(detectText('{"id":"a","thread_name":"A","updated_at":"2026-01-01T00:00:00Z"}\n')).toMatchObject({
      role: { is: 'side' },
    });
  });

  it('recognises a compressed rollout by name and first bytes', () => {
    const bytes = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x24, 1, 2]);
    const name = `sessions/2026/04/01/rollout-2026-04-01T08-00-00-${THREAD}.jsonl.zst`;
    expect(detect(createSample(name, bytes, false))).toMatchObject({ grade: 'likely', role: { key: THREAD } });
    expect(detect(createSample('other.zst', bytes, false))).toMatchObject({ grade: 'no' });
  });

  it.each([
    ['codex exec --json', '{"type":"thread.started","thread_id":"a"}\n', 'codex exec --json'],
    ['another envelope', '{"type":"session.start","payload":{}}\n', 'none of a rollout'],
    ['a transcript of another tool', '{"type":"user","message":{"role":"user"}}\n', 'no payload'],
    ['prose', 'not a log\n', 'no whole record'],
    ['a bare item alone', `${JSON.stringify(called('c', 'shell', {}))}\n`, 'no payload'],
  ])('refuses %s, and says why', (_, text, reason) => {
    expect(detectText(text)).toMatchObject({ grade: 'no', because: expect.stringContaining(reason) });
  });

  it('ignores the name of a readable file', () => {
    const text = rolloutFrom([header(), item(1, called('c', 'shell', {}))]);
    expect(detectText(text, 'anything.txt')).toEqual(detectText(text, 'rollout-x.jsonl'));
  });
});

const corpus = join(import.meta.dirname, '../../../../shared/corpus');

describe.skipIf(!existsSync(corpus))('detect over the corpus', () => {
  it('claims its own folder and nothing else', { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const path of listFiles(corpus)) {
      const sample = await readSample(path, fileOf(path, readFileSync(join(corpus, path)), SAMPLE_BYTES).bytes());
      const claimed = detect(sample).grade !== 'no';
      const own = path.startsWith('codex-rollout/') && path.endsWith('.jsonl');
      if (claimed !== own) wrong.push(path);
    }
    expect(wrong).toEqual([]);
  });
});
