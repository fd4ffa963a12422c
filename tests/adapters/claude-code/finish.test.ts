import { describe, expect, it } from 'vitest';
import { LogDrawing, SESSION, sessionOf } from './drawLog.ts';

describe('titles', () => {
  it('come from the most reliable source available', async () => {
    const log = new LogDrawing();
    const leaf = log.user('the prompt');
    expect((await sessionOf(log)).task_title).toBe('the prompt');
    log.raw({ type: 'summary', summary: 'of another session', leafUuid: 'elsewhere' });
    expect((await sessionOf(log)).task_title).toBe('the prompt');
    log.raw({ type: 'summary', summary: 'of this session', leafUuid: leaf });
    expect((await sessionOf(log)).task_title).toBe('of this session');
    log.raw({ type: 'ai-title', aiTitle: 'by the model', sessionId: SESSION });
    expect((await sessionOf(log)).task_title).toBe('by the model');
    log.raw({ type: 'custom-title', customTitle: 'by the person', sessionId: SESSION });
    expect(await sessionOf(log)).toMatchObject({ task_title: 'by the person' });
  });
});

describe('how a session ends', () => {
  const ends: [string, (log: LogDrawing) => void, object][] = [
    [
      'an answer',
      (log) => log.assistant([{ type: 'text', text: 'done' }]),
      { status: 'success', outcome: 'succeeded' },
    ],
    ['an open prompt', (log) => log.user('and now?'), { status: 'in_progress', outcome: 'unknown' }],
    ['an open call', (log) => log.call('t', 'Bash', { command: 'x' }), { status: 'in_progress', outcome: 'unknown' }],
    [
      'an API error',
      (log) =>
        log.assistant([{ type: 'text', text: 'API Error: 529' }], {
          isApiErrorMessage: true,
          message: { model: '<synthetic>' },
        }),
      { status: 'failed', outcome: 'failed' },
    ],
    [
      'a command of the CLI',
      (log) => {
        log.assistant([{ type: 'text', text: 'done' }]);
        log.user('<command-name>/exit</command-name>');
        log.user('<local-command-stdout>Bye!</local-command-stdout>');
      },
      { status: 'success', outcome: 'succeeded' },
    ],
  ];
  it.each(ends)('with %s', async (_, end, expected) => {
    const log = new LogDrawing();
    log.user('ask');
    end(log);
    expect(await sessionOf(log)).toMatchObject(expected);
  });
});
