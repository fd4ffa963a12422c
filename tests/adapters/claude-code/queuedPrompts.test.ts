import { describe, expect, it } from 'vitest';
import { LogDrawing, SESSION, sessionOf } from './drawLog.ts';
import { messages } from './sessionParts.ts';

describe('queue of prompts', () => {
  const step = (operation: string, content?: string) => ({
    type: 'queue-operation',
    operation,
    sessionId: SESSION,
    timestamp: '2026-01-01T00:00:01.500Z',
    ...(content === undefined ? {} : { content }),
  });

  it('shows a prompt once, wherever the log contains it', async () => {
    const log = new LogDrawing();
    log.user('go');
    log.raw(step('enqueue', 'sent'));
    log.raw(step('dequeue'));
    log.user('sent');
    log.raw(step('enqueue', 'slipped in'));
    log.raw(step('remove'));
    log.add('attachment', { attachment: { type: 'queued_command', prompt: 'slipped in', commandMode: 'prompt' } });
    log.raw(step('enqueue', 'unseen'));
    log.raw(step('remove'));
    log.assistant([{ type: 'text', text: 'reply' }]);
    log.raw(step('enqueue', 'waiting'));
    expect(messages(await sessionOf(log))).toEqual([
      ['user', undefined, 'go'],
      ['user', undefined, 'sent'],
      ['user', 'queued', 'slipped in'],
      ['user', 'queued', 'unseen'],
      ['assistant', undefined, 'reply'],
      ['user', 'queued', 'waiting'],
    ]);
  });

  it('treats a late record of the prompt as the copy', async () => {
    const log = new LogDrawing();
    log.raw(step('enqueue', 'early'));
    log.raw(step('remove'));
    log.user('x');
    log.assistant([{ type: 'text', text: 'reply' }]);
    log.user('early');
    const session = await sessionOf(log);
    expect(messages(session).filter(([, , text]) => text === 'early')).toHaveLength(1);
    expect(session.provenance?.account.ignored.prompt_copy).toBe(2);
  });
});
