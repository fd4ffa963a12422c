import { describe, expect, it } from 'vitest';
import {
  splitLogLine,
  stripFrame,
  stripTerminal,
  withoutFrame,
} from '../../../../src/adapters/codex-log/lines/logLine.ts';

const encoder = new TextEncoder();

function lineOf(text: string, { ending = '\n', byteOffset = 100 } = {}) {
  const byteLength = encoder.encode(text + ending).length;
  return { text, line: 7, byteOffset, byteLength, ended: ending !== '' };
}

describe('undress', () => {
  it.each([
    ['[stderr]exec', 'tight', 'exec', 'stderr'],
    ['[stderr] exec', 'tight', ' exec', 'stderr'],
    ['[stderr] exec', 'spaced', 'exec', 'stderr'],
    ['[stderr]  succeeded in 5ms:', 'spaced', ' succeeded in 5ms:', 'stderr'],
    ['[stdout]Done.', 'tight', 'Done.', 'stdout'],
    ['[stderr]', 'spaced', '', 'stderr'],
    ['[stdin]x', 'tight', '[stdin]x', undefined],
    ['exec', 'tight', 'exec', undefined],
  ] as const)('removes the prefix of %j (%s)', (raw, prefix, text, from) => {
    expect(stripFrame(raw, { prefix })).toEqual(from === undefined ? { text } : { text, from });
  });

  it('removes colours only if the log is coloured', () => {
    const raw = '\u001b[1mexec\u001b[0m';
    expect(stripFrame(raw, { coloured: true })).toEqual({ text: 'exec' });
    expect(stripFrame(raw, { prefix: 'tight' })).toEqual({ text: raw });
    expect(stripFrame(raw, undefined)).toEqual({ text: raw });
  });
});

describe('stripTerminal', () => {
  it.each([
    ['\u001b[31;1mred\u001b[0m', 'red'],
    ['\u001b[1A\u001b[2Kline', 'line'],
    ['\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007', 'link'],
    ['\u001b]0;title\u001b\\text', 'text'],
    ['no escape', 'no escape'],
  ])('removes the sequences from %j', (raw, text) => {
    expect(stripTerminal(raw)).toBe(text);
  });
});

describe('splitLogLine', () => {
  it.each([
    ['bash -lc 灯 in /油 succeeded', ' succeeded', '\n', undefined],
    ['bash -lc 灯 in /油 succeeded', ' succeeded', '\r\n', undefined],
    ['bash -lc 灯 in /油 succeeded', ' succeeded', '', undefined],
    ['[stderr]ls in /油[stderr] succeeded', '[stderr] succeeded', '\n', { prefix: 'tight' }],
    ['ls \u001b[2min /油\u001b[0mcodex 灯', 'codex 灯', '\n', { coloured: true }],
  ] as const)('splits %j before %j so that both cover all its bytes', (raw, tailText, ending, frame) => {
    const line = withoutFrame(lineOf(raw, { ending }), frame);
    const at = line.text.length - tailText.length;
    const [head, tail] = splitLogLine(line, at, frame);
    expect(head.text + tailText).toBe(line.text);
    expect(head.byteOffset).toBe(line.byteOffset);
    expect(tail.byteOffset).toBe(head.byteOffset + head.byteLength);
    expect(head.byteLength + tail.byteLength).toBe(line.byteLength);
    expect(tail.ended).toBe(ending !== '');
    const bytes = encoder.encode(raw + ending);
    const rest = new TextDecoder().decode(bytes.subarray(head.byteLength)).trimEnd();
    expect(stripFrame(rest, frame).text).toBe(tail.text);
  });

  it('removes what a wrapper inserted into the middle of a line', () => {
    const frame = { prefix: 'tight' } as const;
    const line = withoutFrame(lineOf('[stderr]ls in /w[stderr] succeeded in 5ms:'), frame);
    const [, tail] = splitLogLine(line, 'ls in /w'.length, frame);
    expect(tail).toMatchObject({ text: ' succeeded in 5ms:', from: 'stderr' });
  });
});
