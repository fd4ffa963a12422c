import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTerminal, readTerminalInSteps } from '../../../src/components/terminal-output/screen/readTerminal.ts';
import type { TerminalLine } from '../../../src/components/terminal-output/screen/textStyle.ts';
import { growthOf } from '../../cpuTime.ts';

const esc = '\u001b';

/** The text of each line. */
const shown = (text: string): string[] => readTerminal(text).map((line) => line.text);

/** `red[0-3]`: what each run covers, and how. */
const runs = ({ text, runs }: TerminalLine): [string, object][] =>
  runs.map(({ from, to, style }) => [text.slice(from, to), style]);

const firstRuns = (text: string): [string, object][] => runs(readTerminal(text)[0] ?? { text: '', runs: [] });

test.each([
  ['nothing', '', []],
  ['lines, however they end', 'one\ntwo\r\nthree\n', ['one', 'two', 'three']],
  ['an empty line between two', 'one\n\ntwo', ['one', '', 'two']],
  ['a bar that is drawn again', '10%\r20%\r100%', ['100%']],
  ['a shorter text over a longer one', 'loading\rdone', ['doneing']],
  ['a line that was erased first', `loading\r${esc}[Kdone`, ['done']],
  ['a line that was erased whole', `loading${esc}[2K\rdone`, ['done']],
  ['a beginning that was erased', `loading${esc}[3D${esc}[1K`, ['     ng']],
  ['backspaces', 'Husum\b\b\b\b\bCuxhaven', ['Cuxhaven']],
  ['lines above, written over', `a\nb\n${esc}[2AX\nY\n`, ['X', 'Y']],
  ['lines above, at their ends', `one\ntwo${esc}[A!`, ['one!', 'two']],
  ['what stood below, erased', `a\nb\nc${esc}[2A\r${esc}[Jz`, ['z']],
  ['a column', `ab${esc}[5Gc`, ['ab  c']],
  ['a place that was kept', `ab${esc}[s-later${esc}[uX`, ['abXlater']],
  ['a place that was kept the old way', `ab${esc}7-later${esc}8X`, ['abXlater']],
  ['a cleared screen: nothing is lost', `first${esc}[2J${esc}[Hsecond`, ['first', 'second']],
  ['frames, one below the other', `${esc}[Hone${esc}[Htwo${esc}[1;1Hthree`, ['one', 'two', 'three']],
  ['places in a frame', `${esc}[H${esc}[2;3Hx${esc}[1;1f`, ['', '  x']],
  ['another screen', `shell${esc}[?1049heditor${esc}[?1049lshell`, ['shell', 'editor', 'shell']],
  ['wide characters', '\u4e0b\u8f7d 10%\r\u4e0b\u8f7d 99%', ['\u4e0b\u8f7d 99%']],
  ['half of a wide character', '\u4e0b\u8f7d\rabc', ['abc ']],
  ['a tab that is written over', 'a\tb\rx', ['x       b']],
  ['a title', `${esc}]0;title\u0007text`, ['text']],
  ['a clipboard, a device control', `${esc}]52;c;cm0=${esc}\\a${esc}Pq#0${esc}\\b`, ['ab']],
  ['a string without its end', `${esc}]0;rest\nnext`, ['0;rest', 'next']],
  ['a sequence without its end', `text${esc}[38;2;1\nnext`, ['text', 'next']],
  ['C1 forms', '\u009b31mred\u009b0m\u009d0;title\u009c', ['red']],
  ['what no one can see stays, to be shown', 'bell \u0007 null \u0000 \u202e', ['bell \u0007 null \u0000 \u202e']],
])('%s', (_, text, lines) => {
  expect(shown(text)).toEqual(lines);
});

test('styles are set, changed and reset', () => {
  expect(firstRuns(`${esc}[1;31mfail${esc}[22m ${esc}[4;9mx${esc}[m.`)).toEqual([
    ['fail', { bold: true, ink: { kind: 'named', index: 1 } }],
    [' ', { ink: { kind: 'named', index: 1 } }],
    ['x', { ink: { kind: 'named', index: 1 }, underline: true, strike: true }],
  ]);
});

