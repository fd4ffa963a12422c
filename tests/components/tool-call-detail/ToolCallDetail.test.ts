import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { KitProvider, ToolCallDetail } from '../../../src/components/index.ts';
import type { Session, ToolCall } from '../../../src/session/index.ts';
import { createBuilders } from '../../../stories/data/builders.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const { call } = createBuilders();

/** The sections of a drawn call in their order, with the block that says why where there is one, and all it says. */
function drawn(given: ToolCall, session?: Session): { html: string; parts: string[] } {
  const html = renderToString(
    createElement(KitProvider, null, createElement(ToolCallDetail, { call: given, session })),
  );
  const parts = [...html.matchAll(/data-section="([a-z]+)"|ark-detail__(reason)"/g)].map(
    ([, section, why]) => section ?? why ?? '',
  );
  return { html, parts };
}

const asked = { file_path: '/a/b.ts', content: 'one\ntwo\n' };

describe('the details of an unsuccessful call', () => {
  test('shows the reason before the input, and says that an edit was not made', () => {
    const { html, parts } = drawn(
      call('Write', 'action', { params: asked, outcome: 'failed', error: 'Blocked by a hook: tests first' }),
    );
    expect(parts.slice(0, 3)).toEqual(['output', 'changes', 'input']);
    expect(html.indexOf('Blocked by a hook')).toBeLessThan(html.indexOf('Asked for, not made'));
    expect(html).toContain('data-asked');
    expect(html).not.toContain('ark-change');
    expect(html).not.toMatch(/>written</);
  });

  test("shows a command's reason and the lines that explain it, then the command", () => {
    const text = 'E   NameError: low\n\nwhere\nmore\nmore\nlast';
    const { html, parts } = drawn(
      call('Bash', 'action', { command: 'pytest', outcome: 'failed', result: { text, exit_code: 1 } }),
    );
    expect(parts.slice(0, 3)).toEqual(['reason', 'input', 'output']);
    expect(html.indexOf('NameError')).toBeLessThan(html.indexOf('data-section="input"'));
  });

  test('states the outcome of a call without output', () => {
    const { html, parts } = drawn(
      call('Edit', 'action', { params: { file_path: '/a', old_string: 'a', new_string: 'b' }, outcome: 'denied' }),
    );
    expect(parts.slice(0, 2)).toEqual(['reason', 'changes']);
    expect(html).toContain('Denied');
  });
});

/** How often a text stands in what is drawn, tags aside. */
function times(html: string, text: string): number {
  return html.replace(/<[^>]*>/g, '').split(text).length - 1;
}

describe('the reason and the output', () => {
  const failed = { command: 'rg x', outcome: 'failed' } as const;

  test('the output is not shown if it only repeats the reason', () => {
    const error = 'Exit code 2: rg: unrecognized flag --x';
    const { html } = drawn(
      call('Bash', 'action', { ...failed, error, result: { text: 'rg: unrecognized flag --x\n' } }),
    );
    expect(times(html, 'unrecognized flag')).toBe(1);
    expect(html).toContain('Nothing but what stands above.');
  });

  test('the reason is marked in an output that has more', () => {
    const text = 'start\nE   NameError: low\nwhere\nmore\nmore\nlast';
    const { html } = drawn(call('Bash', 'action', { ...failed, result: { text, exit_code: 1 } }));
    const marked = [...html.matchAll(/<span class="ark-terminal__line"[^>]* data-said=""[^>]*>([^<]*)/g)];
    expect(marked.map(([, line]) => line?.trim())).toEqual(['E   NameError: low']);
  });

  test('a reason longer than a row is shown in full', () => {
    const text = `error: ${'a long name '.repeat(12).trim()}`;
    const { html } = drawn(call('Bash', 'action', { ...failed, error: text, result: { text } }));
    expect(times(html, text)).toBe(1);
  });

  test('an error that the result repeats is left out', () => {
    const error = 'Failed to apply patch: context mismatch';
    const { html } = drawn(
      call('apply_patch', 'action', { outcome: 'failed', error, result: { text: `${error}\nat line 3` } }),
    );
    expect(times(html, error)).toBe(1);
    expect(html).toContain('at line 3');
  });
});

test('the way a command ended is said once', () => {
  const result = { text: 'no such file', exit_code: 2 };
  const { html } = drawn(call('Bash', 'action', { command: 'ls x', outcome: 'failed', error: 'Exit code 2', result }));
  expect(html.match(/exit (?:code )?2|exit code<|>2</gi)).toEqual(['exit 2']);
});

test('an exit code that no reason mentions stays among the fields', () => {
  const result = { text: 'done', exit_code: 0 };
  expect(drawn(call('Bash', 'action', { command: 'ls', outcome: 'succeeded', result })).html).toMatch(/exit code/i);
});

test("JSON in a result's text is not repeated as fields, and the recipient of a message is said once", () => {
  const { html } = drawn(
    call('SendMessage', 'action', {
      params: { to: 'reviewer', recipient: 'reviewer', message: 'Look at it' },
      outcome: 'succeeded',
      result: { text: '{"success":true,"message":"Sent"}', success: true, message: 'Delivered', routing: 'direct' },
    }),
  );
  const names = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, name]) => name?.replace(/<[^>]+>/g, ''));
  expect(names).not.toContain('recipient');
  expect(names).not.toContain('success');
  // Another message than the text has.
  expect(html).toContain('Delivered');
  expect(names).toContain('routing');
});

