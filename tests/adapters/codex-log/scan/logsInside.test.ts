import { describe, expect, it } from 'vitest';
import { cutLog, eventsAfterPrompt, eventsOf, head, newerId, olderId, outline, scan, wholeLog } from '../logText.ts';

const outlineOf = async (log: string): Promise<string[]> => outline(await eventsAfterPrompt(log));
const lines = (count: number, word = 'line'): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`);

describe('logs inside logs', () => {
  const inner = `${head({ id: olderId, version: '0.130.0' })}user\nFill it.\ncodex\nFilled.\ntokens used\n77\nFilled.`;

  it('finds one session if an agent reads the log of an older run', async () => {
    const log = wholeLog(
      'exec',
      "bash -lc 'cat old.log' in /srv/oil",
      ' succeeded in 0ms:',
      inner,
      '',
      'codex',
      'It was filled.',
    );
    const events = await eventsOf(log);
    expect(outline(events).filter((each) => each.startsWith('session'))).toEqual([`session ${newerId}`]);
    expect(outline(events).at(-1)).toBe('assistant It was filled.');
    expect(events.find(({ type }) => type === 'exec_result')).toMatchObject({ text: inner });
  });

  it('follows the number of lines that the command asks for', async () => {
    const part = inner.split('\n').slice(0, 12).join('\n');
    const log = wholeLog(
      'exec',
      `bash -lc "sed -n '1,12p' old.log" in /srv/oil`,
      ' succeeded in 0ms:',
      part,
      '',
      'codex',
      'Cut off.',
    );
    expect((await outlineOf(log)).slice(1)).toEqual([`result 0 ${part}`, 'assistant Cut off.']);
  });

  it('recognises part of a log that was read before', async () => {
    const first = [
      'exec',
      `bash -lc "sed -n '1,9p' old.log" in /srv/oil`,
      ' succeeded in 0ms:',
      ...inner.split('\n').slice(0, 9),
      '',
    ];
    const rest = ['codex', 'Filled.', 'tokens used', '77'];
    const log = wholeLog(
      ...first,
      'exec',
      "bash -lc 'tail -n 4 old.log' in /srv/oil",
      ' succeeded in 0ms:',
      ...rest,
      '',
      'codex',
      'Read.',
    );
    expect((await outlineOf(log)).slice(2)).toEqual([
      "exec bash -lc 'tail -n 4 old.log'",
      `result 0 ${rest.join('\n')}`,
      'assistant Read.',
    ]);
  });

  it('begins a session after one that was killed during an output', async () => {
    const log = `${head({ id: olderId, version: '0.130.0' })}user\nGo.\nexec\nbash -lc 'sleep 9' in /srv/oil\n succeeded in 9ms:\nzzz\n${head({ version: '0.130.0' })}user\nAgain.\n`;
    expect(outline(await eventsOf(log)).filter((each) => each.startsWith('session'))).toEqual([
      `session ${olderId}`,
      `session ${newerId}`,
    ]);
  });

  it('treats a quoted header in a prompt as text', async () => {
    const fenced = `${head()}user\nWhy?\n\`\`\`\n${head({ id: '019fffff-0000-7000-8000-000000000000' })}\`\`\`\ncodex\nBecause.\n`;
    expect(outline(await eventsOf(fenced)).filter((each) => each.startsWith('session'))).toHaveLength(1);
    const older = `${head()}user\nWhy?\n${head({ id: olderId })}user\nOld.\ncodex\nOld answer.\ntokens used\n7\n\ncodex\nBecause.\n`;
    expect(outline(await eventsOf(older)).filter((each) => each.startsWith('session'))).toHaveLength(1);
  });
});

