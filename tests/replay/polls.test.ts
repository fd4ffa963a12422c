import { expect, test } from 'vitest';
import { indexSession, noFilters, pollsOf, rowsOf, type SessionIndex } from '../../src/replay/index.ts';
import type { Session, ToolCall } from '../../src/session/index.ts';
import { matchesOf } from '../helpers/matchesOf.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

/** A session whose calls have these parameters and results. */
function drawn(text: string, facts: Readonly<Record<string, { params?: object; result?: object }>>): SessionIndex {
  const session: Session = sessionFromText(text);
  for (const call of session.tool_calls as ToolCall[]) {
    const { params = {}, result = {} } = facts[call.call_id] ?? {};
    call.input.params = { ...params };
    call.output.result = { ...call.output.result, ...result };
  }
  return indexSession(session);
}

function rowIds(index: SessionIndex, expanded: string[] = [], filters = noFilters): (string | undefined)[] {
  return Array.from(rowsOf(index, filters, new Set(expanded)).items, (item) => index.items[item]?.id);
}

const polled = drawn(
  `
  0:00 exec_command(bun test) 30s
  0:31 write_stdin() 30s
  1:05 Read(a.ts) 1s
  1:10 write_stdin() 20s
  1:31 write_stdin() 1s
  1:40 write_stdin() 1s failed: gone
  `,
  {
    'tool-001': { result: { runs_on_as: '27523' } },
    'tool-002': { params: { session_id: 27523, chars: '' }, result: { runs_on_as: '27523' } },
    'tool-004': { params: { session_id: '27523' } },
    'tool-005': { params: { session_id: 27523, chars: 'q' } },
    'tool-006': { params: { session_id: 27523, chars: '' } },
  },
);

test('folds the polls of a command into it, but not its input or failed polls', () => {
  expect(rowIds(polled)).toEqual(['tool-001', 'tool-003', 'tool-005', 'tool-006']);
  const polls = pollsOf(polled).get('tool-001');
  expect(polls?.items.map((item) => polled.items[item]?.id)).toEqual(['tool-002', 'tool-004']);
  // From 0:00 to the end of the last poll, 1:30.
  expect(polls?.durationMs).toBe(90_000);
});

test('shows the polls of a command that is unfolded or hidden', () => {
  expect(rowIds(polled, ['tool-001'])).toHaveLength(6);
  expect(rowIds(polled, [], { ...noFilters, matches: matchesOf(polled, 'tool:write_stdin') })).toHaveLength(4);
});

test('does not count calls that end a task, or that name nothing a call began, as polls', () => {
  const index = drawn('0:00 Bash(serve) 1s\n0:02 KillShell() 1s\n0:04 BashOutput() 1s\n0:06 TaskOutput() 1s', {
    'tool-001': { result: { background_task_id: 'b1' } },
    'tool-002': { params: { shell_id: 'b1' } },
    'tool-003': { params: { bash_id: 'b1' } },
    'tool-004': { params: { task_id: 'other' } },
  });
  expect(rowIds(index)).toEqual(['tool-001', 'tool-002', 'tool-004']);
});

test('assigns a reused name to the command that had it last', () => {
  const index = drawn('0:00 exec(a) 1s\n0:02 write_stdin() 1s\n0:04 exec(b) 1s\n0:06 write_stdin() 1s', {
    'tool-001': { result: { runs_on_as: '1' } },
    'tool-002': { params: { session_id: 1 } },
    'tool-003': { result: { runs_on_as: '1' } },
    'tool-004': { params: { session_id: 1 } },
  });
  expect([...pollsOf(index)].map(([id, { items }]) => [id, items.length])).toEqual([
    ['tool-001', 1],
    ['tool-003', 1],
  ]);
});