test('a successful edit shows its diff first, with its input folded', () => {
  const params = { file_path: '/a', old_string: 'before', new_string: 'after', replace_all: false };
  const { html, parts } = drawn(call('Edit', 'action', { params, outcome: 'succeeded', result: { text: 'done' } }));
  expect(parts.slice(0, 3)).toEqual(['changes', 'output', 'input']);
  expect(html).toContain('ark-change');
  expect(html).not.toContain('data-asked');
  expect(html).not.toContain('replace_all');
});

describe('the details of a call that ran a subagent', () => {
  const task = ['Look through src.', '', 'Then tests.', '', 'Report **file** and line.'].join('\n');
  const answer = 'Three places: `a.ts`, `b.ts`.';
  const given = call('Agent', 'interaction', {
    description: 'Find the offsets',
    params: { subagent_type: 'explorer', description: 'Find the offsets', prompt: task, model: 'small' },
    result: {
      status: 'completed',
      agent_id: 'a1',
      text: `${answer}\nagentId: a1 (for resuming)\n<usage>total_tokens: 34719\ntool_uses: 19\nduration_ms: 192000</usage>`,
    },
    subagent_info: { subagent_type: 'explorer', tool_uses: 19, tokens_used: 34_719 },
  });

  test('begin with the outcome, then the answer, then the task folded to three lines', () => {
    const { html, parts } = drawn(given);
    expect(parts.slice(0, 4)).toEqual(['subagent', 'answer', 'task', 'input']);
    expect(html).toContain('34,719 tokens');
    expect(html).toContain('Show all 5 lines');
    // What the card and the header say is not said again.
    expect(html).not.toContain('total_tokens');
    expect(html.slice(html.indexOf('ark-detail__body'))).not.toContain('Find the offsets');
    expect(html).toContain('agent_id');
  });

  test('show the reason of a failure first', () => {
    const { parts } = drawn({ ...given, outcome: 'failed', output: { status: 'failed', error: 'Out of credits' } });
    expect(parts.slice(0, 3)).toEqual(['output', 'subagent', 'task']);
  });

  test('show the last message of a background run if the session has the run', () => {
    const session = sessionFromText(`
      0:00 Task(look) 1s as explorer
        0:01 user: look
        0:02 Edit(a.ts) 1s: ok
        0:02 assistant: Found it.
    `);
    const [trigger] = session.tool_calls as [ToolCall];
    const launched = {
      ...trigger,
      input: { params: { prompt: 'look' } },
      output: { status: 'success' as const, result: { is_async: true, text: 'Launched.' } },
      subagent_info: { subagent_type: 'explorer', tool_uses: 1 },
    };
    const whole = { ...session, tool_calls: [launched] };
    expect(drawn(launched, whole).html).toMatch(/Found it\./);
    expect(drawn(launched, whole).html).toContain('1 file changed');
    expect(drawn(launched).html).toContain('The log does not hold the inner run.');
  });
});

test('a long text used by two parameters is shown once', () => {
  const message = 'Please look at the tests again, they fail on Windows.';
  const { html } = drawn(call('SendMessage', 'interaction', { params: { to: 'bo', message, content: message } }));
  expect(html.split(message)).toHaveLength(3);
});

test('a contribution that is part of the output is not shown twice', () => {
  const of = (summary: string): string[] => {
    const given = call('Bash', 'action', {
      command: 'pytest',
      outcome: 'succeeded',
      result: { text: '..... [100%]\n670 passed' },
    });
    return drawn({ ...given, context_contribution: { type: 'command_output', summary } as never }).parts;
  };
  expect(of('..... [100%]')).not.toContain('contribution');
  expect(of('..... [100%] 670…')).not.toContain('contribution');
  expect(of('All tests pass.')).toContain('contribution');
});

test('a poll of a terminal has an input, and no made-up command', () => {
  const poll = drawn(call('write_stdin', 'action', { params: { session_id: 15748, yield_time_ms: 30_000 } }));
  expect(poll.html).not.toContain('ark-command');
  expect(poll.html).toContain('15748');
  const command = drawn(call('exec_command', 'action', { params: { cmd: 'bun test' } }));
  expect(command.html).toContain('bun test');
  expect(command.html).toContain('>Command<');
});