describe('a log that prints itself', () => {
  const top = (...more: string[]): string => wholeLog('exec', "bash -lc 'cat own.md' in /srv/oil", ...more);
  const printed = top().trimEnd();

  it('continues where its copy ends', async () => {
    const log = top(' succeeded in 0ms:', printed, '', 'codex', 'Nothing was done before.', 'tokens used', '5');
    expect((await outlineOf(log)).slice(1)).toEqual([
      `result 0 ${printed}`,
      'assistant Nothing was done before.',
      'tokens 5',
    ]);
    expect((await scan(log)).every(({ guessed }) => guessed !== true)).toBe(true);
  });

  it("is recognised in a second copy, and among the command's other output", async () => {
    const first = top(' succeeded in 0ms:', printed, '', 'exec', "bash -lc 'cat own.md; ls' in /srv/oil");
    const log = `${first} succeeded in 0ms:\n${first}a.txt\n\ncodex\nOnce more.\n`;
    expect((await outlineOf(log)).at(-1)).toBe('assistant Once more.');
    expect(await outlineOf(log)).toHaveLength(5);
  });

  it('is kept apart from another run of the session that begins alike', async () => {
    const other = `${head({ version: '0.130.0' })}user\nGo, and hurry.\ncodex\nI hurry.\ntokens used\n7`;
    const log = top(' succeeded in 0ms:', other, '', 'codex', 'So it went before.');
    expect((await outlineOf(log)).slice(1)).toEqual([`result 0 ${other}`, 'assistant So it went before.']);
  });
});

describe('the prefix of a wrapper', () => {
  const wrapped = (...lines: string[]): string => `[stderr]${head()}user\nGo.\n${lines.join('\n')}\n`;

  it('separates an unknown line from the line before it', async () => {
    const log = wrapped(
      ...['[stderr]codex', 'Hello.', '[stderr]banana', 'and its peel', '[stderr]exec', "bash -lc 'ls' in /srv/oil"],
      ...['[stderr] succeeded in 2ms:', '[stderr]a.txt', 'b.txt', '[stderr]cherry', '[stderr]codex', 'Done.'],
    );
    expect(await outlineOf(log)).toEqual([
      ...['assistant Hello.', 'unknown banana\nand its peel', "exec bash -lc 'ls'", 'result 0 a.txt\nb.txt'],
      ...['unknown cherry', 'assistant Done.'],
    ]);
  });

  it("separates nothing if Codex's text was too long for one piece", async () => {
    const long = Array.from({ length: 19 }, (_, index) => `${index} ${'x'.repeat(300)}`);
    const log = wrapped(
      '[stderr]exec',
      'bash -lc ls in /srv/oil succeeded in 2ms:',
      ...long,
      '[stderr]the end',
      '[stderr]codex',
      'Done.',
    );
    const [, result, answer] = await eventsAfterPrompt(log);
    expect(result).toMatchObject({ text: [...long, 'the end'].join('\n') });
    expect(answer).toMatchObject({ type: 'assistant', text: 'Done.' });
  });
});

