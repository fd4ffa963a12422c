import { describe, expect, it } from 'vitest';
import { cutLog, eventsAfterPrompt, head, olderId, outline, scan, wholeLog } from '../logText.ts';

const outlineOf = async (log: string): Promise<string[]> => outline(await eventsAfterPrompt(log));
const lines = (count: number, word = 'line'): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`);

describe('logs until 0.117', () => {
  it('reads a result on the line of its command', async () => {
    const log = cutLog('exec', "bash -lc 'ls -la' in /srv/oil succeeded in 1.23s:", 'brass', 'codex', 'One.');
    const [call, result] = await eventsAfterPrompt(log);
    expect(call).toEqual({ type: 'exec_call', command: "bash -lc 'ls -la'", workdir: '/srv/oil' });
    expect(result).toEqual({ type: 'exec_result', ok: true, code: 0, durationMs: 1230, text: 'brass' });
  });

  it.each([
    ['53ms', 53],
    ['1.20s', 1200],
    ['1m 15s', 75_000],
    ['1m15s', 75_000],
  ])('reads the duration %s', async (text, durationMs) => {
    const log = cutLog('exec', `bash -lc ls in /srv/oil exited 137 in ${text}:`, 'gone');
    expect((await eventsAfterPrompt(log))[1]).toMatchObject({ ok: false, code: 137, durationMs });
  });

  it('ends an output after 20 lines, without a blank line', async () => {
    const log = cutLog('exec', "bash -lc 'cat a' in /srv/oil succeeded in 5ms:", ...lines(20), 'codex', 'Now I speak.');
    expect((await outlineOf(log)).slice(1)).toEqual([`result 0 ${lines(20).join('\n')}`, 'assistant Now I speak.']);
  });

  it('finds no event in 20 lines of output from another log', async () => {
    const inner = `${head({ id: olderId })}user\nHi.\ncodex\nHello.\nexec\nbash -lc ls in /srv/oil succeeded in 1ms:\na\nb\nc\nd`;
    expect(inner.split('\n')).toHaveLength(20 - 1);
    const log = cutLog('exec', "bash -lc 'cat a' in /srv/oil succeeded in 5ms:", inner, 'e', 'codex', 'Now I speak.');
    expect((await outlineOf(log)).slice(1)).toEqual([`result 0 ${inner}\ne`, 'assistant Now I speak.']);
  });

  it('continues an output with more lines than its version prints', async () => {
    const log = cutLog(
      'exec',
      "bash -lc 'cat log' in /srv/oil succeeded in 5ms:",
      ...lines(20),
      'stray',
      'codex',
      'Hm.',
    );
    const [output, ...rest] = (await eventsAfterPrompt(log)).slice(1);
    expect(output).toMatchObject({ type: 'exec_result', text: [...lines(20), 'stray'].join('\n') });
    expect(outline(rest)).toEqual(['assistant Hm.']);
  });

  it('separates commands that are joined to a directory', async () => {
    const log = cutLog(
      'exec',
      'bash -lc ls in /srv/oilexec',
      "bash -lc 'ls a' in /srv/oil/aexec",
      "bash -lc 'ls b' in /srv/oil/b succeeded in 5ms:",
      'one',
      ' exited 2 in 6ms:',
      'two',
      ' succeeded in 7ms:',
      'three',
    );
    expect(await outlineOf(log)).toEqual([
      'exec bash -lc ls',
      "exec bash -lc 'ls a'",
      "exec bash -lc 'ls b'",
      'result 0 one',
      'result 2 two',
      'result 0 three',
    ]);
  });

  it('keeps a directory whose name ends like an event', async () => {
    const log = cutLog('exec', 'bash -lc ls in /srv/codex-rs/exec succeeded in 5ms:', 'a');
    expect((await eventsAfterPrompt(log))[0]).toMatchObject({ workdir: '/srv/codex-rs/exec' });
    const alone = wholeLog('exec', 'bash -lc ls in /srv/codex-rs/exec', ' succeeded in 5ms:', 'a');
    expect((await eventsAfterPrompt(alone))[0]).toMatchObject({ workdir: '/srv/codex-rs/exec' });
  });

  it.each([
    ['thinking', ['thinking', '**Still waiting**'], 'thinking **Still waiting**'],
    [
      'a trace',
      ['2026-03-11T08:20:16.904412Z ERROR codex_core::exec: no'],
      'system 2026-03-11T08:20:16.904412Z ERROR codex_core::exec: no',
    ],
    ['a start-up', ['mcp startup: no servers'], 'system mcp startup: no servers'],
    ['an agent', ['collab wait(call_1)', '  receivers: x'], 'call wait'],
  ])('separates %s from the directory that it is joined to', async (_, [first = '', ...rest], expected) => {
    const log = cutLog('exec', `bash -lc 'sleep 9' in /srv/oil${first}`, ...rest, ' succeeded in 9.00s:', 'woke');
    expect(await outlineOf(log)).toEqual(["exec bash -lc 'sleep 9'", expected, 'result 0 woke']);
  });

  it('reads commands of several lines, with quotes and ` in ` inside', async () => {
    const command = `bash -lc "for f in /a /b; do\n  echo '\\$f in /c'\ndone"`;
    const [call, result] = await eventsAfterPrompt(cutLog('exec', `${command} in /srv/oil succeeded in 5ms:`, 'x'));
    expect(call).toEqual({ type: 'exec_call', command, workdir: '/srv/oil' });
    expect(result).toMatchObject({ text: 'x' });
  });

  it('keeps a patch with all of its files in one event', async () => {
    const log = cutLog(
      'file update',
      'A /srv/oil/new.md',
      'codex',
      'exec',
      'M /srv/oil/old.md',
      '@@ -1,1 +1,1 @@',
      '-a',
      '+b',
      'apply_patch(auto_approved=true) exited 0 in 64ms:',
      'Success. Updated the following files:',
      'file update:',
      'diff --git a/old.md b/old.md',
      '--- a/old.md',
      '+++ b/old.md',
      '@@ -1,1 +1,1 @@',
      '-exec',
      '+codex',
      '',
      'codex',
      'Done.',
    );
    expect(await outlineOf(log)).toEqual([
      'patch file update',
      'end apply_patch true',
      'patch file update:',
      'assistant Done.',
    ]);
  });

  it('reads truncation marks as events that include the text after them', async () => {
    const log = cutLog(
      'exec',
      "bash -lc 'cat big' in /srv/oil succeeded in 5ms:",
      'Total output lines: 99',
      '',
      'a',
      'codex',
      'Big.',
    );
    expect(await eventsAfterPrompt(log)).toMatchObject([
      { type: 'exec_call' },
      { type: 'exec_result', ok: true },
      { type: 'truncated', reason: 'Total output lines: 99', text: '\na' },
      { type: 'assistant' },
    ]);
  });

  it('finds no event inside a code fence of a message', async () => {
    const log = cutLog(
      'codex',
      'Run:',
      '```',
      'exec',
      'bash -lc ls in /srv/oil succeeded in 5ms:',
      '```',
      'exec',
      'bash -lc pwd in /srv/oil succeeded in 5ms:',
      '/srv/oil',
    );
    expect((await outlineOf(log)).slice(1)).toEqual(['exec bash -lc pwd', 'result 0 /srv/oil']);
  });

  it('recognises warnings and errors only where Codex prints them', async () => {
    const log = cutLog(
      'exec',
      "bash -lc 'cargo check' in /srv/oil exited 1 in 5ms:",
      'warning: unused variable',
      'ERROR: no such crate',
      'warning: 2 warnings',
      'codex',
      'It fails.',
      'warning: this model is old',
      'ERROR: the limit is reached',
      'tokens used',
      '12',
    );
    expect((await outlineOf(log)).slice(1)).toEqual([
      'result 1 warning: unused variable\nERROR: no such crate\nwarning: 2 warnings',
      'assistant It fails.',
      'system warning: this model is old',
      'system ERROR: the limit is reached',
      'tokens 12',
    ]);
  });
});

