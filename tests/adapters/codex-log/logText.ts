import { type LocatedEvent, type LogEvent, parseConversationLog } from '../../../src/adapters/codex-log/index.ts';
import { LogScanner } from '../../../src/adapters/codex-log/scan/LogScanner.ts';
import { readTextLines } from '../../../src/adapters/read/readTextLines.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

export const olderId = '019ce10f-45f4-7a0d-be80-997b5c90a958';
export const newerId = '019ce146-3474-77f3-97cf-936c72e6cc3a';

interface Head {
  version?: string;
  workdir?: string;
  id?: string;
}

/** The header of a session, as Codex prints it. */
export function head({
  version = '0.104.0 (research preview)',
  workdir = '/srv/oil',
  id = newerId,
}: Head = {}): string {
  return [
    `OpenAI Codex v${version}`,
    '--------',
    `workdir: ${workdir}`,
    'model: gpt-5.4',
    'provider: openai',
    'approval: never',
    'sandbox: read-only',
    `session id: ${id}`,
    '--------',
    '',
  ].join('\n');
}

/** A log of one session until 0.117: header, prompt, then these lines. */
export function cutLog(...lines: string[]): string {
  return `${head()}user\nGo.\n${lines.join('\n')}\n`;
}

/** The same for a log since 0.118. */
export function wholeLog(...lines: string[]): string {
  return `${head({ version: '0.130.0' })}user\nGo.\n${lines.join('\n')}\n`;
}

export async function eventsOf(log: string | Uint8Array): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const event of parseConversationLog(log)) events.push(event);
  return events;
}

/** The events after the prompt of `cutLog` or `wholeLog`. */
export async function eventsAfterPrompt(log: string): Promise<LogEvent[]> {
  return (await eventsOf(log)).slice(2);
}

/** Each event in a few words, for comparing sequences. */
export function outline(events: readonly LogEvent[]): string[] {
  return events.map(outlineEvent);
}

function outlineEvent(event: LogEvent): string {
  switch (event.type) {
    case 'exec_call':
      return `exec ${event.command}`;
    case 'exec_result':
      return `result ${event.status ?? event.code} ${event.text ?? ''}`.trim();
    case 'tool_call':
      return `call ${event.name}`;
    case 'tool_result':
      return `end ${event.name} ${event.ok}`;
    case 'note':
      return `${event.channel} ${event.text}`;
    case 'patch':
      return `patch ${event.header}`;
    case 'plan_update':
      return `plan ${event.text}`;
    case 'stats':
      return `tokens ${event.value}`;
    case 'truncated':
      return `truncated ${event.reason}`;
    case 'session_start':
      return `session ${event.meta.sessionId}`;
    case 'unknown':
      return `unknown ${event.raw}`;
    case 'user':
    case 'assistant':
      return `${event.type} ${event.text}`;
  }
}

/** The events with their positions. */
export async function scan(log: string | Uint8Array, chunkBytes?: number): Promise<LocatedEvent[]> {
  const placed: LocatedEvent[] = [];
  const scanner = new LogScanner((event) => {
    placed.push(event);
  });
  const context = { report: () => undefined };
  for await (const lines of readTextLines(fileOf('a.log', log, chunkBytes), { context })) scanner.feed(lines);
  scanner.finish();
  return placed;
}
