import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, SessionBrief } from '../../../src/components/index.ts';
import { indexSession } from '../../../src/replay/index.ts';
import { parseSession } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

/** As much of a session's JSON as is counted here, with nothing of the kit. */
interface Run {
  readonly tool_calls: readonly { readonly outcome?: string; readonly output: { readonly status: string } }[];
  readonly events?: readonly { readonly type: string; readonly kind?: string; readonly usage?: { output?: number } }[];
  readonly usage?: { readonly output?: number };
}

type Logged = Run & { readonly sub_sessions?: readonly (Run & { readonly agent: { readonly agent_type?: string } })[] };

/** What a reader sees, one line for each line of the brief. */
function textOf(logged: unknown): string[] {
  const { session } = parseSession(logged);
  if (session === undefined) throw new Error('This is no session');
  const brief = createElement(SessionBrief, { index: indexSession(session) });
  return renderToString(createElement(KitProvider, { redact: false }, brief))
    .replace(/<\/(?:dt|dd|li|p)>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim());
}

const denied = ({ tool_calls }: Run): number => tool_calls.filter(({ outcome }) => outcome === 'denied').length;

const failed = ({ tool_calls }: Run): number =>
  tool_calls.filter(({ outcome, output }) => (outcome ?? (output.status === 'failed' ? 'failed' : '')) === 'failed')
    .length;

/** The samples, and real sessions where `AGENT_SESSIONS` names a folder of converted ones. */
const folders = [join(import.meta.dirname, '../../../data/sessions'), process.env.AGENT_SESSIONS ?? ''];
const files = folders.flatMap((folder) =>
  folder === ''
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(folder, name)),
);

test.each(files)('%s: the figures of the brief equal a count of the JSON', (file) => {
  const logged = JSON.parse(readFileSync(file, 'utf8')) as Logged;
  const lines = textOf(logged);
  const runs: readonly Run[] = [logged, ...(logged.sub_sessions ?? [])];
  // The sum stands on the line below the name, the causes below it.
  const head = lines.findIndex((line) => line.startsWith('Went wrong')) + 1;
  const told = (words: string): number =>
    Number(new RegExp(`([\\d,]+) ${words}`).exec(lines[head] ?? '')?.[1]?.replaceAll(',', '') ?? 0);
  // Where some only found nothing, the sum counts both and then distinguishes the two.
  const ended = /without success/.test(lines[head] ?? '') ? 'without success' : 'failed';
  expect(told(ended)).toBe(runs.reduce((sum, run) => sum + failed(run), 0));
  expect(told('not allowed')).toBe(runs.reduce((sum, run) => sum + denied(run), 0));
  const rows = lines.slice(head + 1).map((line) => /^([\d,]+)×/.exec(line)?.[1]?.replaceAll(',', ''));
  const listed = rows.slice(0, rows.indexOf(undefined)).reduce((sum, count) => sum + Number(count), 0);
  const isWhole = !/^Show \d+ more/.test(lines[head + 1 + rows.indexOf(undefined)] ?? '');
  const beside = told('not allowed') + told('errors? outside of calls');
  if (isWhole) expect(listed).toBe(told(ended) + beside);

  const compactions = runs
    .flatMap(({ events = [] }) => events)
    .filter(({ type, kind }) => type === 'notice' && kind === 'compaction').length;
  const said = lines.map((line) => /(\d+) compactions?$/.exec(line)?.[1]).find((count) => count !== undefined);
  expect(Number(said ?? 0)).toBe(compactions);

  const output = logged.usage?.output;
  const inner = (logged.sub_sessions ?? []).flatMap(({ usage }) => (usage?.output === undefined ? [] : [usage.output]));
  if (output !== undefined && output < 1_000_000 && inner.length === 0) {
    expect(lines.some((line) => line.includes(`${output.toLocaleString('en')} out`))).toBe(true);
  }
  for (const { agent } of logged.sub_sessions ?? []) {
    const type = agent.agent_type;
    if (type !== undefined && type.length < 40 && !/[<&"']/.test(type)) {
      const isShown = lines.some((line) => line.startsWith(type)) || lines.some((line) => /^Show \d+ more/.test(line));
      expect(isShown).toBe(true);
    }
  }
});

test('says how many agents there were in all where they are of several types', () => {
  const linesOf = (text: string): string[] => textOf(sessionFromText(text));
  const one = '0:00 user: Go\n0:01 Task(look) 1m as explorer\n2:01 Task(look again) 1m as explorer';
  expect(linesOf(one)).toContain('Agents');
  expect(linesOf(`${one}\n4:00 Task(mend) 1m as builder`)).toContain('Agents 3 in all');
});

test('says when a session ended after its last item', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Bash(make) 1m\n2:00 assistant: Done.');
  const lines = textOf({ ...session, completed_at: '2026-01-25T10:05:00.000Z' });
  expect(lines).toContain('Time 2m 00s');
  expect(lines.some((line) => line.includes('the log says that it ended 3m 00s later'))).toBe(true);
});