test.each([
  ['bright', '95', { ink: { kind: 'named', index: 13 } }],
  ['ground', '43', { ground: { kind: 'named', index: 3 } }],
  ['bright ground', '104', { ground: { kind: 'named', index: 12 } }],
  ['one of 256 that is named', '38;5;9', { ink: { kind: 'named', index: 9 } }],
  ['one of the cube', '38;5;196', { ink: { kind: 'exact', rgb: 0xff0000 } }],
  ['a grey', '48;5;232', { ground: { kind: 'exact', rgb: 0x080808 } }],
  ['one of all', '38;2;1;2;3', { ink: { kind: 'exact', rgb: 0x010203 } }],
  ['with colons', '38:2:1:2:3', { ink: { kind: 'exact', rgb: 0x010203 } }],
  ['with colons and a colour space', '38:2::1:2:3', { ink: { kind: 'exact', rgb: 0x010203 } }],
  ['behind another', '1;38;2;1;2;3;4', { bold: true, ink: { kind: 'exact', rgb: 0x010203 }, underline: true }],
  ['a curly line', '4:3', { underline: true }],
  ['inverse, dim, italic', '7;2;3', { inverse: true, dim: true, italic: true }],
])('%s: CSI %s m', (_, codes, style) => {
  expect(firstRuns(`${esc}[${codes}mx`)).toEqual([['x', style]]);
});

test.each(['0', '39;49', '8', '5', '38;5;256', '38;2;256;0;0', '38;2', '99;;;'])(
  'the sequence CSI %s m sets no colour',
  (codes) => {
    expect(firstRuns(`${esc}[${codes}mx`)).toEqual([]);
  },
);

test('styles continue across lines and over overwritten text', () => {
  expect(readTerminal(`${esc}[32mone\ntwo\rTW`).map(runs)).toEqual([
    [['one', { ink: { kind: 'named', index: 2 } }]],
    [['TWo', { ink: { kind: 'named', index: 2 } }]],
  ]);
});

test.each([
  ['https', 'https://tides.example.org/a;b', 'https://tides.example.org/a;b'],
  ['http', 'http://tides.example.org/', 'http://tides.example.org/'],
])('a link to %s is kept', (_, address, href) => {
  expect(firstRuns(`${esc}]8;id=1;${address}${esc}\\here${esc}]8;;${esc}\\ not`)).toEqual([['here', { link: href }]]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ssh://x', '//x.example', 'https:', ' '])(
  'a link to %s becomes text',
  (address) => {
    expect(firstRuns(`${esc}]8;;${address}\u0007here`)).toEqual([]);
  },
);

const piece = fc.oneof(
  fc.constantFrom('\r', '\n', '\b', '\t', `${esc}`, '\u009b', `${esc}]8;;`, '\u0007', `${esc}[`, '\u0090', `${esc}\\`),
  fc.constantFrom('a', 'tide', '\u6f6e', '\u0301', '\ud83c\udf0a', '1', ';', '0'),
  fc.constantFrom('A', 'B', 'C', 'D', 'G', 'H', 'J', 'K', 'm', 's', 'u').map((command) => `${esc}[${command}`),
  fc.integer({ min: 0, max: 999_999_999 }).map((n) => `${esc}[${n}A`),
  fc.tuple(fc.nat(400), fc.nat(400)).map(([row, column]) => `${esc}[${row};${column}H`),
);

test('for any output, runs are in order and inside their line, and nothing throws', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { text, runs } of readTerminal(pieces.join(''))) {
        let last = 0;
        for (const { from, to } of runs) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(text.length);
        expect(text).not.toContain('\n');
      }
    }),
  );
});

test('text without sequences is unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[ -~\u4e00-\u4e10]{0,12}$/), { maxLength: 8 }), (lines) => {
      const text = lines.join('\n');
      const seen = shown(text);
      expect(seen.join('\n')).toBe(text.endsWith('\n') ? text.slice(0, -1) : text);
    }),
  );
});

test('reading in steps gives the same result, and does pause', () => {
  const text = Array.from({ length: 3000 }, (_, at) => `${esc}[3${at % 8}mline ${at}\r${at}`).join('\n');
  let stops = 0;
  const steps = readTerminalInSteps(text);
  let step = steps.next();
  while (!step.done) {
    stops += 1;
    step = steps.next();
  }
  expect(stops).toBeGreaterThan(2);
  expect(step.value).toEqual(readTerminal(text));
});

test.each([
  ['moves up and erases', `${esc}[1A${esc}[K`],
  ['carriage returns', 'x\r'],
  ['backspaces', 'x\b'],
  ['far columns', `${esc}[999C`],
  ['frames', `${esc}[H`],
  ['far places', `${esc}[50;50Hx`],
  ['open links', `${esc}]8;;`],
  ['open sequences', `${esc}[`],
  ['erased beginnings', `${esc}[1Kx`],
  ['kept places', `${esc}[sx${esc}[u`],
  ['rows that are erased and made again', `${esc}[J${esc}[A\n`],
  ['two long rows, written in turn', `${'x'.repeat(2000)}\n${esc}[A${esc}[A\r`],
])('%s take linear time', { retry: 2 }, (_, unit) => {
  expect(growthOf(readTerminal, unit.repeat(Math.ceil(30_000 / unit.length)))).toBeLessThan(32);
});
