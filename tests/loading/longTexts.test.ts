import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLoader } from '../../src/loading/index.ts';
import type { LoadMessage } from '../../src/loading/loadMessage.ts';
import { threadWorker } from './threadWorker.ts';

const lines = (word: string): string[] => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`);

const head = [
  ...['OpenAI Codex v0.130.0', '--------', 'workdir: /srv/oil', 'model: gpt-5.4'],
  ...['session id: 019ce146-3474-77f3-97cf-936c72e6cc3a', '--------', 'user', 'Go.'],
];
const command = (...output: string[]): string[] => [
  'exec',
  'bash -lc ls in /srv/oil',
  ' succeeded in 1ms:',
  ...output,
  '',
];
const log = [...head, ...command(...lines('brass')), 'codex', ...lines('said'), 'tokens used', '5', ''].join('\n');

/** The contents of the one session of a log, and how the worker sent them: as bytes, or by their place. */
async function load(text: string, name = 'a.log') {
  const seen: LoadMessage[] = [];
  const files = [{ name, blob: new Blob([text]) }];
  const { sessions } = await createLoader(() => threadWorker(seen)).load(files);
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) throw new Error(`${sessions.length} sessions`);
  const sent = seen.flatMap((message) => (message.is === 'complete' ? message.contents : []));
  const refs = [...only.session.tool_calls, ...only.session.events].flatMap(({ content_refs }) => content_refs ?? []);
  const texts = new Map<string, string>();
  for (const { path, blob } of only.contents) texts.set(path, await blob.text());
  return { refs, texts, left: sent.map((content) => 'start' in content) };
}

const hashOf = (text = ''): string => createHash('sha256').update(text).digest('hex');

describe('long texts of a loaded log', () => {
  test('stay in the log and are read from it', async () => {
    const { refs, texts, left } = await load(log);
    expect(left).toEqual([true, true]);
    expect(refs).toHaveLength(2);
    for (const { path, sha256 } of refs) expect(hashOf(texts.get(path))).toBe(sha256);
    expect([...texts.values()]).toEqual([lines('brass').join('\n'), lines('said').join('\n')]);
  });

  test.each([
    ['line feeds of Windows', log.replaceAll('\n', '\r\n'), 2],
    ['bytes that are not UTF-8, which came as others', log.replace('brass 7\n', 'brass \uFFFD\n'), 2],
    ['a secret', log.replace('brass 7\n', `brass ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zaB3dE5gH'}\n`), 2],
    ['the prefix of a wrapper', `[stderr]${log}`, 2],
    ['a mark of truncation in it', log.replace('brass 1500\n', '[... omitted 9 of 3009 lines ...]\n'), 2],
  ])('are sent where the log has them in another form: %s', async (_, text, count) => {
    const { refs, texts } = await load(text);
    expect(refs).toHaveLength(count);
    for (const { path, sha256 } of refs) expect(hashOf(texts.get(path))).toBe(sha256);
    expect([...texts.values()].join('\n')).not.toContain('ghp_');
  });

  test('are sent where two files have the same name', async () => {
    const seen: LoadMessage[] = [];
    const blob = new Blob([log]);
    await createLoader(() => threadWorker(seen)).load([
      { name: 'a.log', blob },
      { name: 'a.log', blob },
    ]);
    const sent = seen.flatMap((message) => (message.is === 'complete' ? message.contents : []));
    expect(sent).toHaveLength(4);
    expect(sent.every((content) => 'bytes' in content)).toBe(true);
  });

  test('are sent for every other format', async () => {
    const record = (payload: object) =>
      JSON.stringify({ timestamp: '2026-04-01T08:00:00.000Z', type: 'response_item', payload });
    const meta = { id: '019d4800-0000-7000-8000-000000000001', timestamp: '2026-04-01T08:00:00.000Z', cwd: '/w' };
    const rollout = [
      JSON.stringify({ timestamp: '2026-04-01T08:00:00.000Z', type: 'session_meta', payload: meta }),
      record({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: lines('said').join(' ') }] }),
      '',
    ].join('\n');
    const { texts, left } = await load(rollout, 'rollout-1.jsonl');
    expect(left).toEqual([false]);
    expect([...texts.values()]).toEqual([lines('said').join(' ')]);
  });
});
