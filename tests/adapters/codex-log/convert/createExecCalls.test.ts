import { describe, expect, it } from 'vitest';
import { exec, sessionOf } from '../convertLog.ts';
import { cutLog, wholeLog } from '../logText.ts';

describe('commands', () => {
  it('become one call each, with their script and their output', async () => {
    const { tool_calls } = await sessionOf(
      wholeLog(...exec("bash -lc 'rm -r x'", ' exited 1 in 7ms:', 'rm: no x', '', 'codex', 'No.')),
    );
    expect(tool_calls).toMatchObject([
      {
        tool_name: 'exec',
        tool_category: 'action',
        duration_ms: 7,
        input: { params: { command: "bash -lc 'rm -r x'", workdir: '/srv/oil' }, raw_command: 'rm -r x' },
        outcome: 'failed',
        output: {
          error: 'Exited with code 1',
          result: { exit_code: 1, display: 'Exited with code 1 · printed 1 line' },
        },
        context_contribution: { type: 'command_output', full_content: 'rm: no x' },
      },
    ]);
  });

  it('that overlap get their results by order, which is marked as inferred', async () => {
    const lines = [
      ...exec("bash -lc 'ls a'"),
      ...exec("bash -lc 'ls b'"),
      ' succeeded in 1ms:',
      'a',
      '',
      ' succeeded in 2ms:',
      'b',
      '',
    ];
    const session = await sessionOf(wholeLog(...lines, ...exec("bash -lc 'ls c'", ' succeeded in 3ms:', 'c')));
    expect(session.tool_calls.map(({ duration_ms }) => duration_ms)).toEqual([1, 2, 3]);
    expect(session.tool_calls.map(({ inferred }) => inferred?.includes('output') === true)).toEqual([
      true,
      true,
      false,
    ]);
    expect(session.provenance?.diagnostics).toMatchObject({ 'guessed-pairing': 2 });
  });

  it('that are refused get the refusal that quotes them', async () => {
    const refused = "`bash -lc 'rm x'` rejected: blocked by policy";
    const lines = [
      ...exec("bash -lc 'ls a'"),
      ...exec("bash -lc 'rm x'"),
      ' declined in 0ms:',
      refused,
      ' succeeded in 2ms:',
      'a',
    ];
    const { tool_calls } = await sessionOf(wholeLog(...lines));
    expect(tool_calls).toMatchObject([
      { outcome: 'succeeded', context_contribution: { full_content: 'a' } },
      { outcome: 'denied', output: { error: 'Declined' }, context_contribution: { full_content: refused } },
    ]);
    expect(tool_calls[1]?.inferred).not.toContain('output');
  });

  it('in logs with time stamps are matched by their text', async () => {
    const stamp = '[2025-09-22T07:41:1';
    const log = [
      `${stamp}0] OpenAI Codex v0.36.0 (research preview)`,
      '--------',
      'workdir: /srv/oil',
      '--------',
      `${stamp}0] User instructions:`,
      'Go.',
      `${stamp}1] exec bash -lc 'ls a' in /srv/oil`,
      `${stamp}1] exec bash -lc 'ls b`,
      "wc b' in /srv/oil",
      `${stamp}2] bash -lc 'ls b`,
      "wc b' succeeded in 9ms:",
      'b',
      `${stamp}3] bash -lc 'ls a' succeeded in 2.00s:`,
      'a',
      '',
    ].join('\n');
    const { tool_calls, provenance } = await sessionOf(log);
    expect(tool_calls).toMatchObject([
      {
        started_at: '2025-09-22T07:41:11.000Z',
        ended_at: '2025-09-22T07:41:13.000Z',
        context_contribution: { full_content: 'a' },
      },
      { duration_ms: 9, context_contribution: { full_content: 'b' } },
    ]);
    expect(provenance?.diagnostics).toEqual({});
  });

  it('with only 20 lines of output are marked as truncated', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const cut = await sessionOf(cutLog('exec', 'bash -lc ls in /srv/oil succeeded in 1ms:', ...lines));
    expect(cut.tool_calls[0]).toMatchObject({
      output: { truncated: true },
      inferred: expect.arrayContaining(['output.truncated']),
    });
    const whole = await sessionOf(wholeLog(...exec('bash -lc ls', ' succeeded in 1ms:', ...lines)));
    expect(whole.tool_calls[0]?.output.truncated).toBeUndefined();
  });

  it('keep their output on both sides of a truncation mark', async () => {
    const body = ['Total output lines: 99', '', 'a', '[... omitted 90 of 99 lines ...]', 'z'];
    const session = await sessionOf(
      wholeLog(...exec('bash -lc ls', ' succeeded in 1ms:', ...body, '', 'codex', 'Hi.')),
    );
    expect(session.tool_calls[0]).toMatchObject({
      output: { truncated: true, result: { display: 'Printed 99 lines, of which the log leaves some out' } },
      context_contribution: { full_content: body.join('\n') },
    });
  });

  it('without a result are kept, and results without a command are kept with their text', async () => {
    const session = await sessionOf(
      cutLog('oil.fill({"litres":2}) failed in 4ms:', '{}', "apply_patch('call_1') exited 1:", 'no such patch'),
    );
    expect(session.events.filter((event) => event.type === 'notice')).toMatchObject([
      { kind: 'orphan_result', text: 'oil.fill({"litres":2})\n{}' },
      { kind: 'orphan_result', text: 'no such patch' },
    ]);
  });
});
