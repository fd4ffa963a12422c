import { describe, expect, it } from 'vitest';
import {
  lastReply,
  lastTranscript,
  sessionIdFromOutput,
  sessionIdFromTerminal,
  stepRecord,
  toolCalls,
  totalStepTime,
  transcriptPathFor,
} from '../../../src/adapters/wf/index.ts';

const id = '8322e722-9b7b-406d-bee4-88170b8c676b';

const log = [
  { step: 0, exit_code: 0, duration: 5.2, stdout: 'bun install v1.0.0\n', stderr: '' },
  { step: 1, session_id: id, transcript: `/Users/x/.claude/projects/-x/${id}.jsonl` },
  { step: 2 },
  { step: 0, exit_code: 1, duration: 0.3, stdout: '', stderr: '' },
  'no record',
];

const assistant = (...content: object[]) => ({ type: 'assistant', message: { content } });
const text = (said: string) => ({ type: 'text', text: said });
const use = (name: string) => ({ type: 'tool_use', id: name, name, input: {} });

const transcript = [
  { type: 'user', message: { content: [text('do it')] } },
  assistant({ type: 'thinking', thinking: 'hm' }, text('first')),
  assistant(text('last words'), use('Edit')),
  assistant({ type: 'thinking', thinking: 'more' }),
  assistant(use('Bash'), { type: 'text', text: '  ' }),
  { type: 'assistant', message: { content: null } },
  null,
];

describe('queries of a workflow log', () => {
  it('return every record of a step', () => {
    expect(stepRecord(log, 0)).toEqual([log[0], log[3]]);
    expect(stepRecord(log, 7)).toEqual([]);
  });

  it('return the transcript of the last agent step', () => {
    expect(lastTranscript(log)).toBe(`/Users/x/.claude/projects/-x/${id}.jsonl`);
    expect(lastTranscript([{ step: 1, transcript: null }])).toBeUndefined();
  });

  it('add up the known durations', () => {
    expect(totalStepTime(log)).toBe(5.5);
    expect(totalStepTime([{ step: 2 }, { duration: 0 }])).toBe(0);
    expect(totalStepTime([{ step: 2 }, { duration: null }])).toBeUndefined();
  });
});

describe('queries of a transcript', () => {
  it('return the last text block, whatever follows it', () => {
    expect(lastReply(transcript)).toBe('last words');
    expect(lastReply([{ type: 'assistant', message: { content: 'plain' } }])).toBe('plain');
    expect(lastReply([assistant(use('Bash'))])).toBeUndefined();
  });

  it('return every tool call', () => {
    expect(toolCalls(transcript)).toEqual([use('Edit'), use('Bash')]);
  });
});

describe('location of a transcript', () => {
  it.each([
    ['/Users/yansir/code/project', '-Users-yansir-code-project'],
    ['/home/x/my_app.v2 (old)', '-home-x-my-app-v2--old-'],
    ['X:\\01_Edmb\\Clockhelp', 'X--01-Edmb-Clockhelp'],
    ['/home/x/仓库', '-home-x---'],
    ['/home/x/é', '-home-x--'],
    ['/home/x/e\u0301', '-home-x--'],
  ])('for %s is %s', (cwd, folder) => {
    expect(transcriptPathFor(cwd, id)).toBe(`~/.claude/projects/${folder}/${id}.jsonl`);
  });

  it('is only partly known for a long path', () => {
    expect(transcriptPathFor(`/${'a'.repeat(250)}`, id)).toBe(`~/.claude/projects/-${'a'.repeat(199)}-*/${id}.jsonl`);
  });
});

describe('session ids', () => {
  it.each([
    [`{"type":"result","session_id":"${id}"}`],
    [`warning: no hooks\n{"type":"result","result":"{}","session_id":"${id}"}\n`],
    [`[{"type":"system","session_id":"old"},{"type":"result","session_id":"${id}"}]`],
    [`{\n  "session_id": "${id}"\n}\n`],
  ])('are found in the output %j', (output) => {
    expect(sessionIdFromOutput(output)).toBe(id);
  });

  it.each(['', 'no json', '{"session_id": ', '{"session_id": null}', '{"result": "session_id"}'])(
    'are not found in %j',
    (output) => {
      expect(sessionIdFromOutput(output)).toBeUndefined();
    },
  );

  it.each([
    [`Resume this session with:\nclaude --resume ${id}\n$ `],
    [`claude --resume 00000000-0000-4000-8000-000000000000\n…\nclaude --resume ${id}`],
    [`claude --resume ${id.slice(0, 20)}\n${id.slice(20)}\n`],
    [`claude --resume ${id}\nclaude --resume 8322e7`],
  ])('are found in the terminal output %j', (captured) => {
    expect(sessionIdFromTerminal(captured)).toBe(id);
  });

  it.each(['', 'claude --resume', 'claude --resume none', `resume ${id}`])(
    'are not found in the terminal output %j',
    (captured) => {
      expect(sessionIdFromTerminal(captured)).toBeUndefined();
    },
  );
});
