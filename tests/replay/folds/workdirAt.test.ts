import { describe, expect, it } from 'vitest';
import { endOf, indexSession, positionOf, startOf, workdirAt, workdirChange } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

function workdirAfter(text: string, run = 0) {
  const index = indexSession(sessionFromText(text));
  return workdirAt(index, endOf(index), run);
}

describe('workdirAt', () => {
  const index = indexSession(
    sessionFromText(
      '@ cwd /work\n0:00 user: a\n0:01 Bash(cd app && make)\n0:02 Read(b)\n0:03 Bash(cd app)\n0:04 Bash(ls)',
    ),
  );

  it('gives the session’s folder until a command goes elsewhere', () => {
    expect(workdirAt(index, startOf(index))).toEqual({ path: '/work', base: '/work', from: 'environment', since: -1 });
    expect(workdirAt(index, positionOf(index, 2))).toMatchObject({ path: '/work/app', from: 'cd', since: 1 });
  });

  it('gives the folder of the latest command, each starting again', () => {
    expect(workdirAt(index, positionOf(index, 3))).toMatchObject({ path: '/work/app', since: 1 });
    expect(workdirAt(index, endOf(index))).toMatchObject({ path: '/work', from: 'environment', since: 4 });
  });

  it('reports a change with its item, and none if the folder before is unknown', () => {
    const changes = index.items.map((item) => workdirChange(index, item));
    expect(changes).toEqual([
      undefined,
      { path: '/work/app', previous: '/work' },
      undefined,
      undefined,
      { path: '/work', previous: '/work/app' },
    ]);
    const unknown = indexSession(sessionFromText('0:00 user: a\n0:01 Bash(cd /app && make)'));
    expect(unknown.items.map((item) => workdirChange(unknown, item))).toEqual([undefined, undefined]);
  });

  it('takes the folder that a command states itself', () => {
    const session = sessionFromText('@ cwd /work\n0:00 exec(make)\n0:01 exec(cd deep)');
    const [first, second] = session.tool_calls;
    if (first !== undefined) first.input.params = { workdir: 'other' };
    if (second !== undefined) second.input.params = { cwd: '/third', command: 'cd deep' };
    const told = indexSession(session);
    expect(workdirAt(told, positionOf(told, 0))).toMatchObject({ path: '/work/other', from: 'parameter' });
    expect(workdirAt(told, endOf(told))).toMatchObject({ path: '/third/deep', from: 'cd' });
  });

  it('takes the folder from a notice, and starts later commands there', () => {
    const session = sessionFromText('@ cwd /work\n0:00 notice(info): moved\n0:01 Bash(cd src)');
    for (const event of session.events) if (event.type === 'notice') event.workdir = '/work/app';
    const told = indexSession(session);
    expect(workdirAt(told, positionOf(told, 0))).toMatchObject({ path: '/work/app', from: 'notice', since: 0 });
    expect(workdirAt(told, endOf(told))).toMatchObject({ path: '/work/app/src', from: 'cd' });
  });

  it('ignores a command that was not run, but follows one that failed later', () => {
    expect(workdirAfter('@ cwd /work\n0:00 Bash(cd app) denied').path).toBe('/work');
    expect(workdirAfter('@ cwd /work\n0:00 Bash(cd app && test) failed').path).toBe('/work/app');
  });

  it('gives each agent its own folder, and none if nothing states it', () => {
    const text = '@ cwd /work\n0:00 Task(b)\n  0:01 Bash(cd deep)';
    expect(workdirAfter(text, 0).path).toBe('/work');
    expect(workdirAfter(text, 1).path).toBe('/work/deep');
    const session = sessionFromText(text);
    for (const sub of session.sub_sessions) sub.environment = { cwd: '/tree' };
    const index = indexSession(session);
    expect(workdirAt(index, endOf(index), 1).path).toBe('/tree/deep');
    expect(workdirAfter('0:00 Bash(make)')).toEqual({ from: 'environment', since: -1 });
    expect(workdirAfter('0:00 Bash(cd app)').path).toBe('app');
  });

  it('stops at the longest possible path', () => {
    expect(workdirAfter(`@ cwd /work\n0:00 Bash(${'cd deep && '.repeat(20_000)}ls)`).path?.length).toBeLessThanOrEqual(
      4096,
    );
    expect(workdirAfter(`@ cwd /work\n0:00 Bash(cd ${'x'.repeat(100_000)})`).path).toBe('/work');
  });
});
