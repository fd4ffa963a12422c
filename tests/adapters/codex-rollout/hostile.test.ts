import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexRollout } from '../../../src/adapters/codex-rollout/index.ts';
import { toSession } from '../../../src/adapters/index.ts';
import { checkSession, sessionSchema } from '../../../src/session/index.ts';
import { answered, called, convertFiles, header, item, rolloutFrom } from './rolloutFrom.ts';

const itemTypes = [
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['local_shell_call', 'local_shell_call_output', 'tool_search_call', 'tool_search_output', 'web_search_call'],
  ...['image_generation_call', 'agent_message', 'ghost_snapshot', 'compaction', 'additional_tools'],
];
const eventTypes = [
  ...['user_message', 'agent_message', 'agent_reasoning', 'token_count', 'task_started', 'task_complete', 'error'],
  ...['turn_aborted', 'thread_rolled_back', 'warning', 'undo_completed', 'exec_command_end', 'patch_apply_end'],
  ...['mcp_tool_call_end', 'dynamic_tool_call_request', 'dynamic_tool_call_response', 'web_search_end'],
  ...['image_generation_end', 'view_image_tool_call', 'item_completed', 'collab_agent_spawn_end'],
  ...['collab_waiting_end', 'sub_agent_activity', 'guardian_assessment', 'entered_review_mode', 'exited_review_mode'],
  ...['thread_name_updated', 'thread_goal_updated', 'thread_settings_applied', 'plan_update', 'turn_diff'],
  ...['context_compacted', 'background_event', 'realtime_conversation_started', 'realtime_conversation_realtime'],
];
const outerTypes = [
  ...['session_meta', 'turn_context', 'compacted', 'token_usage_record', 'world_state'],
  ...['inter_agent_communication', 'inter_agent_communication_metadata'],
];

/** Fields that the adapter reads; each may contain anything. */
const names = [
  ...['id', 'call_id', 'name', 'namespace', 'arguments', 'input', 'output', 'action', 'content', 'role', 'summary'],
  ...['text', 'message', 'status', 'info', 'total_token_usage', 'last_token_usage', 'output_tokens', 'total_tokens'],
  ...['command', 'stdout', 'aggregated_output', 'exit_code', 'duration', 'parsed_cmd', 'changes', 'unified_diff'],
  ...['success', 'result', 'Ok', 'Err', 'invocation', 'server', 'tool', 'item', 'type', 'turn_id', 'num_turns'],
  ...['last_agent_message', 'reason', 'images', 'local_images', 'image_url', 'results', 'query', 'plan', 'explanation'],
  ...['model', 'effort', 'sandbox_policy', 'approval_policy', 'collaboration_mode', 'source', 'subagent', 'git', 'cwd'],
  ...['thread_spawn', 'parent_thread_id', 'timestamp', 'forked_from_id', 'replacement_history', 'review_output'],
  ...[
    'findings',
    'agent_id',
    'new_thread_id',
    'receiver_thread_ids',
    'statuses',
    'goal',
    'tools',
    'ghost_commit',
    'kind',
  ],
  ...['__proto__', 'constructor', 'hasOwnProperty', 'instructions', 'base_instructions', 'dynamic_tools'],
];

const words = fc.constantFrom(
  ...[
    '',
    'a',
    'shell',
    'exec',
    'exec_command',
    'apply_patch',
    'write_stdin',
    'update_plan',
    'spawn_agent',
    'completed',
  ],
  ...['user', 'assistant', 'developer', 'Plan', 'CommandExecution', 'FileChange', 'McpToolCall', 'AgentMessage'],
  ...['mcpToolCall', 'Extension', 'Command: x\nWall time: 1 seconds\nOutput:\n', '{"output":"x","exit_code":1}'],
  ...['data:image/png;base64,AA', 'data:;base64', '{"command":["bash","-lc","ls"]}', '{"output":"x","metadata":null}'],
  ...['*** Begin Patch\n*** Update File: a\n@@\n-x', '@@ -1 +1 @@\n-a\n+b', 'Exit code: 1\nOutput:\n', '\ud800', '\0'],
  ...['Script running with cell ID 1', 'Process running with session ID 1', 'await tools.exec_command({cmd: "ls"})'],
  ...[
    '2026-04-01T08:00:00Z',
    '<environment_context>',
    '# Context from my IDE setup:\n',
    '019d480e-9b15-7000-8000-000000000009',
  ],
);

const numbers = fc.oneof(fc.integer(), fc.constantFrom(1e308, -1, 0.5, Number.MAX_SAFE_INTEGER));

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    words,
    numbers,
    fc.boolean(),
    fc.constant(null),
    tie('object'),
    tie('list'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 8 }).map(ownEntries),
}));

/** As JSON.parse creates them: `__proto__` is a key like any other. */
function ownEntries(entries: [string, unknown][]): object {
  return Object.fromEntries(entries);
}

const payloadOf = (types: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...types), fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12 }))
    .map(([type, entries]) => ownEntries([...entries, ['type', type]]));

const record = fc.oneof(
  fc.tuple(fc.nat(60), fc.constant('response_item'), payloadOf(itemTypes)),
  fc.tuple(fc.nat(60), fc.constant('event_msg'), payloadOf(eventTypes)),
  fc.tuple(fc.nat(60), fc.constantFrom(...outerTypes), payloadOf(outerTypes)),
);

describe('hostile rollouts', () => {
  it('get one verdict per record, whatever the fields contain', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 25 }), fc.boolean(), async (records, headed) => {
        const { account, sessions } = await convertFiles(rolloutFrom([...(headed ? [header()] : []), ...records]));
        const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
        expect(account.records).toBe(records.length + Number(headed));
        expect(account.converted + account.unknown + ignored + account.dropped).toBe(account.records);
        expect(Object.keys(codexRollout.descriptor.ignores)).toEqual(
          expect.arrayContaining(Object.keys(account.ignored)),
        );
        for (const { session } of sessions) {
          const made = toSession(session);
          expect(sessionSchema.safeParse(made).error).toBeUndefined();
          expect(checkSession(made).filter(({ severity }) => severity === 'error')).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('command');
  });

  it('may be deeply nested', async () => {
    const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    const abyss = '@abyss';
    const script = `${'tools.exec_command({cmd: ['.repeat(2000)}`;
    const { account } = await convertFiles(
      rolloutFrom([
        header(),
        item(1, called('a', 'shell', {})),
        item(2, answered('a', deep)),
        item(3, { type: 'custom_tool_call', name: 'exec', input: script, call_id: 'b' }),
        item(4, { type: 'function_call', name: 'shell', arguments: deep, call_id: 'c' }),
        item(5, { type: 'function_call_output', call_id: 'c', output: { novel: abyss } }),
      ]).replace(`"${abyss}"`, deep),
    );
    expect(account).toMatchObject({ records: 6, dropped: 0 });
  });

  it('keep keys that name prototypes', async () => {
    const { sessions } = await convertFiles(
      rolloutFrom([
        header(),
        item(1, { type: 'function_call', name: 'shell', arguments: '{"__proto__":{"polluted":1}}', call_id: 'a' }),
      ]),
    );
    const [session] = sessions.map((made) => toSession(made.session));
    expect(JSON.stringify(session?.tool_calls[0]?.input.params)).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
