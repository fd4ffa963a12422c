import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePatchText } from '../../../src/adapters/codex-rollout/patches.ts';

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('parsePatchText', () => {
  it('reads added, changed, renamed and deleted files', () => {
    const text = patch(
      '*** Add File: a.ts',
      '+one',
      '+',
      '*** Update File: b.ts',
      '*** Move to: c.ts',
      '@@ function f() {',
      ' same',
      '-old',
      '+new',
      '*** Delete File: d.ts',
    );
    expect(parsePatchText(text)).toEqual([
      {
        path: 'a.ts',
        change: 'added',
        hunks: [{ old_start: 0, old_lines: 0, new_start: 1, new_lines: 2, lines: ['+one', '+'] }],
      },
      {
        path: 'b.ts',
        change: 'renamed',
        moved_to: 'c.ts',
        hunks: [
          {
            old_start: 0,
            old_lines: 2,
            new_start: 0,
            new_lines: 2,
            lines: [' same', '-old', '+new'],
            context: 'function f() {',
          },
        ],
      },
      { path: 'd.ts', change: 'deleted' },
    ]);
  });

  it("accepts lines before a hunk's first header, empty lines, and the end-of-file mark", () => {
    const [file] = parsePatchText(patch('*** Update File: a.ts', '-x', '', '@@', '+y', '*** End of File'));
    expect(file?.hunks?.map(({ lines }) => lines)).toEqual([['-x', ' '], ['+y']]);
  });

  it('keeps lines that look like marks but have a sign before them', () => {
    const [file] = parsePatchText(patch('*** Add File: a.md', '+*** Update File: not-this.ts', '+@@'));
    expect(file?.hunks?.[0]?.lines).toEqual(['+*** Update File: not-this.ts', '+@@']);
  });

  it('accepts CRLF, and skips text outside of files', () => {
    expect(parsePatchText('noise\r\n*** Begin Patch\r\n*** Delete File: a.ts\r\n')).toEqual([
      { path: 'a.ts', change: 'deleted' },
    ]);
    expect(parsePatchText('no patch at all')).toEqual([]);
  });

  it('counts every line once, whatever the text', () => {
    const line = fc.oneof(
      fc.constantFrom('*** Update File: x', '*** Add File: y', '*** Move to: z', '@@', '@@ ctx', '*** End of File', ''),
      fc.string({ maxLength: 8 }).map((text) => `+${text.replaceAll(/[\r\n]/g, '')}`),
      fc.string({ maxLength: 8 }).map((text) => `-${text.replaceAll(/[\r\n]/g, '')}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        for (const { hunks = [] } of parsePatchText(patch(...lines))) {
          for (const { old_lines, new_lines, lines: said } of hunks) {
            expect(said.filter((each) => !each.startsWith('+')).length).toBe(old_lines);
            expect(said.filter((each) => !each.startsWith('-')).length).toBe(new_lines);
          }
        }
      }),
    );
  });
});
