import { describe, expect, it } from 'vitest';
import { filesSteps } from '../../../src/replay/folds/filesAt.ts';
import { endOf, filesAt, indexSession, positionOf } from '../../../src/replay/index.ts';
import type { FilePatch } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

describe('filesAt', () => {
  it('lists the files touched so far, with what was done to them and by which calls', () => {
    const session = sessionFromText(`
      0:00 Read(a.ts)
      0:01 Read(b.ts) failed
      0:02 Edit(a.ts)
      0:03 Write(new.ts)
      0:04 Read(a.ts)
      0:05 Grep(src)
      0:06 Edit(new.ts)
    `);
    session.summary.files_created = ['new.ts'];
    const index = indexSession(session);
    expect(filesAt(index, positionOf(index, 0))).toEqual([
      { path: 'a.ts', access: 'read', first: 0, last: 0, changes: 0, reads: 1 },
    ]);
    expect(filesAt(index, endOf(index))).toEqual([
      { path: 'a.ts', access: 'modified', first: 0, last: 4, lastChange: 2, changes: 1, reads: 2 },
      { path: 'new.ts', access: 'created', first: 3, last: 6, lastChange: 6, changes: 2, reads: 0 },
    ]);
  });

  it('matches a file that the summary spells differently', () => {
    const session = sessionFromText('0:00 Write(web/src/Marks.tsx)\n0:01 Write(web/src/OtherMarks.tsx)');
    session.summary.files_created = ['Marks.tsx', '/home/me/web/src/Gone.tsx'];
    const index = indexSession(session);
    expect(filesAt(index, endOf(index)).map(({ path, access }) => [path, access])).toEqual([
      ['web/src/Marks.tsx', 'created'],
      ['web/src/OtherMarks.tsx', 'modified'],
    ]);
  });

  it('gives the same result however much of the session was looked through before', () => {
    const text = Array.from({ length: 3000 }, (_, n) => `0:00 ${n % 3 === 0 ? 'Edit' : 'Read'}(file-${n % 700}.ts)`);
    const session = sessionFromText(text.join('\n'));
    const whole = indexSession(session);
    const expected = filesAt(whole, endOf(whole));
    expect(expected).toHaveLength(700);
    const steps = [...filesSteps(indexSession(session))].length;
    expect(steps).toBe(3);
    for (let taken = 0; taken <= steps; taken += 1) {
      const index = indexSession(session);
      const begun = filesSteps(index);
      for (let n = 0; n < taken; n += 1) begun.next();
      expect(filesAt(index, endOf(index))).toEqual(expected);
      expect([...begun]).toEqual([]);
    }
  });

  it('counts what subagents touch', () => {
    const index = indexSession(sessionFromText('0:00 Task(b)\n  0:01 Edit(a.ts)'));
    expect(filesAt(index, endOf(index))).toMatchObject([{ path: 'a.ts', first: 1 }]);
  });

  it('takes every file from the recorded patches of a call', () => {
    const session = sessionFromText('0:00 apply_patch(x)\n0:01 apply_patch(y)');
    const patches: FilePatch[][] = [
      [
        { path: 'a', change: 'added' },
        { path: 'b', change: 'modified' },
        { path: 'b', change: 'deleted' },
        { path: 'old', change: 'renamed', moved_to: 'new' },
        { path: 'same', change: 'renamed' },
      ],
      [{ path: 'a', change: 'modified' }],
    ];
    for (const [i, call] of session.tool_calls.entries()) call.output.result = { patches: patches[i] ?? [] };
    const index = indexSession(session);
    expect(filesAt(index, endOf(index)).map(({ path, access, changes }) => `${path} ${access} ${changes}`)).toEqual([
      'a created 2',
      'b deleted 1',
      'old deleted 1',
      'new created 1',
      'same modified 1',
    ]);
  });

  it('does not count the folder of a search as a file', () => {
    const session = sessionFromText('0:00 Grep(x)\n0:01 view(y)\n0:02 list_directory(z)');
    for (const call of session.tool_calls)
      Object.assign(call, { tool_category: 'perception', input: { params: { path: 'src' } } });
    const index = indexSession(session);
    expect(filesAt(index, endOf(index))).toMatchObject([{ path: 'src', first: 1, reads: 1 }]);
  });

  it('handles paths named like an object’s built-in properties', () => {
    const index = indexSession(sessionFromText('0:00 Read(__proto__)\n0:01 Read(constructor)'));
    expect(filesAt(index, endOf(index)).map(({ path }) => path)).toEqual(['__proto__', 'constructor']);
  });
});
