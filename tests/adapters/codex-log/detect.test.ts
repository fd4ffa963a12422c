import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexLog } from '../../../src/adapters/codex-log/index.ts';
import { createSample } from '../../../src/adapters/index.ts';
import { readFolder } from '../../helpers/sourceFiles.ts';
import { cutLog, head, wholeLog } from './logText.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus');
const detect = (text: string) => codexLog.detect(createSample('a.log', new TextEncoder().encode(text), false));

describe('detection of Codex logs', () => {
  it.each([
    ['a log until 0.117', cutLog('codex', 'Hi.'), 'until 0.117|to 0.117'],
    ['a log since 0.118', wholeLog('codex', 'Hi.'), 'since 0.118'],
    ['a log with CRLF', wholeLog('codex', 'Hi.').replaceAll('\n', '\r\n'), 'since 0.118'],
    ['a log behind a title', `# Review\n\nAll is well.\n\n---\nSTDERR:\n${cutLog('codex', 'Hi.')}`, '0.117'],
    [
      'a document that holds a log',
      `# Executor transcript — 7\n\n**model**: gpt-5.4\n\n## session\n\n\`\`\`\`text\n${wholeLog('codex', 'Hi.')}\`\`\`\`\n\n## final\n`,
      'since 0.118',
    ],
    [
      'a wrapped log',
      cutLog('codex', 'Hi.').replace('OpenAI', '[stderr]OpenAI').replace('codex\n', '[stderr]codex\n'),
      '0.117',
    ],
    [
      'a coloured log',
      cutLog('codex', 'Hi.').replace('workdir:', '\u001b[1mworkdir:\u001b[0m').replace('OpenAI', '\u001b[1mOpenAI'),
      '0.117',
    ],
    [
      'a stamped log',
      '[2025-08-31T12:37:08] OpenAI Codex v0.27.0 (research preview)\n--------\nworkdir: /a\n--------\n[2025-08-31T12:37:08] User instructions:\nGo.\n',
      'until 0.43',
    ],
  ])('is certain of %s, and says which', (_, text, because) => {
    expect(detect(text)).toMatchObject({ grade: 'certain', because: expect.stringMatching(because) });
  });

  it.each([
    ['commands and results', 'rest\n\nexec\nbash -lc ls in /a\n succeeded in 5ms:\nx\n\ncodex\nHi.\n'],
    ['wrapped events', '[stderr]exec\nbash -lc ls in /a\n[stderr] succeeded in 5ms:\nx\n'],
    ['the end of a wrapped log', '[stderr] tokens used\n61,858\nDone.\n'],
    [
      'stamped commands',
      '[2025-08-31T12:37:08] exec bash -lc ls in /a\n[2025-08-31T12:37:08] bash -lc ls succeeded in 5ms:\nx\n',
    ],
    ['the first version', '[2025-05-19T16:02:07] Task started: 1\n[2025-05-19T16:02:11] Agent message: Hi.\n'],
  ])('takes part of a log as likely: %s', (_, text) => expect(detect(text)).toMatchObject({ grade: 'likely' }));

  it.each([
    ['nothing', ''],
    ['prose about Codex', '# OpenAI Codex\n\nOpenAI Codex v0.57.0 prints `exec`, then `codex`.\n\nexec\n\ncodex\n'],
    ['a banner without a head', 'OpenAI Codex v0.57.0 (research preview)\n\nis what it says first.\n'],
    ['a log quoted in a fence', `Codex prints:\n\n\`\`\`\n${head()}user\nHi.\n\`\`\`\n\nThat is all.\n`],
    [
      'a log quoted under a title, behind a sentence',
      `# Reading a session log\n\nIt begins so:\n\n\`\`\`\n${head()}user\nHi.\n\`\`\`\n`,
    ],
    ['a log quoted with marks', `> ${head().replaceAll('\n', '\n> ')}`],
    ['a rollout', `{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"originator":"codex_exec"}}\n`],
    ['codex exec --json', '{"type":"thread.started","thread_id":"x"}\n{"type":"turn.started"}\n'],
    ['another stamped log', '[2025-08-31T12:37:08] server started\n[2025-08-31T12:37:09] GET / succeeded\n'],
  ])('refuses %s, and says why', (_, text) => {
    expect(detect(text)).toMatchObject({ grade: 'no', because: expect.stringMatching(/\S/) });
  });

  it('names the reason for refusing look-alikes', () => {
    expect(detect('{"type":"thread.started"}\n').because).toContain('JSON');
    expect(detect(`\`\`\`\n${head()}\`\`\`\n`).because).toContain('fence');
  });

  const foreign = ['extra', 'codex-rollout', 'claude-code', 'wf', 'frago', 'planner', 'std001'].flatMap((folder) =>
    [...readFolder(join(corpus, folder))].map(([path, bytes]) => [`${folder}/${path}`, bytes] as const),
  );
  it.skipIf(foreign.length === 0)('refuses every file of other formats in the corpus', () => {
    const claimed = foreign.filter(([path, bytes]) => {
      const sample = createSample(path, bytes.subarray(0, 64 * 1024), bytes.length > 64 * 1024);
      return codexLog.detect(sample).grade !== 'no';
    });
    expect(claimed.map(([path]) => path)).toEqual([]);
  });
});
