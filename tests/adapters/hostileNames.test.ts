import { expect, test } from 'vitest';
import { detect as detectRollout } from '../../src/adapters/codex-rollout/detect.ts';
import { copilotCli } from '../../src/adapters/copilot-cli/index.ts';
import { detect as detectGemini } from '../../src/adapters/gemini-cli/detect.ts';
import { convertSource } from '../../src/adapters/index.ts';
import { runKey } from '../../src/adapters/kimi/detect.ts';
import { treeFile } from '../../src/adapters/opencode/storageTree.ts';
import { cpuMsOf } from '../cpuTime.ts';
import { inTime } from '../helpers/inTime.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const long = 4_000_000;
const repeated = (unit: string): string => unit.repeat(Math.ceil(long / unit.length));

// Each held a pattern once, for minutes or without end.
test('reads a name of any length', { timeout: 120_000 }, () => {
  expect(inTime(() => runKey(repeated('context_n')))).toHaveLength(Math.ceil(long / 9) * 9);
  expect(inTime(() => treeFile(repeated('part/s/s/'), { id: 'prt_1', type: 'text', sessionID: 's' }))).toBeUndefined();
  const name = `${repeated('rollout-')}/`;
  const text = '(\uFFFD/\uFFFD';
  expect(inTime(() => detectRollout({ name, text, records: [], cut: false })).grade).toBe('no');
});

test('finds the folders of a small file in its name', () => {
  const part = { id: 'prt_1', type: 'text' };
  expect(treeFile('storage/part/msg_1/prt_1.json', { ...part })).toMatchObject({ is: 'part', message: 'msg_1' });
  expect(treeFile('storage/session/part/ses_1/msg_2/prt_1.json', part)).toBeUndefined();
  expect(treeFile('storage/part/prt_1.json', part)).toBeUndefined();
  expect(treeFile('part//msg_1/prt_1.json', part)).toBeUndefined();
  const message = { id: 'msg_1', role: 'user', time: { created: 5 } };
  expect(treeFile('message/ses_1/msg_1.json', message)).toMatchObject({ is: 'message', session: 'ses_1', created: 5 });
});

test('reads the root of a project that blanks follow', () => {
  const name = 'tmp/a/.project_root';
  const grade = (text: string): string => inTime(() => detectGemini({ name, text, records: [], cut: false })).grade;
  expect(grade('/home/dev/app\n')).toBe('certain');
  expect(grade('C:\\app \r\n')).toBe('certain');
  expect(grade(`/${repeated('\t')}\nA`)).toBe('no');
});

test('reads the lines about a session of Copilot CLI in time that grows with them', async () => {
  const start = { sessionId: '7c1d1c1e-8a57-4a63-9f0b-3b0b1f6f0a99', producer: 'copilot-agent' };
  const events = JSON.stringify({ type: 'session.start', data: start, timestamp: '2026-05-12T09:00:00.000Z' });
  const convert = (line: string) => () =>
    convertSource(copilotCli, {
      files: [fileOf('a/events.jsonl', events), fileOf('a/workspace.yaml', `${line}\n`.repeat(500))],
    });
  const plain = `cwd: ${'a'.repeat(1990)}`;
  const hostile = `cwd: a${'\t'.repeat(1980)}c`;
  await convert(plain)();
  expect(await cpuMsOf(convert(hostile))).toBeLessThan(20 * (await cpuMsOf(convert(plain))) + 50);
});