describe('the grammar of the document', () => {
  it('gives a tool of any name the result of a command', async () => {
    const events = await eventsAfterPrompt(
      cutLog(
        ...[
          'tool lookup({"a":1})',
          ' succeeded in 12ms:',
          'one',
          'tool srv.find({"b":2})',
          ' exited 3 in 1.5s:',
          'two',
        ],
        ...['exec', 'bash -lc ls in /srv/oil', 'tool other({})', ' succeeded in 1ms:', 'a.txt', ' succeeded in 4ms:'],
      ),
    );
    expect(events).toMatchObject([
      { type: 'tool_call', name: 'lookup', argsText: '{"a":1}' },
      { type: 'tool_result', ok: true, code: 0, durationMs: 12, text: 'one' },
      { type: 'tool_call', name: 'srv.find' },
      { type: 'tool_result', ok: false, code: 3, durationMs: 1500, text: 'two' },
      { type: 'exec_call' },
      { type: 'tool_call', name: 'other' },
      { type: 'exec_result', durationMs: 1, text: 'a.txt' },
      { type: 'tool_result', durationMs: 4 },
    ]);
  });

  it('recognises a tool in brackets only if a wrapper shows that it is not part of the text', async () => {
    const words = ['codex', 'I use the', 'tool shed(north)', 'today.'];
    expect(await outlineOf(cutLog(...words))).toEqual(['assistant I use the\ntool shed(north)\ntoday.']);
    const wrapped = `[stderr]${head()}user\nGo.\n[stderr]codex\nI use it.\n[stderr]tool shed(north)\n`;
    expect(await outlineOf(wrapped)).toEqual(['assistant I use it.', 'call shed']);
  });

  it.each([
    ['0.57.0 (research preview)', 60],
    ['0.104.0 (research preview)', 5000],
    ['0.130.0', 5000],
  ])('keeps an output of any length complete in %s', async (version, count) => {
    const output = [
      'Total output lines: 9000',
      ...lines(count),
      '[... output truncated to fit 10240 bytes ...]',
      ...lines(30),
    ];
    const log = `${head({ version })}user\nGo.\nexec\nbash -lc ls in /srv/oil\n succeeded in 1ms:\n${output.join('\n')}\n\ncodex\nDone.\n`;
    const [, result, totals, cut, ...rest] = await eventsAfterPrompt(log);
    expect(result).toMatchObject({ type: 'exec_result' });
    expect(totals).toEqual({ type: 'truncated', reason: output[0], text: lines(count).join('\n') });
    expect(cut).toEqual({ type: 'truncated', reason: output[count + 1], text: lines(30).join('\n') });
    expect(outline(rest)).toEqual(['assistant Done.']);
  });

  const diff = ['diff --git a/x.md b/x.md', '--- a/x.md', '+++ b/x.md', '@@ -1 +1 @@', '-old', '+new'];

  it.each([
    ['under its head with a colon', ['file update:', ...diff]],
    ['under its head without one', ['file update', ...diff]],
    ['bare', diff],
  ])('finds a diff after a message, %s', async (_, shown) => {
    const events = await eventsAfterPrompt(cutLog('codex', 'I change it.', ...shown, 'codex', 'Done.'));
    expect(outline(events)).toEqual(['assistant I change it.', `patch ${shown[0]}`, 'assistant Done.']);
    expect(events[1]).toMatchObject({ diff: diff.join('\n') });
  });

  it("leaves a diff in a message that continues after it, or in a command's output", async () => {
    expect(await outlineOf(cutLog('codex', 'Like this:', ...diff, 'Shall I?'))).toHaveLength(1);
    const log = cutLog('exec', 'bash -lc x in /srv/oil succeeded in 1ms:', ...diff, 'codex', 'Seen.');
    expect(await outlineOf(log)).toEqual(['exec bash -lc x', `result 0 ${diff.join('\n')}`, 'assistant Seen.']);
  });
});

describe('a warning after an output', () => {
  it('is a notice if Codex continues after it, and the reply is kept', async () => {
    const log = wholeLog(
      ...[
        'exec',
        'bash -lc make in /srv/oil',
        ' succeeded in 1ms:',
        'made',
        '',
        'warning: the catalog is old',
        'codex',
        'It is made.',
      ],
    );
    expect(await outlineOf(log)).toEqual([
      ...['exec bash -lc make', 'result 0 made', 'system warning: the catalog is old', 'assistant It is made.'],
    ]);
  });

  it('is text if the output continues', async () => {
    const text = ['made', '', 'warning: unused', 'in line 3'];
    const log = wholeLog(
      'exec',
      'bash -lc make in /srv/oil',
      ' succeeded in 1ms:',
      ...text,
      '',
      'codex',
      'It is made.',
    );
    expect((await outlineOf(log))[1]).toBe(`result 0 ${text.join('\n')}`);
  });
});

describe('a document with a log in a code fence', () => {
  it('ends the log with the fence, after the token count or at the end of the file', async () => {
    const inner = wholeLog(
      'exec',
      'bash -lc x in /a',
      ' succeeded in 1ms:',
      '```',
      'a',
      '```',
      '',
      'codex',
      'Done.',
      'tokens used',
      '5',
    );
    const events = await outlineOf(`# Transcript\n\n\`\`\`text\n${inner}\`\`\`\n\n## final\ncodex\nDone.\n`);
    expect(events.slice(-3)).toEqual(['assistant Done.', 'tokens 5', 'unknown ```\n\n## final\ncodex\nDone.']);
    const torn = `# Transcript\n\`\`\`text\n${wholeLog('codex', 'Half')}\`\`\`\n\n`;
    expect((await outlineOf(torn)).slice(-2)).toEqual(['assistant Half', 'unknown ```']);
  });
});
