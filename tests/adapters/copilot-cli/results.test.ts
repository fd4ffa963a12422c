import { expect, test } from 'vitest';
import { copilotCli } from '../../../src/adapters/copilot-cli/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const diff = 'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n-one\n+two\n three\n';

/** A record of a log, at a second of its minute from 0 to 9. */
function record(type: string, data: object, second: number): string {
  const id = `00000000-0000-4000-9000-00000000000${second}`;
  return JSON.stringify({ type, data, id, timestamp: `2026-05-12T09:00:0${second}.000Z` });
}

/** A log of one call, and the paths that the session says it changed. */
async function pathsChanged(toolName: string, params: object): Promise<string[]> {
  const result = { content: 'done', detailedContent: diff };
  const text = [
    record('session.start', { sessionId: '7c1d1c1e-8a57-4a63-9f0b-3b0b1f6f0a99', producer: 'copilot-agent' }, 1),
    record('user.message', { content: 'Go' }, 2),
    record('tool.execution_start', { toolCallId: 't1', toolName, arguments: params }, 3),
    record('tool.execution_complete', { toolCallId: 't1', success: true, result }, 4),
  ].join('\n');
  const { sessions } = await convertSource(copilotCli, { files: [fileOf('events.jsonl', text)] });
  return sessions
    .map(({ session }) => toSession(session))
    .flatMap((session) =>
      session.tool_calls.flatMap(({ output }) => (output.result?.patches ?? []).map(({ path }) => path)),
    );
}

test('takes a diff as a change of the tool that edits, not of one that only shows it', async () => {
  expect(await pathsChanged('edit', { path: '/home/dev/src/a.ts' })).toEqual(['/home/dev/src/a.ts']);
  expect(await pathsChanged('view', { path: '/home/dev/src/a.ts' })).toEqual([]);
  expect(await pathsChanged('bash', { command: 'git diff' })).toEqual([]);
});

test('keeps when a person was asked to allow a call, and when they answered', async () => {
  const permissionRequest = { kind: 'shell', toolCallId: 't1', fullCommandText: 'make' };
  const text = [
    record('session.start', { sessionId: '7c1d1c1e-8a57-4a63-9f0b-3b0b1f6f0a99', producer: 'copilot-agent' }, 1),
    record('user.message', { content: 'Go' }, 2),
    record('tool.execution_start', { toolCallId: 't1', toolName: 'bash', arguments: { command: 'make' } }, 3),
    record('permission.requested', { requestId: 'r1', permissionRequest }, 4),
    record('permission.completed', { requestId: 'r1', toolCallId: 't1', result: { kind: 'approved' } }, 8),
    record('tool.execution_complete', { toolCallId: 't1', success: true, result: { content: 'done' } }, 9),
  ].join('\n');
  const { sessions } = await convertSource(copilotCli, { files: [fileOf('events.jsonl', text)] });
  const calls = sessions.flatMap(({ session }) => toSession(session).tool_calls);
  expect(calls.map(({ approval }) => approval)).toEqual([
    { asked_at: '2026-05-12T09:00:04.000Z', answered_at: '2026-05-12T09:00:08.000Z' },
  ]);
});

test('a call that nobody had allowed when the session was closed was cancelled, after a wait for the person', async () => {
  const permissionRequest = { kind: 'shell', toolCallId: 't1', fullCommandText: 'make' };
  const text = [
    record('session.start', { sessionId: '7c1d1c1e-8a57-4a63-9f0b-3b0b1f6f0a99', producer: 'copilot-agent' }, 1),
    record('user.message', { content: 'Go' }, 2),
    record('assistant.message', { messageId: 'm1', content: 'I build it.' }, 3),
    record('tool.execution_start', { toolCallId: 't1', toolName: 'bash', arguments: { command: 'make' } }, 4),
    record('permission.requested', { requestId: 'r1', permissionRequest }, 4),
    record('session.shutdown', { shutdownType: 'routine' }, 9),
  ].join('\n');
  const { sessions } = await convertSource(copilotCli, { files: [fileOf('events.jsonl', text)] });
  const [session] = sessions.map((each) => toSession(each.session));
  expect(session).toMatchObject({ status: 'failed', outcome: 'interrupted' });
  expect(session?.tool_calls).toMatchObject([
    {
      outcome: 'cancelled',
      ended_at: '2026-05-12T09:00:09.000Z',
      approval: { asked_at: '2026-05-12T09:00:04.000Z', answered_at: '2026-05-12T09:00:09.000Z' },
      inferred: expect.arrayContaining(['outcome']),
    },
  ]);
});

test("names a server's tool as a tool of that server, and reads how a command ended that was waited for", async () => {
  const served = { mcpServerName: 'github-mcp-server', mcpToolName: 'list_issues' };
  const text = [
    record('session.start', { sessionId: '7c1d1c1e-8a57-4a63-9f0b-3b0b1f6f0a99', producer: 'copilot-agent' }, 1),
    record('user.message', { content: 'Go' }, 2),
    record('tool.execution_start', { toolCallId: 't1', toolName: 'github-mcp-server-list_issues', ...served }, 3),
    record('tool.execution_complete', { toolCallId: 't1', success: true, result: { content: 'none' } }, 4),
    record('tool.execution_start', { toolCallId: 't2', toolName: 'read_bash', arguments: { shellId: 'a' } }, 5),
    record(
      'tool.execution_complete',
      { toolCallId: 't2', success: true, result: { content: 'FAIL\n<shellId: a completed with exit code 1>' } },
      6,
    ),
  ].join('\n');
  const { sessions } = await convertSource(copilotCli, { files: [fileOf('events.jsonl', text)] });
  const calls = sessions.flatMap(({ session }) => toSession(session).tool_calls);
  expect(calls.map(({ tool_name, tool_category }) => [tool_name, tool_category])).toEqual([
    ['mcp__github-mcp-server__list_issues', 'perception'],
    ['read_bash', 'task_management'],
  ]);
  expect(calls[1]).toMatchObject({ outcome: 'failed', output: { result: { exit_code: 1 } } });
});

test('takes what autopilot says to the model by itself as no prompt of a person', async () => {
  const nudge = 'You have not yet marked the task as complete.';
  const text = [
    record('session.start', { sessionId: '7c1d1c1e-8a57-4a63-9f0b-3b0b1f6f0a99', producer: 'copilot-agent' }, 1),
    record('user.message', { content: 'Go', transformedContent: 'Go <reminder/>', agentMode: 'autopilot' }, 2),
    record('assistant.message', { messageId: 'm1', content: 'Half done.' }, 3),
    record('user.message', { content: '', transformedContent: nudge, agentMode: 'autopilot' }, 4),
    record('user.message', { content: 'Continue', isAutopilotContinuation: true, agentMode: 'autopilot' }, 5),
  ].join('\n');
  const { sessions } = await convertSource(copilotCli, { files: [fileOf('events.jsonl', text)] });
  const events = sessions.flatMap(({ session }) => toSession(session).events);
  const messages = events.flatMap((event) => (event.type === 'message' ? [event] : []));
  expect(messages.map(({ role, origin, text: said }) => [role, origin, said])).toEqual([
    ['user', undefined, 'Go'],
    ['assistant', undefined, 'Half done.'],
    ['system', 'context', nudge],
    ['system', 'context', 'Continue'],
  ]);
});
