import { describe, expect, it } from 'vitest';
import { cutLog, eventsOf, head, newerId, outline, wholeLog } from './logText.ts';

const stamp = (time: string): string => `[2025-08-31T${time}] `;
const start = `session ${newerId}`;

/** Logs with text that looks like something else, and the events that they really contain. */
const traps: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an empty prompt',
    `${head()}user\ncodex\nHi.\ntokens used\n5\nHi.\n`,
    [start, 'user ', 'assistant Hi.', 'tokens 5', 'assistant Hi.'],
  ],
  [
    'a prompt that quotes the rule and the first line of a head',
    `${head()}user\nSee:\n--------\nworkdir: /x\n--------\nuser\ncodex\nSeen.\n`,
    [start, 'user See:\n--------\nworkdir: /x\n--------\nuser', 'assistant Seen.'],
  ],
  [
    'a Windows path with ` in ` in it, in the command and as its directory',
    cutLog(`exec\npwsh.exe -Command "cd 'D:\\work in progress'" in D:\\work in progress succeeded in 1m 5s:`, 'a'),
    [start, 'user Go.', `exec pwsh.exe -Command "cd 'D:\\work in progress'"`, 'result 0 a'],
  ],
  [
    'exit codes below 0 and above 128, and no durations',
    wholeLog(
      ...['exec', 'bash -lc x in /a', ' exited -1 in 3ms:', 'no', '', 'exec', 'bash -lc y in /a', ' exited 137:', ''],
      ...['exec', 'bash -lc z in /a', ' succeeded:', 'out', '', 'codex', 'Well.'],
    ),
    [
      ...[start, 'user Go.', 'exec bash -lc x', 'result -1 no', 'exec bash -lc y', 'result 137'],
      ...['exec bash -lc z', 'result 0 out', 'assistant Well.'],
    ],
  ],
  [
    'commands that still run, or were declined',
    wholeLog(
      ...['exec', 'bash -lc y in /srv/oil', ' in progress:', '', 'exec', 'bash -lc z in /srv/oil', ' declined:'],
      ...['`bash -lc z` rejected: blocked by policy', '', 'codex', 'Well.'],
    ),
    [
      ...[start, 'user Go.', 'exec bash -lc y', 'result in progress', 'exec bash -lc z'],
      ...['result declined `bash -lc z` rejected: blocked by policy', 'assistant Well.'],
    ],
  ],
  [
    'no call at all, and reasoning that is hidden',
    wholeLog('codex', 'Hi.', 'tokens used', '5', 'Hi.'),
    [start, 'user Go.', 'assistant Hi.', 'tokens 5', 'assistant Hi.'],
  ],
  [
    'an older stamped log in an output',
    [
      `${stamp('12:37:08')}OpenAI Codex v0.30.0 (research preview)`,
      '--------\nworkdir: /srv/oil\n--------',
      `${stamp('12:37:08')}User instructions:\nGo.`,
      `${stamp('12:37:08')}exec bash -lc 'cat log' in /srv/oil`,
      `${stamp('12:37:08')}bash -lc 'cat log' succeeded in 2ms:`,
      "[2025-08-01T00:00:00] exec bash -lc 'old' in /x\n[2025-08-01T00:00:01] codex\nold",
      `${stamp('12:37:09')}codex\nNew.`,
      `${stamp('12:37:10')}tokens used: 5783\n`,
    ].join('\n'),
    [
      ...['session undefined', 'user Go.', "exec bash -lc 'cat log'"],
      "result 0 [2025-08-01T00:00:00] exec bash -lc 'old' in /x\n[2025-08-01T00:00:01] codex\nold",
      ...['assistant New.', 'tokens 5783'],
    ],
  ],
  [
    'the words of the first version, its misspelling among them',
    [
      `${stamp('16:02:07')}OpenAI Codex (research preview)`,
      '--------\nworkdir: /a\nmodel: o3\n--------',
      `${stamp('16:02:07')}Task started: 1`,
      `${stamp('16:02:08')}exec bash -lc ls in /a`,
      `${stamp('16:02:08')}bash -lc ls succeded in 20ms:\nx`,
      `${stamp('16:02:11')}Agent message: Hi.\nsecond line\n`,
    ].join('\n'),
    ['session undefined', 'system Task started: 1', 'exec bash -lc ls', 'result 0 x', 'assistant Hi.\nsecond line'],
  ],
  [
    'prefixes of a wrapper in the middle of a line, and between the words of one event',
    `[stderr]${head()}user\nGo.\n[stderr]exec\nbash -lc 'ls' in /srv/oil[stderr] succeeded in 5ms:\na\n[stderr]codex\nHi.\n[stderr]tokens used\n[stderr]1,234\n[stdout]Hi.\n`,
    [start, 'user Go.', "exec bash -lc 'ls'", 'result 0 a', 'assistant Hi.', 'tokens 1,234', 'assistant Hi.'],
  ],
  [
    'a report of missing snapshots behind the prompt',
    `${head()}user\nGo.\nSnapshots disabled: current directory is not a Git repository.\n\nthinking\nHm.\ncodex\nHi.\ntokens used\n5\nHi.\n`,
    [
      ...[start, 'user Go.', 'system Snapshots disabled: current directory is not a Git repository.'],
      ...['thinking Hm.', 'assistant Hi.', 'tokens 5', 'assistant Hi.'],
    ],
  ],
  [
    'words on missing snapshots within a prompt',
    `${head()}user\nIt says:\nSnapshots disabled: current directory is not a Git repository.\n\nWhy?\ncodex\nHi.\ntokens used\n5\nHi.\n`,
    [
      ...[start, 'user It says:\nSnapshots disabled: current directory is not a Git repository.\n\nWhy?'],
      ...['assistant Hi.', 'tokens 5', 'assistant Hi.'],
    ],
  ],
];

describe('logs that look like something else', () => {
  it.each(traps)('yield the right events: %s', async (_, log, events) => {
    expect(outline(await eventsOf(log))).toEqual(events);
  });

  it('keep the whole directory name', async () => {
    const [call] = (await eventsOf(traps[2]?.[1] ?? '')).filter(({ type }) => type === 'exec_call');
    expect(call).toMatchObject({ workdir: 'D:\\work in progress' });
  });
});
