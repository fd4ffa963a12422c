import { expect, test } from 'vitest';
import { briefOf, endOf, exactTerm, filesAt, indexSession, profileOf, workDone } from '../../src/replay/index.ts';
import { createSearchTexts, parseQuery, searchSteps } from '../../src/replay/search/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';
import { plainReading } from './search/plainReading.ts';

const index = indexSession(
  sessionFromText(`
    @ cwd /repo
    0:00 user: Go
    0:01 Edit(src/a.ts) failed: no such text
    0:02 Edit(/repo/src/a.ts) 1s
    0:04 Edit(./src/a.ts) 1s
    0:06 Write(src/../src/a.ts) 1s
    0:08 Edit(other/a.ts) 1s
    0:10 assistant: Done.`),
);

function found(query: string | undefined): (string | undefined)[] {
  const steps = searchSteps(createSearchTexts(index, plainReading), parseQuery(query ?? ''));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return [...value.items].map((at) => index.items[at]?.id);
  }
}

const edits = ['tool-002', 'tool-003', 'tool-004'];

test('a file that calls spell in several ways is one file, in the brief, the state, the profile and the chapters', () => {
  const { changed, fates } = briefOf(index);
  expect(changed.files.map(({ path, items }) => [path, items.length])).toEqual([
    ['/repo/src/a.ts', 3],
    ['/repo/other/a.ts', 1],
  ]);
  expect(fates).toMatchObject({ mended: 1, left: 0 });
  expect(filesAt(index, endOf(index)).map(({ path, changes }) => [path, changes])).toEqual([
    ['/repo/src/a.ts', 3],
    ['/repo/other/a.ts', 1],
  ]);
  const { rows } = profileOf(index, { by: 'file' });
  expect(rows.map(({ name }) => name)).toEqual(['/repo/src/a.ts', '/repo/other/a.ts']);
  expect(workDone(index, index.outline).files.map(({ path }) => path)).toEqual(['/repo/src/a.ts', '/repo/other/a.ts']);
});

test.each(['/repo/src/a.ts', 'src/a.ts', './src/a.ts'])('the search for exactly %s finds all its calls', (path) => {
  expect(found(`${exactTerm('file', path)} is:change`)).toEqual(edits);
});

test('a log that states no folder still has one name for a path with and without a dot', () => {
  const bare = indexSession(sessionFromText('0:00 user: Go\n0:01 Edit(./a.ts) 1s\n0:03 Edit(a.ts) 1s'));
  expect(briefOf(bare).changed.files.map(({ path, items }) => [path, items.length])).toEqual([['a.ts', 2]]);
});
