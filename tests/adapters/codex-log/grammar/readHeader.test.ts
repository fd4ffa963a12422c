import { describe, expect, it } from 'vitest';
import { eraOf, readHeader } from '../../../../src/adapters/codex-log/grammar/header.ts';
import { readDuration, readExecOutcome } from '../../../../src/adapters/codex-log/grammar/readTool.ts';

const read = (text: string) => {
  const lines = text.split('\n');
  return readHeader((index) => lines[index]);
};

describe('readHeader', () => {
  it('omits a field that the header names without a value', () => {
    const header = read('OpenAI Codex v0.150.0\n--------\nworkdir: /a\nmodel:\nsession id: \n--------\nuser');
    expect(header?.meta).toEqual({ version: '0.150.0', workdir: '/a' });
  });

  it('reads every field, and keeps unknown ones', () => {
    const header = read(
      'OpenAI Codex v0.150.0\n--------\nworkdir: /a: b\nmodel: m\nprovider: p\napproval: never\nsandbox: s\nreasoning effort: high\nreasoning summaries: auto\nprofile: night\nsession id: x\n--------\nuser',
    );
    expect(header).toEqual({
      meta: {
        version: '0.150.0',
        workdir: '/a: b',
        model: 'm',
        provider: 'p',
        approval: 'never',
        sandbox: 's',
        reasoningEffort: 'high',
        reasoningSummaries: 'auto',
        sessionId: 'x',
        other: { profile: 'night' },
      },
      lineCount: 12,
      closed: true,
    });
  });

  it('treats a hostile key as a plain key', () => {
    const header = read('OpenAI Codex v1\n--------\nworkdir: /a\n__proto__: x\n--------');
    expect(Object.hasOwn(header?.meta.other ?? {}, '__proto__')).toBe(true);
  });

  it.each([
    ['a sentence', 'OpenAI Codex v1.0.0 is out\n--------\nworkdir: /a'],
    ['a banner alone', 'OpenAI Codex v1.0.0\nworkdir: /a'],
    ['no workdir', 'OpenAI Codex v1.0.0\n--------\nmodel: a\nprovider: b\napproval: c\nworkdir: /a\n--------'],
  ])('finds none in %s', (_, text) => expect(read(text)).toBeUndefined());

  it('reads what is there of a truncated header', () => {
    expect(read('OpenAI Codex v0.57.0\n--------\nworkdir: /a\nmod')).toMatchObject({ lineCount: 4, closed: false });
  });
});

describe('eraOf', () => {
  it.each([
    ['0.36.0', true, true, 'stamped'],
    ['0.44.0', true, false, 'cut'],
    ['0.117.0', true, false, 'cut'],
    ['0.118.0', true, false, 'whole'],
    ['0.118.0-alpha.2', true, false, 'whole'],
    ['1.2.0', false, false, 'whole'],
    ['0.0.0', true, false, 'cut'],
    ['X.Y.Z', true, false, 'cut'],
    ['X.Y.Z', false, false, 'whole'],
  ])('recognises %s', (version, preview, stamped, era) => {
    expect(eraOf(preview ? { version, preview } : { version }, stamped)).toBe(era);
  });
});

describe('readExecOutcome', () => {
  it.each([
    [' succeeded in 53ms:', { start: 0, ok: true, code: 0, durationMs: 53 }],
    [' exited -1 in 2.04s:', { start: 0, ok: false, code: -1, durationMs: 2040 }],
    [' declined:', { start: 0, ok: false, status: 'declined' }],
    [' in progress in 10ms:', { start: 0, ok: false, status: 'in progress', durationMs: 10 }],
    ['ls succeded in 9ms:', { start: 2, ok: true, code: 0, durationMs: 9 }],
    ['it has succeeded:', { start: 6, ok: true, code: 0 }],
    [' succeeded in 5 ms:', undefined],
    ['succeededly in 5ms:', undefined],
  ])('reads %s', (line, outcome) => expect(readExecOutcome(line)).toEqual(outcome));

  it('reads the durations of every version', () => {
    expect(['42ms', '1.23s', '1m 15s', '1m15s', '2h'].map(readDuration)).toEqual([42, 1230, 75_000, 75_000, undefined]);
  });
});
