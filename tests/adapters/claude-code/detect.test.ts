import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { type Detection, groupSources, readSample } from '../../../src/adapters/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { LogDrawing, SESSION } from './drawLog.ts';

async function detect(name: string, text: string): Promise<Detection> {
  return claudeCode.detect(await readSample(name, fileOf(name, text).bytes()));
}

const main = new LogDrawing();
main.user('hello');
const agent = new LogDrawing({ isSidechain: true, agentId: 'a1' });
agent.user('look');
const line = (record: object): string => `${JSON.stringify(record)}\n`;

describe('detection', () => {
  const recognised: [string, string, string, object][] = [
    ['a transcript', `p/${SESSION}.jsonl`, String(main), { is: 'primary', key: `p/${SESSION}` }],
    ['a transcript under another name', 'p/saved.jsonl', String(main), { is: 'primary', key: `p/${SESSION}` }],
    [
      'a transcript that resumes another',
      'p/11111111-0000-4000-8000-000000000001.jsonl',
      String(main),
      { is: 'primary', key: 'p/11111111-0000-4000-8000-000000000001' },
    ],
    ['a flat agent file', 'p/agent-a1.jsonl', String(agent), { is: 'part', key: `p/${SESSION}` }],
    ['an agent file', `p/${SESSION}/subagents/agent-a1.jsonl`, String(agent), { is: 'part', key: `p/${SESSION}` }],
    [
      'an agent file of a workflow',
      `p/${SESSION}/subagents/workflows/wf_1/agent-a1.jsonl`,
      String(agent),
      { is: 'part', key: `p/${SESSION}` },
    ],
    [
      'what is noted of an agent',
      `p/${SESSION}/subagents/agent-a1.meta.json`,
      '{"agentType":"Explore"}',
      { is: 'part', key: `p/${SESSION}` },
    ],
    ['an output', `p/${SESSION}/tool-results/toolu_1.txt`, 'any words', { is: 'part', key: `p/${SESSION}` }],
    [
      'a journal',
      `p/${SESSION}/subagents/workflows/wf_1/journal.jsonl`,
      line({ type: 'started', key: 'k', agentId: 'a1' }),
      { is: 'part', key: `p/${SESSION}` },
    ],
    [
      'the state of a workflow',
      `p/${SESSION}/workflows/wf_1.json`,
      '{"taskId":"t","status":"completed"}',
      { is: 'part', key: `p/${SESSION}` },
    ],
    [
      'the history',
      'history.jsonl',
      line({ display: 'x', pastedContents: {}, timestamp: 1, project: '/p' }),
      { is: 'side' },
    ],
    ['a checklist', `todos/${SESSION}-agent-${SESSION}.json`, '[{"content":"a","status":"pending"}]', { is: 'side' }],
    ['an empty transcript', `-home-lin-p/${SESSION}.jsonl`, '', { is: 'primary', key: `-home-lin-p/${SESSION}` }],
    ['only titles', `p/${SESSION}.jsonl`, line({ type: 'summary', summary: 'x', leafUuid: 'y' }), { is: 'side' }],
  ];
  it.each(recognised)('recognises %s', async (_, name, text, role) => {
    expect(await detect(name, text)).toMatchObject({ role });
  });

  it('recognises a transcript whose first record is longer than the sample', async () => {
    const long = new LogDrawing();
    long.user('x'.repeat(100_000));
    expect(await detect(`p/${SESSION}.jsonl`, String(long))).toMatchObject({
      grade: 'likely',
      role: { is: 'primary' },
    });
  });

  const refused: [string, string, string][] = [
    [
      'Qwen Code',
      line({ uuid: 'u', parentUuid: null, sessionId: 's', type: 'user', message: { role: 'user', parts: [] } }),
      'Qwen',
    ],
    ['stream-json', line({ type: 'system', subtype: 'init', session_id: 's', tools: [] }), 'stream-json'],
    ['Factory droid', line({ type: 'session_start', id: 'x', sessionTitle: 'New' }), 'droid'],
    ['Cursor', line({ role: 'user', message: { content: [] } }), 'Cursor'],
    ['Entire', line({ v: 1, agent: 'claude-code', cli_version: '0.5', type: 'user', ts: 'x' }), 'Entire'],
    ['ATIF', line({ schema_version: 'ATIF-v1.5', steps: [] }), 'ATIF'],
    ['Codex', line({ type: 'session_meta', payload: {} }), 'Codex'],
    ['an unknown log', line({ type: 'user', text: 'x' }), 'envelope'],
    ['no log', 'just words', 'envelope'],
    ['nothing', '', 'empty'],
  ];
  it.each(refused)('refuses %s', async (_, text, because) => {
    expect(await detect('x/log.jsonl', text)).toMatchObject({ grade: 'no', because: expect.stringContaining(because) });
  });

  it('refuses outputs in a folder that is no session', async () => {
    expect(await detect('build/tool-results/a.txt', 'x')).toMatchObject({ grade: 'no' });
  });

  it('keeps copies of a project apart', async () => {
    const claims = [];
    for (const name of [
      `b/p/${SESSION}/subagents/agent-a1.jsonl`,
      `a/p/${SESSION}.jsonl`,
      `b/p/${SESSION}.jsonl`,
      `a/p/agent-a1.jsonl`,
    ]) {
      const text = String(name.includes('agent') ? agent : main);
      const { role } = { role: undefined, ...(await detect(name, text)) };
      if (role !== undefined) claims.push({ file: fileOf(name, text), adapter: claudeCode, role });
    }
    expect(groupSources(claims).map(({ files }) => files.map(({ name }) => name))).toEqual([
      [`b/p/${SESSION}.jsonl`, `b/p/${SESSION}/subagents/agent-a1.jsonl`],
      [`a/p/${SESSION}.jsonl`, 'a/p/agent-a1.jsonl'],
    ]);
  });
});

const corpus = join(import.meta.dirname, '../../../../shared/corpus');

describe.skipIf(!existsSync(corpus))('logs of other tools in the corpus (skipped where it is absent)', () => {
  const folders = ['codex-log', 'codex-rollout', 'extra', 'frago', 'planner', 'std001', 'wf'];
  const paths = folders.flatMap((folder) => listFiles(join(corpus, folder)).map((path) => `${folder}/${path}`));

  it('are refused, except for the transcripts among them', async () => {
    const claimed = [];
    for (const path of paths) {
      const { grade } = claudeCode.detect(
        await readSample(path, fileOf(path, readFileSync(join(corpus, path))).bytes()),
      );
      if (grade !== 'no') claimed.push(path);
    }
    const transcripts = paths.filter((path) =>
      /^wf\/.*[0-9a-f-]{36}\.jsonl$|^frago\/02-fixture\/valid_session/.test(path),
    );
    expect(claimed).toEqual(transcripts);
  });
});
