import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitUserText, type UserPart } from '../../../src/adapters/claude-code/userText.ts';
import { cpuMsOf } from '../../cpuTime.ts';

const cases: [string, string, UserPart[]][] = [
  ['plain words', 'hello <b>you</b>', [{ is: 'prompt', text: 'hello <b>you</b>' }]],
  ['a page of HTML', '<div>hello</div>', [{ is: 'prompt', text: '<div>hello</div>' }]],
  [
    'a tag of the CLI inside a prompt',
    'why <bash-input>ls</bash-input>?',
    [{ is: 'prompt', text: 'why <bash-input>ls</bash-input>?' }],
  ],
  ['a tag that never closes', '<system-reminder>half', [{ is: 'prompt', text: '<system-reminder>half' }]],
  [
    'a reminder before the words',
    '<system-reminder>\na\n</system-reminder>\n\nb',
    [
      { is: 'context', text: 'a', tag: 'system-reminder' },
      { is: 'prompt', text: 'b' },
    ],
  ],
  [
    'what the editor tells',
    '<ide_opened_file>x.ts</ide_opened_file> <ide_selection>y</ide_selection> fix',
    [
      { is: 'context', text: 'x.ts', tag: 'ide_opened_file' },
      { is: 'context', text: 'y', tag: 'ide_selection' },
      { is: 'prompt', text: 'fix' },
    ],
  ],
  [
    'a command, its name first',
    '<command-name>/plan</command-name>\n<command-message>plan</command-message>\n<command-args>a b</command-args>',
    [{ is: 'command', text: '/plan a b', label: undefined, contents: undefined }],
  ],
  [
    'a command, its message first',
    '<command-message>reviewing</command-message>\n<command-name>/pr</command-name>',
    [{ is: 'command', text: '/pr', label: 'reviewing', contents: undefined }],
  ],
  ['an output of a command', '<local-command-stdout></local-command-stdout>', [{ is: 'command_output', text: '' }]],
  ['a shell command', '<bash-input> ls </bash-input>', [{ is: 'shell', text: ' ls ' }]],
  [
    'both streams of a shell',
    '<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>',
    [{ is: 'shell_output', text: 'a\nb' }],
  ],
  ['a note', '<user-memory-input>use tabs</user-memory-input>', [{ is: 'memory', text: 'use tabs' }]],
  ['a hook', '<session-start-hook>on</session-start-hook>', [{ is: 'hook', text: 'on' }]],
  [
    'a teammate',
    '<teammate-message teammate_id="mei" summary="ok">done</teammate-message>',
    [{ is: 'teammate', text: 'done', from: 'mei', summary: 'ok' }],
  ],
  [
    'an interruption',
    '[Request interrupted by user for tool use]',
    [{ is: 'interruption', text: '[Request interrupted by user for tool use]' }],
  ],
  [
    'words about an interruption',
    '[Request interrupted by user] was there, why?',
    [{ is: 'prompt', text: '[Request interrupted by user] was there, why?' }],
  ],
  [
    'what follows a notification',
    '<task-notification><status>x</status></task-notification>\nRead the output.',
    [
      { is: 'notification', body: '<status>x</status>' },
      { is: 'context', text: 'Read the output.', tag: 'notification' },
    ],
  ],
];

const names = ['command-name', 'command-message', 'command-args', 'bash-stdout', 'bash-stderr', 'system-reminder', 'b'];
const tags = fc.constantFrom(...names.flatMap((name) => [`<${name}>`, `</${name}>`]));
const between = fc.constantFrom('', ' ', '\n', '<', '"', '\ud800');

describe('splitUserText', () => {
  it.each(cases)('reads %s', (_, text, parts) => {
    expect(splitUserText(text)).toEqual(parts);
  });

  it('loses no word, whatever the tags', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(tags, between), { maxLength: 20 }), (list) => {
        const text = list.map(([tag, mark], index) => `${tag}${mark}word${index}.`).join('');
        const kept = JSON.stringify(splitUserText(text));
        expect(list.flatMap((_, index) => (kept.includes(`word${index}.`) ? [] : [index]))).toEqual([]);
      }),
    );
  });

  it('takes linear time in the length of the text', async () => {
    for (const piece of [
      '<command-name>',
      '<a><b>',
      '<system-reminder></system-reminder>',
      '<teammate-message a="">',
    ]) {
      expect(await cpuMsOf(() => splitUserText(piece.repeat(20_000)))).toBeLessThan(2_000);
    }
  });
});
