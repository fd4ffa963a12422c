import { describe, expect, expectTypeOf, it } from 'vitest';
import type { LogEvent } from '../../../src/adapters/codex-log/index.ts';
import { eventsOf } from './logText.ts';

/** The union of events as in the specification of `conversation.log`. */
type SpecifiedEvent =
  | { type: 'session_start'; meta: SpecifiedMeta }
  | { type: 'user'; text: string }
  | { type: 'assistant'; text: string }
  | { type: 'note'; text: string; channel: 'thinking' | 'system' }
  | { type: 'tool_call'; name: string; argsText: string }
  | { type: 'tool_result'; ok: boolean; code?: number; durationMs?: number; text?: string }
  | { type: 'exec_call'; command: string; workdir?: string }
  | { type: 'exec_result'; ok: boolean; code?: number; durationMs?: number; text?: string }
  | { type: 'patch'; header: string; diff: string }
  | { type: 'plan_update'; text: string }
  | { type: 'stats'; name: 'tokens used'; value: string }
  | { type: 'truncated'; reason: string }
  | { type: 'unknown'; raw: string };

interface SpecifiedMeta {
  workdir?: string;
  model?: string;
  provider?: string;
  approval?: string;
  sandbox?: string;
  reasoningEffort?: string;
  reasoningSummaries?: string;
  sessionId?: string;
}

const log = `[stderr]OpenAI Codex v0.57.0 (research preview)
--------
workdir: /home/lin/notes
model: gpt-5.1
session id: abc-123
--------
user
请整理 docs 下面的文档。
[stderr]codex
我先看一下 \`docs\` 目录。
[stderr]exec
bash -lc ls -R in /home/lin/notes
[stderr] succeeded in 42ms:
AGENTS.md
README.md
[stderr]Plan update
  ✓ 写计划
  ✓ 实施
[stderr]file update:
diff --git a/docs/README.md b/docs/README.md
--- a/docs/README.md
+++ b/docs/README.md
@@ -1,3 +1,3 @@
-旧内容
+新内容
[stderr]tokens used
107,142
`;

const events: LogEvent[] = [
  {
    type: 'session_start',
    meta: { version: '0.57.0', preview: true, workdir: '/home/lin/notes', model: 'gpt-5.1', sessionId: 'abc-123' },
  },
  { type: 'user', text: '请整理 docs 下面的文档。' },
  { type: 'assistant', text: '我先看一下 `docs` 目录。' },
  { type: 'exec_call', command: 'bash -lc ls -R', workdir: '/home/lin/notes' },
  { type: 'exec_result', ok: true, code: 0, durationMs: 42, text: 'AGENTS.md\nREADME.md' },
  { type: 'plan_update', text: '  ✓ 写计划\n  ✓ 实施' },
  {
    type: 'patch',
    header: 'file update:',
    diff: 'diff --git a/docs/README.md b/docs/README.md\n--- a/docs/README.md\n+++ b/docs/README.md\n@@ -1,3 +1,3 @@\n-旧内容\n+新内容',
  },
  { type: 'stats', name: 'tokens used', value: '107,142' },
];

describe('parseConversationLog', () => {
  it('yields the specified union, with additional facts only as optional fields', () => {
    expectTypeOf<LogEvent>().toExtend<SpecifiedEvent>();
    expectTypeOf<SpecifiedEvent>().toExtend<LogEvent>();
    expectTypeOf<LogEvent['type']>().toEqualTypeOf<SpecifiedEvent['type']>();
  });

  it.each([
    ['with the prefix of the wrapper', log],
    ['without a wrapper', log.replaceAll('[stderr]', '')],
    ['with a space after the prefix', log.replaceAll('[stderr]', '[stderr] ')],
    ['with CRLF', log.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${log}`],
  ])('reads the specified log %s', async (_, text) => {
    expect(await eventsOf(text)).toEqual(events);
  });

  it('reads bytes and streams alike', async () => {
    const bytes = new TextEncoder().encode(log);
    expect(await eventsOf(bytes)).toEqual(events);
  });

  it('reads a prefix inside a character as two pieces, and loses no text', async () => {
    const bytes = [...new TextEncoder().encode(log)];
    const at = bytes.findIndex((byte) => byte >= 0xe0) + 1;
    bytes.splice(at, 0, ...new TextEncoder().encode('[stderr]'));
    const [, user] = await eventsOf(Uint8Array.from(bytes));
    expect(user).toMatchObject({ type: 'user', text: expect.stringMatching(/\[stderr\].*整理/s) });
  });

  it('returns nothing for an empty log and one inert event for a foreign text', async () => {
    expect(await eventsOf('')).toEqual([]);
    expect(await eventsOf('Dear diary,\n\ntoday it rained.\n')).toEqual([
      { type: 'unknown', raw: 'Dear diary,\n\ntoday it rained.' },
    ]);
  });
});
