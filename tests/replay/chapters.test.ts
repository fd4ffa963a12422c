import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefOf } from '../../src/replay/brief.ts';
import { chapterOfItems, chaptersOf, chapterWork } from '../../src/replay/chapters.ts';
import { indexSession } from '../../src/replay/indexSession.ts';
import type { SessionIndex } from '../../src/replay/sessionIndex.ts';
import { parseSessionText, type Session } from '../../src/session/index.ts';
import { totalsOf } from '../../src/session/internal.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const draw = (text: string): SessionIndex => indexSession(sessionFromText(text));

const outline = (index: SessionIndex): string[] =>
  chaptersOf(index).map(({ kind, id, calls }) => `${kind} ${id} ${calls.main}+${calls.inner}`);

describe('chapters', () => {
  it('begin with each prompt', () => {
    const index = draw(`
      0:00 user: Fix it
      0:01 Read(a.ts) 1s
      0:03 assistant: Fixed.
      0:10 user: And test it
      0:11 Bash(pnpm test) 1s failed: no
    `);
    expect(outline(index)).toEqual(['prompt event-001 1+0', 'prompt event-003 1+0']);
    expect(chaptersOf(index).map(({ answer, failed }) => [answer, failed.main])).toEqual([
      [2, 0],
      [undefined, 1],
    ]);
  });

  it('begin with an opening chapter for what was done before the first prompt', () => {
    const index = draw(`
      0:00 Read(a.ts) 1s
      0:10 user: Go on
      0:11 assistant: Yes.
    `);
    expect(outline(index)).toEqual(['opening tool-001 1+0', 'prompt event-001 0+0']);
  });

  it('have no opening chapter for what programs wrote before the first prompt', () => {
    const index = draw(`
      0:00 notice(hook): started
      0:01 user: Go on
      0:02 assistant: Yes.
    `);
    expect(outline(index)).toEqual(['prompt event-002 0+0']);
    expect(chaptersOf(index)[0]).toMatchObject({ first: 0, prompt: 1, last: 2 });
  });

  it('begin with a command only where the agent worked for it', () => {
    const index = draw(`
      0:00 user(command): /model
      0:01 user: Go on
      0:02 Read(a.ts) 1s
      0:04 user(command): /compact
      0:05 notice(compaction): 335000 -> 10000
      0:06 user(command): /review
      0:07 Read(b.ts) 1s
    `);
    expect(outline(index)).toEqual(['prompt event-002 1+0', 'command event-005 1+0']);
  });

  it('include an interruption in the chapter that it ended', () => {
    const index = draw(`
      0:00 user: Go on
      0:02 Read(a.ts) 1s
      0:04 notice(interruption): stopped
      0:06 user: No, so
    `);
    expect(chaptersOf(index).map(({ first, last }) => [first, last])).toEqual([
      [0, 2],
      [3, 3],
    ]);
  });

  it('include the runs that their calls started, even if those continue after the next prompt', () => {
    const index = draw(`
      0:00 user: Go on
      0:01 Task(look) 30s as explorer
        0:02 Read(a.ts) 1s
        0:20 Read(b.ts) 1s failed: none
      0:10 user: Meanwhile
      0:40 assistant: Done.
    `);
    expect(outline(index)).toEqual(['prompt event-001 1+2', 'prompt event-002 0+0']);
    expect(chaptersOf(index)[0]?.failed).toEqual({ main: 0, inner: 1 });
    const found = index.items.map(({ id }, at) => [id, chapterOfItems(index)[at]]);
    expect(found).toContainEqual(['sub-001-tool-002', 0]);
  });

  it('are a single opening one without prompts, and none without items', () => {
    expect(outline(draw('0:00 Read(a.ts) 1s'))).toEqual(['opening tool-001 1+0']);
    expect(outline(draw(''))).toEqual([]);
  });

  it('include what subagents did in a session without items of its own', () => {
    const session = sessionFromText('0:00 Task(look) 9s as explorer\n  0:01 Read(a.ts) 1s');
    const index = indexSession({ ...session, tool_calls: [] });
    expect(outline(index)).toEqual(['opening sub-001-tool-001 0+1']);
  });
});

/** Whether the figures of the chapters add up to those of the session. */
function expectToAddUp(session: Session): void {
  const index = indexSession(session);
  const chapters = chaptersOf(index);
  const sum = (figure: (chapter: (typeof chapters)[number]) => number): number =>
    chapters.reduce((all, chapter) => all + figure(chapter), 0);
  const { calls, failed } = totalsOf(session);
  expect({ main: sum((each) => each.calls.main), inner: sum((each) => each.calls.inner) }).toEqual(calls);
  expect({ main: sum((each) => each.failed.main), inner: sum((each) => each.failed.inner) }).toEqual(failed);
  expect(sum(({ items }) => items.length)).toBe(index.items.length);
  const { duration, gaps } = index.axes.squeezed;
  const active = gaps.reduce<number>((rest, { start, end }) => rest - (end - start), duration);
  if (chapters.length > 0) expect(Math.abs(sum(({ activeMs }) => activeMs) - active)).toBeLessThan(1);
  const { changed } = briefOf(index);
  expect(sum((each) => chapterWork(index, each).added)).toBe(changed.added);
  expect(sum((each) => chapterWork(index, each).removed)).toBe(changed.removed);
}

const samples = join(import.meta.dirname, '../../data/sessions');

describe('the figures of all chapters', () => {
  it.each(readdirSync(samples).filter((name) => name.endsWith('.json')))(
    'add up to those of the session: %s',
    (name) => {
      const { session } = parseSessionText(readFileSync(join(samples, name), 'utf8'), name);
      if (session === undefined) throw new Error(`${name} is no session`);
      expectToAddUp(session);
    },
  );
});
