import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { KitProvider, ToolCallDetail } from '../../../src/components/index.ts';
import type { ToolCall } from '../../../src/session/index.ts';
import { call } from '../../../stories/data/builders.ts';

/** The sections of a drawn call in their order, with the block that says why where there is one, and all it says. */
function drawn(given: ToolCall): { html: string; parts: string[] } {
  const html = renderToString(createElement(KitProvider, null, createElement(ToolCallDetail, { call: given })));
  const parts = [...html.matchAll(/data-section="([a-z]+)"|ark-detail__(reason)"/g)].map(
    ([, section, why]) => section ?? why ?? '',
  );
  return { html, parts };
}

const asked = { file_path: '/a/b.ts', content: 'one\ntwo\n' };

describe('a call that did not go well', () => {
  test('says why before what it asked for, and shows that as not made', () => {
    const { html, parts } = drawn(
      call('Write', 'action', { params: asked, outcome: 'failed', error: 'Blocked by a hook: tests first' }),
    );
    expect(parts.slice(0, 3)).toEqual(['output', 'changes', 'input']);
    expect(html.indexOf('Blocked by a hook')).toBeLessThan(html.indexOf('Asked for, not made'));
    expect(html).toContain('data-asked');
    expect(html).not.toContain('ark-change');
    expect(html).not.toMatch(/>written</);
  });

  test('of a command shows the reason and the lines that tell it, then the command', () => {
    const text = 'E   NameError: low\n\nwhere\nmore\nmore\nlast';
    const { html, parts } = drawn(
      call('Bash', 'action', { command: 'pytest', outcome: 'failed', result: { text, exit_code: 1 } }),
    );
    expect(parts.slice(0, 3)).toEqual(['reason', 'input', 'output']);
    expect(html.indexOf('NameError')).toBeLessThan(html.indexOf('data-section="input"'));
  });

  test('without any output says what became of it', () => {
    const { html, parts } = drawn(
      call('Edit', 'action', { params: { file_path: '/a', old_string: 'a', new_string: 'b' }, outcome: 'denied' }),
    );
    expect(parts.slice(0, 2)).toEqual(['reason', 'changes']);
    expect(html).toContain('Denied');
  });
});

test('an edit that went well shows its diff first, and its input folded', () => {
  const params = { file_path: '/a', old_string: 'before', new_string: 'after', replace_all: false };
  const { html, parts } = drawn(call('Edit', 'action', { params, outcome: 'succeeded', result: { text: 'done' } }));
  expect(parts.slice(0, 3)).toEqual(['changes', 'output', 'input']);
  expect(html).toContain('ark-change');
  expect(html).not.toContain('data-asked');
  expect(html).not.toContain('replace_all');
});

test('what a call contributed is not said again where it is a piece of its output', () => {
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
