import { createBuilders } from './builders.ts';

const { call, message } = createBuilders(200);

const longWord = 'tide'.repeat(1250);

/** Hostile calls, as a log may contain them. */
export const hostileCalls = [
  call('<img src=x onerror="alert(1)">', 'action', {
    params: { '<script>': '<script>alert(1)</script>', __proto__: 'x', constructor: 'y' },
    result: { text: '<iframe src="https://evil.example"></iframe>' },
  }),
  call('Bash', 'action', {
    outcome: 'failed',
    params: { command: 'echo "\u202egnp.exe" && ls \u200b\u2066hidden\u2069' },
    error: '\u001b[31mfatal\u001b[0m: \u001b]8;;https://evil.example\u0007click here\u001b]8;;\u0007 \u0000 done',
    result: { text: `\u001b[2J\u001b[1;1H${longWord}\nlast line\r\nerror: \u202erevres` },
  }),
  call('Read', 'perception', { params: { file_path: `/home/mara/tidewatch/${longWord}/\u202egnp.md` } }),
  call('Task" >\n<parameter name="description', 'interaction', { params: { prompt: '[REDACTED:'.repeat(40) } }),
  call('mcp____', 'perception', { params: {} }),
  call('مرسى', 'perception', { params: { query: 'متى يكون المد العالي في الميناء؟ (Cuxhaven)' } }),
];

/** A message with every hostile text. */
export const hostileMessage = message(
  'assistant',
  [
    '# A heading that wants to be the page\u2019s',
    '',
    '<script>alert(1)</script> and <b onclick="alert(1)">bold</b>',
    '',
    '[run me](javascript:alert(1)), [data](data:text/html,<script>alert(1)</script>), [bank.example](https://evil.example/login), https://tides.example.org',
    '',
    '![pixel](https://evil.example/track.png?id=42)',
    '',
    'Right to left: \u202egnp.exe\u202c, zero width: pass\u200bword, bell \u0007, colour \u001b[31mred\u001b[0m.',
    '',
    longWord,
  ].join('\n'),
);
