import { createBuilders } from './builders.ts';

const { call } = createBuilders(100);

const esc = '\u001b[';

/** Every colour and style that terminals have names for. */
export const palette = [
  ...['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map(
    (name, at) =>
      `${esc}3${at}m${name.padEnd(9)}${esc}9${at}mbright${esc}0m  ${esc}2;3${at}mdim${esc}0m  ${esc}4${at}m ground ${esc}0m ${esc}10${at}m bright ${esc}0m ${esc}7;3${at}m inverse ${esc}0m`,
  ),
  `${esc}1mbold${esc}22m ${esc}2mdim${esc}22m ${esc}3mitalic${esc}23m ${esc}4munderline${esc}24m ${esc}7minverse${esc}27m ${esc}9mstrike${esc}29m ${esc}8mconcealed${esc}0m`,
  `${Array.from({ length: 18 }, (_, at) => `${esc}38;5;${16 + at * 12}m${16 + at * 12}`.padEnd(14)).join(' ')}${esc}0m`,
  `${Array.from({ length: 24 }, (_, at) => `${esc}38;5;${232 + at}m\u2588\u2588`).join('')}${esc}0m`,
  `${Array.from({ length: 36 }, (_, at) => `${esc}38;2;${at * 7};${255 - at * 7};128m\u2588`).join('')}${esc}0m`,
  `${esc}48;2;20;60;20;38;2;30;70;30m too near to be read ${esc}0m ${esc}48;2;250;240;120m default on light ${esc}0m ${esc}48;5;17;97m white on navy ${esc}0m`,
].join('\n');

/** A program that overwrites its own output. */
export const progress = [
  ...Array.from({ length: 20 }, (_, at) => `\rfetching tide tables ${at * 5}%`),
  '\rfetching tide tables 100%\n',
  'stations: Husum',
  '\b\b\b\b\bCuxhaven\n',
  'harmonics  \u2026\nzones      \u2026\n',
  `${esc}2A${esc}2Kharmonics  ${esc}32mdone${esc}0m\n${esc}2Kzones      ${esc}32mdone${esc}0m\n`,
  '\u4e0b\u8f7d 10%\r\u4e0b\u8f7d 100%\n',
].join('');

/** Sequences that do more than set colours. */
export const hostileOutput = [
  '\u001b]8;;javascript:alert(1)\u0007press me\u001b]8;;\u0007 and \u001b]8;;https://evil.example/login\u0007bank.example\u001b]8;;\u0007',
  '\u001b]8;;https://tides.example.org/cuxhaven\u001b\\tides of Cuxhaven\u001b]8;;\u001b\\',
  '\u001b]0;a title of its own\u0007title set, \u001b]52;c;cm0gLXJmIH4=\u0007clipboard written, \u001b[5i\u001b[?1049hscreen changed',
  'right to left: \u202egnp.exe\u202c, zero width: pass\u200bword, bell: \u0007, null: \u0000',
  '<script>alert(1)</script> <img src=x onerror=alert(1)>',
  'key: [REDACTED:api-key]',
  'a sequence without its end: \u001b]0;the rest of the line',
  'a line without its end: \u001b[38;2;1',
  `\u001b[31m${'tide'.repeat(1250)}`,
  '\u001b[0m\u001b[9999999999A\u001b[9999999999Cstill here',
].join('\n');

/** That many lines of a test run. */
export function testRun(lines: number): string {
  return Array.from({ length: lines }, (_, at) => {
    if (at % 997 === 996)
      return `${esc}31m\u2717${esc}39m tests/tides/month${at % 12}.test.ts:${at % 300}:7 > high water ${at}: expected 60 to be 120`;
    return `${esc}32m\u2713${esc}39m tests/tides/month${at % 12}.test.ts > high water ${at} ${esc}2m${at % 40} ms${esc}22m`;
  }).join('\n');
}

/** An output that Codex cut. */
export const cutOutput = [
  'Total output lines: 412',
  '',
  ...Array.from({ length: 70 }, (_, at) => `data/stations/north-sea.csv:${at + 1}: Cuxhaven`),
  '[... omitted 284 of 412 lines ...]',
  ...Array.from({ length: 58 }, (_, at) => `data/stations/north-sea.csv:${at + 355}: Husum`),
].join('\n');

/** A program's output that names file locations in several forms. */
export const places = [
  'src/tides/local.ts:22:9 - error TS2339: Property \u2018offset\u2019 does not exist.',
  'src/export/ical.ts(57,3): error TS2304: Cannot find name \u2018zone\u2019.',
  '    at parseStation (file:///home/mara/tidewatch/src/stations/parseStation.ts:14:27)',
  '  File "scripts/fit_harmonics.py", line 88, in fit',
  '  --> crates/tides/src/lib.rs:3:9',
  'served at http://localhost:8080 since 12:30:45',
].join('\n');

const root = '/home/mara/tidewatch';

export const longRun = call('Bash', 'action', {
  seconds: 4300,
  duration_ms: 74_300,
  outcome: 'failed',
  description: 'Run every test',
  params: { command: 'pnpm vitest run', workdir: root },
  result: {
    text: `${testRun(1040)}\n\n Tests  1 failed | 1039 passed (1040)`,
    exit_code: 1,
    stderr: 'warning: no time zone data for 2027',
  },
});

export const inOtherFolder = call('Bash', 'action', {
  seconds: 4310,
  duration_ms: 320,
  params: { command: 'git -c color.ui=always status --short', workdir: `${root}/packages/forecast-engine` },
  result: { text: ` ${esc}31mM${esc}m src/harmonics/m2.ts\n${esc}31m??${esc}m notes.md`, exit_code: 0 },
});

export const chineseRun = call('Bash', 'action', {
  seconds: 4315,
  duration_ms: 3200,
  outcome: 'failed',
  params: { command: 'pnpm test -- \u821f\u5c71\u6e2f', workdir: root },
  result: {
    text: `${esc}31m\u5931\u8d25${esc}39m tests/\u6e2f\u53e3.test.ts:14 > \u821f\u5c71\u6e2f\u5341\u6708\u9ad8\u6f6e\n\u65ad\u8a00\u5931\u8d25\uff1a\u5e94\u4e3a 06:12\uff0c\u5b9e\u9645\u4e3a 05:12`,
    exit_code: 1,
  },
});
