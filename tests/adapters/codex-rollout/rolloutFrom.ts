import { codexRollout } from '../../../src/adapters/codex-rollout/index.ts';
import { type Conversion, convertSource, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

/** A record to write: seconds since the start, outer type, payload. */
export type Entry = readonly [seconds: number, type: string, payload: object, more?: object];

export const THREAD = '019d4800-0000-7000-8000-000000000001';

const start = Date.parse('2026-04-01T08:00:00.000Z');

/** The text of an enveloped rollout. */
export function rolloutFrom(entries: readonly Entry[]): string {
  const lines = entries.map(([seconds, type, payload, more]) =>
    JSON.stringify({ timestamp: new Date(start + seconds * 1000).toISOString(), ...more, type, payload }),
  );
  return `${lines.join('\n')}\n`;
}

/** A header; `more` replaces its fields. */
export function header(more: object = {}): Entry {
  return [
    0,
    'session_meta',
    { id: THREAD, timestamp: '2026-04-01T08:00:00.000Z', cwd: '/w', cli_version: '0.130.0', ...more },
  ];
}

export const item = (seconds: number, payload: object): Entry => [seconds, 'response_item', payload];
export const event = (seconds: number, payload: object): Entry => [seconds, 'event_msg', payload];

export const said = (role: string, ...texts: string[]): object => ({
  type: 'message',
  role,
  content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
});

export const called = (id: string, name: string, args: object): object => ({
  type: 'function_call',
  name,
  arguments: JSON.stringify(args),
  call_id: id,
});

export const answered = (id: string, output: unknown): object => ({
  type: 'function_call_output',
  call_id: id,
  output,
});

export async function convertFiles(...texts: string[]): Promise<Conversion> {
  const files = texts.map((text, index) => fileOf(`rollout-${index}.jsonl`, text));
  return convertSource(codexRollout, { files });
}

/** The only session of one file; `older` are the rollouts that it may have copied from. */
export async function sessionFrom(entries: readonly Entry[], ...older: (readonly Entry[])[]): Promise<Session> {
  const ancestors = older.map((each, index) => fileOf(`older-${index}.jsonl`, rolloutFrom(each)));
  const files = [fileOf('rollout-0.jsonl', rolloutFrom(entries))];
  const { sessions } = await convertSource(codexRollout, { files, ancestors });
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) throw new Error(`expected one session, got ${sessions.length}`);
  return toSession(only.session);
}

/** The texts of the events of one type. */
export const textsOf = (events: readonly { type: string; text?: unknown }[], type: string): unknown[] =>
  events.filter((each) => each.type === type).map(({ text }) => text);
