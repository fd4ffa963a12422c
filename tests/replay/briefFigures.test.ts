import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { briefOf, causeKey, exactTerm, indexSession, type SessionIndex } from '../../src/replay/index.ts';
import { createSearchTexts, parseQuery, searchSteps } from '../../src/replay/search/index.ts';
import { parseSession, type Session } from '../../src/session/index.ts';
import { longSession } from '../../stories/data/longSession.ts';
import { plainReading } from './search/plainReading.ts';

/** What a search finds, as positions in `SessionIndex.items`. */
function found(index: SessionIndex, query: string | undefined): number[] {
  const steps = searchSteps(createSearchTexts(index, plainReading), parseQuery(query ?? ''));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return [...value.items];
  }
}

const ascending = (items: readonly number[]): number[] => [...new Set(items)].sort((a, b) => a - b);

function expectFiguresFound(session: Session): void {
  const index = indexSession(session);
  const { asked, changed, broke, checks, compactions } = briefOf(index);
  expect(found(index, 'is:prompt')).toEqual(asked.prompts);
  expect(found(index, 'is:command')).toEqual(asked.commands);
  expect(found(index, 'is:compaction')).toEqual(compactions);
  expect(found(index, 'is:error')).toEqual(ascending(broke.flatMap(({ items }) => items)));
  expect(found(index, 'is:check')).toEqual(ascending(checks.flatMap(({ runs }) => runs.map(({ item }) => item))));
  const edits = changed.files.flatMap(({ items }) => items);
  expect(ascending(edits).filter((item) => !found(index, 'is:change').includes(item))).toEqual([]);
  for (const { cause, items } of broke) expect(found(index, exactTerm('cause', causeKey(cause)))).toEqual(items);
  for (const { name, runs } of checks) {
    const query = exactTerm('command', name);
    if (query !== undefined) expect(found(index, `${query} is:check`)).toEqual(runs.map(({ item }) => item));
  }
  for (const { path, items } of changed.files) {
    const query = exactTerm('file', path);
    if (query !== undefined) expect(found(index, `${query} is:change`)).toEqual(ascending(items));
  }
}

const folder = join(import.meta.dirname, '../../data/sessions');
/** Real sessions too, where `AGENT_SESSIONS` names a folder of converted ones. */
const folders = [folder, process.env.AGENT_SESSIONS ?? ''].filter((each) => each !== '');

test.each(folders)('%s: the search of every figure of a brief finds exactly what the figure counts', (from) => {
  for (const name of readdirSync(from).filter((each) => each.endsWith('.json') && each !== 'index.json')) {
    const { session } = parseSession(JSON.parse(readFileSync(join(from, name), 'utf8')));
    if (session !== undefined) expectFiguresFound(session);
  }
});

test('the search of every figure of a long session finds exactly what the figure counts', () => {
  expectFiguresFound(longSession(2000));
});
