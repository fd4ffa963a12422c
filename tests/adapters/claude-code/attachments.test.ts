import { describe, expect, it } from 'vitest';
import { LogDrawing, sessionOf } from './drawLog.ts';
import { eventsOf, messages, notices } from './sessionParts.ts';

async function attached(attachment: Record<string, unknown>) {
  const log = new LogDrawing({ agentName: 'lead' });
  log.user('hi');
  log.add('attachment', { attachment });
  const session = await sessionOf(log);
  expect(eventsOf(session, 'unknown')).toEqual([]);
  return session;
}

describe('attachments', () => {
  it.each([
    ['opened_file_in_ide', { filename: '/p/a.ts' }, 'Opened in the editor: /p/a.ts'],
    ['output_style', { style: 'Explanatory' }, 'Output style: Explanatory'],
    ['relevant_memories', { memories: [{ path: '/m.md', content: 'tides turn' }] }, 'Memory: /m.md\ntides turn'],
    ['team_context', { teamName: 'tide', agentName: 'lead' }, 'Team: tide\nAgent: lead'],
    ['prompt_snapshot', { systemPrompt: ['Be brief.', { type: 'text', text: 'Be kind.' }] }, 'Be brief.\n\nBe kind.'],
    [
      'diagnostics',
      {
        files: [
          {
            uri: 'file:///a.ts',
            diagnostics: [
              { message: 'unused', severity: 'Warning', range: { start: { line: 4 } }, source: 'ts', code: 6133 },
            ],
          },
        ],
      },
      'Diagnostics of the editor:\nfile:///a.ts\n  5: Warning unused (ts 6133)',
    ],
  ])('of type %s become context', async (type, fields, text) => {
    expect(messages(await attached({ type, ...fields })).at(-1)).toEqual(['system', 'context', text]);
  });

  it('keep fields that their text does not include', async () => {
    const session = await attached({ type: 'team_context', teamName: 'tide', agentId: 'lead@tide' });
    expect(eventsOf(session, 'message').at(-1)?.extensions).toEqual({
      'claude-code': { attachment: 'team_context', agent_id: 'lead@tide' },
    });
  });

  it('say what the goal is, and whether it is met', async () => {
    const session = await attached({ type: 'goal_status', condition: 'all tests pass', status: 'active', met: false });
    expect(notices(session)).toEqual([['info', 'Goal · all tests pass · active · not met']]);
  });

  it('become messages between the agents of a team', async () => {
    const session = await attached({
      type: 'teammate_mailbox',
      messages: [{ from: 'mei', text: 'done', color: 'blue' }],
    });
    expect(eventsOf(session, 'message').at(-1)).toMatchObject({
      origin: 'teammate',
      from: 'mei',
      to: 'lead',
      text: 'done',
    });
  });

  it('contain the contents of a resource', async () => {
    const contents = [
      { uri: 'x://a', mimeType: 'text/plain', text: 'high' },
      { uri: 'x://b', blob: btoa('png') },
    ];
    const session = await attached({
      type: 'mcp_resource',
      server: 'tides',
      name: 'Levels',
      uri: 'x://a',
      content: { contents },
    });
    expect(eventsOf(session, 'message').at(-1)).toMatchObject({
      text: 'Resource: Levels (tides)',
      attachments: [
        { kind: 'document', name: 'x://a', media_type: 'text/plain', text: 'high' },
        { kind: 'document', name: 'x://b', bytes: 3 },
      ],
    });
  });

  it('say what a hook answered, and what it gave to the model', async () => {
    const response = { systemMessage: 'formatted', hookSpecificOutput: { additionalContext: 'look again' } };
    const session = await attached({
      type: 'async_hook_response',
      hookName: 'PostToolUse:Edit',
      response,
      stdout: 'ok',
    });
    expect(notices(session)).toEqual([['hook', 'PostToolUse:Edit hook answered\nformatted\nok']]);
    expect(messages(session).at(-1)).toEqual(['system', 'hook', 'look again']);
  });
});

describe('records outside the conversation', () => {
  it('include the system prompt', async () => {
    const log = new LogDrawing();
    log.raw({ type: 'prompt_snapshot', sessionId: 's', systemPrompt: 'Be brief.', model: 'm' });
    log.user('hi');
    const session = await sessionOf(log);
    expect(messages(session)[0]).toEqual(['system', 'context', 'Be brief.']);
    expect(session.user_prompt).toBe('hi');
  });
});

describe('a prompt after a local command', () => {
  it("rewinds nothing when it continues from before the command's output", async () => {
    const log = new LogDrawing();
    log.user('look');
    log.assistant([{ type: 'text', text: 'seen' }]);
    log.add('system', { subtype: 'compact_boundary', content: 'Conversation compacted', parentUuid: null });
    const parentUuid = log.user('This session is being continued', { isCompactSummary: true });
    log.user('Caveat: The messages below', { isMeta: true });
    log.user('<command-name>/compact</command-name>');
    log.user('<local-command-stdout>Compacted</local-command-stdout>');
    log.user('go on', { parentUuid });
    expect((await sessionOf(log)).events.filter(({ branch }) => branch !== undefined)).toEqual([]);
  });
});

describe('usage of a reply', () => {
  it('has no response id if the reply has none', async () => {
    const log = new LogDrawing();
    log.assistant([{ type: 'text', text: 'a' }], { message: { id: undefined, usage: { output_tokens: 3 } } });
    log.user('b');
    const [usage] = eventsOf(await sessionOf(log), 'usage');
    expect(usage?.usage).toEqual({ output: 3 });
    expect(usage?.source_ref?.native_id).toBeUndefined();
  });
});