describe('logs since 0.118', () => {
  it('pairs results on lines of their own only with open commands', async () => {
    const log = wholeLog(
      'exec',
      'bash -lc ls in /srv/oil',
      ' succeeded in 5ms:',
      'a',
      ' succeeded in 6ms:',
      'b',
      '',
      'codex',
      'Two.',
    );
    expect(await outlineOf(log)).toEqual(['exec bash -lc ls', 'result 0 a\n succeeded in 6ms:\nb', 'assistant Two.']);
  });

  it('reads complete outputs, and takes no file name for a message', async () => {
    const log = wholeLog(
      'exec',
      'bash -lc ls in /srv/oil',
      ' succeeded in 5ms:',
      'bin',
      'codex',
      'exec',
      'src',
      '',
      'codex',
      'Four.',
    );
    expect((await outlineOf(log)).slice(1)).toEqual(['result 0 bin\ncodex\nexec\nsrc', 'assistant Four.']);
  });

  it('assumes a message after an output without a final line feed', async () => {
    const log = wholeLog(
      'exec',
      "bash -lc 'printf x' in /srv/oil",
      ' succeeded in 5ms:',
      'x',
      'codex',
      'That printed a single letter.',
    );
    const placed = await scan(log);
    expect(outline(placed.map(({ event }) => event)).slice(-2)).toEqual([
      'result 0 x',
      'assistant That printed a single letter.',
    ]);
    expect(placed.at(-1)?.guessed).toBe(true);
  });

  it("distinguishes the turn's diff from git's output", async () => {
    const diff = (index: string): string[] => [
      'diff --git a/x b/x',
      `index ${index}`,
      '--- a/x',
      '+++ b/x',
      '@@ -1,1 +1,1 @@',
      '-a',
      '+b',
    ];
    const log = wholeLog(
      'apply patch',
      'patch: completed',
      '/srv/oil/x',
      ...diff(`${'1'.repeat(40)}..${'2'.repeat(40)}`),
      '',
      'exec',
      "bash -lc 'git diff' in /srv/oil",
      ' succeeded in 5ms:',
      'M x',
      '',
      ...diff('1111111..2222222'),
      '',
      ...diff(`${'1'.repeat(40)}..${'2'.repeat(40)}`),
      '',
      'codex',
      'Same.',
    );
    expect(await outlineOf(log)).toEqual([
      'call apply_patch',
      'end apply_patch true',
      'patch diff --git a/x b/x',
      "exec bash -lc 'git diff'",
      `result 0 M x\n\n${diff('1111111..2222222').join('\n')}`,
      'patch diff --git a/x b/x',
      'assistant Same.',
    ]);
  });

  it('finds plans without a heading, and their explanations', async () => {
    const log = wholeLog(
      'codex',
      'I plan.',
      '  → one',
      '  • two',
      'exec',
      'bash -lc ls in /srv/oil',
      ' succeeded in 5ms:',
      'a',
      '',
      'One is done.',
      '  ✓ one',
      '  → two',
      'codex',
      'Go on.',
    );
    expect(await outlineOf(log)).toEqual([
      'assistant I plan.',
      'plan   → one\n  • two',
      'exec bash -lc ls',
      'result 0 a',
      'plan One is done.\n  ✓ one\n  → two',
      'assistant Go on.',
    ]);
  });

  it('reads searches from their two lines', async () => {
    const log = wholeLog(
      'web search: ',
      'web search: lamp oil',
      'web search: wick',
      'web search: wick',
      'codex',
      'Found.',
    );
    expect(await outlineOf(log)).toEqual([
      'call web_search',
      'end web_search true',
      'call web_search',
      'end web_search true',
      'assistant Found.',
    ]);
  });

  it('reads traces of several lines between a command and its result', async () => {
    const trace = [
      '2026-07-12T04:21:01.384640Z ERROR codex_core::tools::router: error=Exit code: 1',
      'Wall time: 0.2 seconds',
      'Output:',
      'no',
    ];
    const log = wholeLog('exec', 'bash -lc no in /srv/oil', ...trace, ' exited 1 in 174ms:', 'no', '', 'codex', 'No.');
    const events = await eventsAfterPrompt(log);
    expect(outline(events)).toEqual(['exec bash -lc no', `system ${trace.join('\n')}`, 'result 1 no', 'assistant No.']);
    expect(events[1]?.at).toBe('2026-07-12T04:21:01.384640Z');
  });

  it('keeps text after the end of the run', async () => {
    const log = wholeLog(
      'codex',
      'Done.',
      'Really.',
      'tokens used',
      '1,234',
      'Done.',
      'Really.',
      '',
      '--- attempt 2 ---',
    );
    expect(await outlineOf(log)).toEqual([
      'assistant Done.\nReally.',
      'tokens 1,234',
      'assistant Done.\nReally.',
      'unknown --- attempt 2 ---',
    ]);
  });
});

