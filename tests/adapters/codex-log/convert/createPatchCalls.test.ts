import { describe, expect, it } from 'vitest';
import { sessionOf } from '../convertLog.ts';
import { cutLog, wholeLog } from '../logText.ts';

describe('patches', () => {
  const patch = [
    'file update',
    'A /srv/oil/a.md',
    'one',
    'two',
    'M /srv/oil/b.md',
    '@@ -1,2 +1,2 @@',
    ' x',
    '-y',
    '+z',
    'R /srv/oil/c.md -> /srv/oil/d.md',
    'D /srv/oil/e.md',
    'gone',
  ];

  it("become one call with all files, without the turn's diff", async () => {
    const diff = [
      'file update:',
      'diff --git a/a.md b/a.md',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/a.md',
      '@@ -0,0 +1,2 @@',
      '+one',
      '+two',
      '',
    ];
    const log = cutLog(
      ...patch,
      'apply_patch(auto_approved=true) exited 0 in 64ms:',
      'Success.',
      ...diff,
      ...diff,
      'codex',
      'Hi.',
    );
    const session = await sessionOf(log);
    expect(session.tool_calls).toHaveLength(1);
    expect(session.tool_calls[0]).toMatchObject({
      tool_name: 'apply_patch',
      duration_ms: 64,
      output: {
        result: {
          display: '+3 −2 in 4 files',
          patches: [
            { path: '/srv/oil/a.md', change: 'added', hunks: [{ new_lines: 2, lines: ['+one', '+two'] }] },
            { path: '/srv/oil/b.md', change: 'modified', hunks: [{ old_start: 1, lines: [' x', '-y', '+z'] }] },
            { path: '/srv/oil/c.md', change: 'renamed', moved_to: '/srv/oil/d.md' },
            { path: '/srv/oil/e.md', change: 'deleted', hunks: [{ lines: ['-gone'] }] },
          ],
        },
      },
    });
    expect(session.summary.files_created).toEqual(['/srv/oil/a.md']);
    expect(session.events.filter((event) => event.type === 'notice' && event.kind === 'diff')).toHaveLength(1);
    expect(session.provenance?.account).toMatchObject({ ignored: { repeated_diff: 1 } });
  });

  it('show a file that was moved and changed under both names', async () => {
    const moved = ['file update', 'M /srv/oil/a.md -> /srv/oil/b.md', '@@ -1,1 +1,1 @@', '-x', '+y'];
    const session = await sessionOf(cutLog(...moved, 'apply_patch(auto_approved=true) exited 0 in 4ms:', 'Success.'));
    expect(session.tool_calls[0]?.output.result?.patches).toMatchObject([
      { path: '/srv/oil/a.md', change: 'renamed', moved_to: '/srv/oil/b.md', hunks: [{ lines: ['-x', '+y'] }] },
    ]);
  });

  it('that fail change no file', async () => {
    const session = await sessionOf(
      cutLog(...patch, 'apply_patch(auto_approved=true) exited 1 in 4ms:', 'no such lines'),
    );
    expect(session.tool_calls[0]).toMatchObject({ outcome: 'failed', output: { error: 'no such lines' } });
    expect(session.summary).toMatchObject({ files_created: [], files_modified: [] });
  });

  it("since 0.118 take the content of new files from the turn's next diff", async () => {
    const diff = (...files: string[]) =>
      files.flatMap((file) => [
        `diff --git a/${file} b/${file}`,
        `index ${'1'.repeat(40)}..${'2'.repeat(40)}`,
        `--- a/${file}`,
        `+++ b/${file}`,
        '@@ -1,1 +1,1 @@',
        '-a',
        '+b',
      ]);
    const apply = (...files: string[]) => [
      'apply patch',
      'patch: completed',
      ...files.map((file) => `/srv/oil/${file}`),
    ];
    const { tool_calls } = await sessionOf(
      wholeLog(...apply('x'), ...diff('x'), '', ...apply('x', 'y'), ...diff('x', 'y'), '', 'codex', 'Hi.'),
    );
    const patches = tool_calls.map(({ output }) =>
      output.result?.patches?.map(({ path, hunks }) => [path, hunks?.length]),
    );
    expect(patches).toEqual([
      [['/srv/oil/x', 1]],
      [
        ['/srv/oil/x', undefined],
        ['/srv/oil/y', 1],
      ],
    ]);
    expect(tool_calls[0]?.inferred).toContain('output.result.patches');
  });

  const diffOf = (path: string, line: string, ...index: string[]): string[] => [
    ...[
      `diff --git a/${path} b/${path}`,
      ...index,
      `--- a/${path}`,
      `+++ b/${path}`,
      '@@ -1 +1 @@',
      '-old',
      `+${line}`,
    ],
  ];

  it('given as diffs, as in the document, become calls with their files and the result after them', async () => {
    const session = await sessionOf(
      cutLog(
        ...['file update:', ...diffOf('a.md', 'one'), 'apply_patch(...) exited 0 in 8ms:', 'Success.'],
        ...['file update', ...diffOf('b.md', 'two'), 'apply_patch({"x":1}) exited 1 in 9ms:', 'no such lines'],
        ...['file update:', ...diffOf('c.md', 'three'), 'codex', 'Done.'],
      ),
    );
    expect(session.tool_calls).toMatchObject([
      {
        tool_name: 'apply_patch',
        outcome: 'succeeded',
        duration_ms: 8,
        output: { result: { display: '+1 −1 in 1 file' } },
      },
      { outcome: 'failed', duration_ms: 9, output: { error: 'no such lines' } },
      {
        outcome: 'succeeded',
        inferred: expect.arrayContaining(['outcome']),
        output: { result: { patches: [{ path: 'c.md', hunks: [{ lines: ['-old', '+three'] }] }] } },
      },
    ]);
    expect(session.summary.files_modified).toEqual(['a.md', 'c.md']);
    expect(session.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it("are recognised by the turn's diff, which has the same files and full object names", async () => {
    const full = `index ${'1'.repeat(40)}..${'2'.repeat(40)}`;
    const patched = ['file update', 'M /srv/oil/a.md', '@@ -1 +1 @@', '-old', '+one'];
    const applied = [...patched, 'apply_patch(auto_approved=true) exited 0 in 8ms:', 'Success.'];
    const callsWith = async (...diff: string[]): Promise<number> =>
      (await sessionOf(cutLog(...applied, 'file update:', ...diff, 'codex', 'Done.'))).tool_calls.length;
    expect(await callsWith(...diffOf('a.md', 'one'))).toBe(1);
    expect(await callsWith(...diffOf('a.md', 'one', full), ...diffOf('b.md', 'two', full))).toBe(1);
    expect(await callsWith(...diffOf('b.md', 'two'))).toBe(2);
  });

  it("shown only by the turn's diffs are kept once each", async () => {
    const full = `index ${'1'.repeat(40)}..${'2'.repeat(40)}`;
    const first = ['file update:', ...diffOf('a.md', 'one', full)];
    const second = [...first, ...diffOf('b.md', 'two', full)];
    const { tool_calls } = await sessionOf(cutLog(...first, 'codex', 'And b.', ...second, 'codex', 'Done.'));
    const paths = tool_calls.map(({ output }) => output.result?.patches?.map(({ path }) => path));
    expect(paths).toEqual([['a.md'], ['b.md']]);
  });
});
