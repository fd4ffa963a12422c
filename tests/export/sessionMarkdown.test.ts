import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionMarkdown } from '../../src/export/index.ts';
import { createRedactor } from '../../src/redaction/index.ts';
import { parseSession, parseSessionText, type Session } from '../../src/session/index.ts';
import { hostileSession } from '../../stories/data/hostileSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const report = (session: Session, options?: Parameters<typeof sessionMarkdown>[1]): string =>
  [...sessionMarkdown(session, options)].join('');

describe('a report', () => {
  const text = report(replaySession);

  test('begins with the facts and the phases', () => {
    expect(text.startsWith(`# ${replaySession.task_title}\n\n| | |\n`)).toBe(true);
    expect(text).toContain('| Model | claude-sonnet-4-6 |');
    expect(text).toMatch(/## Phases\n\n1\. \*\*understand\*\*, 2 calls/);
  });

  test('writes what was said and done in reading order, with subagent runs as quotes', () => {
    const places = ['The October table', '**`Read`**', '> **`', 'The import is missing.', 'All **61 tests** pass.'].map(
      (part) => text.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  test('writes every fact of a v3.0 session: prompt, description, capabilities, files, errors, who annotated when', () => {
    const file = join(import.meta.dirname, '../../data/sources/std001/v30-complex-offline-drafts.json');
    const json = JSON.parse(readFileSync(file, 'utf8')) as Session;
    const { session } = parseSession(json);
    const told = report(session as Session).replaceAll('\\', '');
    const { summary, agent, phase_annotations = [] } = json;
    const words = [
      json.session_id,
      json.user_prompt,
      json.task_description,
      agent.capability_snapshot,
      ...summary.files_created,
      ...summary.files_modified,
      ...phase_annotations.flatMap(({ description, annotated_at, context_used = [] }) => [
        description,
        annotated_at,
        ...context_used.map(({ source }) => source),
      ]),
    ];
    expect(words.filter((word) => word !== undefined && !told.includes(word))).toEqual([]);
  });

  test.each([
    ['0:04 Read(a.ts) 200ms', '4.2 s'],
    ['5:33 Read(a.ts) 0ms', '5m 33s'],
    ['2:41:31 Read(a.ts) 500ms', '2h 41m 32s'],
  ])('formats the length of a session and of a call: %s', (line, length) => {
    const told = report(sessionFromText(`== explore\n${line}`));
    expect(told).toContain(`| Duration | ${length} |`);
    expect(told).toMatch(/explore\*\*, 1 call,/);
  });

  test('says how many lines of an output it leaves out', () => {
    const { tool_calls, ...rest } = replaySession;
    const [call] = tool_calls;
    const long = { ...call, output: { status: 'success', result: { text: 'line\n'.repeat(50) } } };
    const { session } = parseSession({ ...rest, tool_calls: [long] });
    expect(report(session as Session, { outputLines: 5 })).toContain('line\n… 45 more lines\n');
  });

  test('masks secrets when asked to', () => {
    const secret = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(2).slice(0, 36)}`;
    const session = { ...replaySession, task_title: `Use ${secret}` };
    expect(report(session)).toContain(secret);
    expect(report(session, { redactor: createRedactor() })).not.toContain(secret);
  });
});

test('turns no hostile text into markup or remote images, and hides nothing', () => {
  const text = report(hostileSession);
  const outsideCode = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)[^\n]*?\1/g, '');
  expect(outsideCode).not.toMatch(/(?<!\\)<\w/);
  expect(outsideCode).not.toContain('![');
  expect(outsideCode).not.toMatch(/(?<!\\)\]\((?!https?:)/);
  expect(text).not.toMatch(/[\u202e\u2066\u200b]/);
  expect([...text].filter((sign) => sign < ' ' && sign !== '\n' && sign !== '\t')).toEqual([]);
});

test('writes a report for every sample', () => {
  const folder = join(import.meta.dirname, '../../data/sessions');
  const { sessions } = JSON.parse(readFileSync(join(folder, 'index/sessions.json'), 'utf8')) as {
    sessions: { session_id: string }[];
  };
  for (const { session_id } of sessions) {
    const { session } = parseSessionText(readFileSync(join(folder, `${session_id}.json`), 'utf8'));
    const text = report(session as Session);
    expect(text.split('\n')[0]).toMatch(/^# \S/);
    for (const { tool_name } of session?.tool_calls ?? []) expect(text).toContain(`\`${tool_name}\``);
  }
});

test('quotes the prompt and the answer in the brief, and names files as the views do', () => {
  const session = sessionFromText(`
    0:00 user: Mend the parser, please
    0:01 Edit(src/new.ts) 5ms
    0:02 Edit(src/new.ts) 5ms
    0:03 user: And now the tests
    0:04 assistant: Both are done.
  `);
  const text = report({
    ...session,
    summary: { ...session.summary, files_created: [], files_modified: [] },
  });
  const brief = text.slice(text.indexOf('## Brief'), text.indexOf('## What happened'));
  expect(brief).toContain('1. Mend the parser, please\n  2. And now the tests');
  expect(brief).toMatch(/\*\*Answered\*\*: Both are done/);
  // The summary of a log may leave out what the calls show, such as the changes of subagents.
  expect(text).toMatch(/Files modified \| src\/new/);
});

test('writes the brief in the order of its page, and says what there is none of', () => {
  const text = report(
    sessionFromText(`
      0:00 user: Mend the parser
      0:01 Bash(pnpm test) 1s failed: 1 failed
      0:03 Edit(src/a.ts) 1s failed: String not found
      0:05 Edit(src/a.ts) 1s
      0:07 user: And now?`),
  );
  const brief = text.slice(text.indexOf('## Brief'), text.indexOf('## What happened'));
  const names = [...brief.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
  expect(names).toEqual([
    'Asked',
    'Answered',
    'Left open',
    'Changed',
    'Went wrong',
    'Checks',
    'Time',
    'Tokens, cost',
    'Agents',
  ]);
  expect(brief).toContain('**Went wrong**: 1 mended later, 1 not');
  expect(brief).toContain('**Tokens, cost**: tokens not in the log; cost not in the log');
  expect(brief).toContain('**Agents**: none');
});

test('masks a secret in a long prompt before cutting the prompt', () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}F6g7h8`;
  const session = sessionFromText(`0:00 user: ${'word '.repeat(76)}${secret} and more`);
  const text = report(session, { redactor: createRedactor() });
  expect(text).not.toContain('ghp_a1B2');
});