describe('any log', () => {
  it('gives the same events however it is chunked', async () => {
    const log = wholeLog(
      'exec',
      "bash -lc 'ls' in /srv/oil",
      ' succeeded in 0ms:',
      ...lines(200),
      '',
      'codex',
      'Many. 很多。',
    );
    const whole = await scan(log);
    for (const size of [1, 2, 3, 64]) expect(await scan(log, size)).toEqual(whole);
  });

  it('abandons a command without an end', async () => {
    const log = wholeLog('exec', "bash -lc 'cat <<EOF", ...lines(20), ' succeeded in 5ms:', 'printed');
    const placed = await scan(log);
    expect(outline(placed.map(({ event }) => event)).slice(2)).toEqual([
      `exec bash -lc 'cat <<EOF\n${lines(20).join('\n')}`,
      'result 0 printed',
    ]);
    expect(placed[2]?.guessed).toBe(true);
  });

  it('takes linear time over lines that nearly match', async () => {
    const near = [
      'exec',
      'codex',
      'warning: x',
      'ERROR: x',
      '  ✓ x',
      'OpenAI Codex v1',
      '--------',
      'tokens used',
      '[... omitted',
      'tool a.b(',
    ];
    const log = wholeLog(
      'exec',
      "bash -lc 'cat' in /srv/oil",
      ' succeeded in 0ms:',
      ...Array.from({ length: 20_000 }, (_, at) => near[at % near.length] ?? ''),
    );
    expect((await scan(log)).length).toBeGreaterThan(0);
    const long = 'a'.repeat(2_000_000);
    expect(
      (await scan(wholeLog('codex', long, `tool ${long}(`, `${long} in 5ms:`, `mcp: ${long}`))).length,
    ).toBeGreaterThan(0);
  });
});
