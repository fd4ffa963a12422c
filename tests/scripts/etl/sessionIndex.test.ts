import { describe, expect, it, vi } from 'vitest';
import {
  createNameBook,
  type IndexEntry,
  indexJson,
  nameSessions,
  sourceKey,
  type UnnamedSession,
} from '../../../scripts/etl/sessionIndex.ts';

const unnamed = (source: string, ownId?: string, created_at = '2026-02-01T10:00:00.000Z'): UnnamedSession => ({
  source,
  key: 'session',
  created_at,
  task_title: `About ${source}`,
  ownId,
});

const known = (session_id: string, source: string): IndexEntry => ({
  session_id,
  source,
  key: 'session',
  task_title: 'Known',
  status: 'success',
  created_at: '2026-02-01T09:00:00.000Z',
  total_duration_ms: 0,
  model_id: 'unknown',
  tool_calls_count: 0,
  failed_calls_count: 0,
  source_format: 'std001',
});

function namesOf(sessions: UnnamedSession[], before: IndexEntry[] = [], onDisk: string[] = []) {
  const book = createNameBook();
  for (const entry of before) book.add(entry.session_id, sourceKey(entry));
  for (const name of onDisk) book.add(name);
  const names = nameSessions(sessions, book);
  return sessions.map((session) => names.get(sourceKey(session)));
}

describe('nameSessions', () => {
  it('numbers sessions within their day, in order of time', () => {
    expect(namesOf([unnamed('b', undefined, '2026-02-01T11:00:00.000Z'), unnamed('a')])).toEqual([
      { id: '2026-02-01-002-about-b' },
      { id: '2026-02-01-001-about-a' },
    ]);
  });

  it('numbers sessions without a time among themselves, without a date', () => {
    const undated = { ...unnamed('a'), created_at: undefined };
    const own = { ...unnamed('b', 'undated-004-memo'), created_at: undefined };
    expect(namesOf([undated, unnamed('c')])).toEqual([{ id: 'undated-001-about-a' }, { id: '2026-02-01-001-about-c' }]);
    expect(namesOf([undated, own])).toEqual([{ id: 'undated-005-about-a' }, { id: 'undated-004-memo' }]);
    expect(namesOf([undated], [], ['undated-007-of-before'])).toEqual([{ id: 'undated-008-about-a' }]);
  });

  it('lets a session of the standard keep its id, and numbers the others after it', () => {
    expect(namesOf([unnamed('a'), unnamed('b', '2026-02-01-013-report'), unnamed('c', '2026-01-31-002-库存')])).toEqual(
      [{ id: '2026-02-01-014-about-a' }, { id: '2026-02-01-013-report' }, { id: '2026-01-31-002-库存' }],
    );
  });

  it.each([
    'f1d4c2b8-90ae',
    '2026-02-01-001-../../etc',
    '2026-02-01-001-a/b',
    '2026-02-01-001',
    `2026-02-01-001-${'x'.repeat(61)}`,
  ])('names %s by its title: it is no name of the standard', (ownId) =>
    expect(namesOf([unnamed('a', ownId)])).toEqual([{ id: '2026-02-01-001-about-a' }]),
  );

  it.each([
    ['a session of another source', [known('2026-02-01-001-memo', 'other')], []],
    ['a file that no index knows', [], ['2026-02-01-001-memo']],
    ['a name in other letters, as some disks tell none apart', [], ['2026-02-01-001-Memo']],
  ])('renames a session whose id belongs to %s, and reports it', (_, before, onDisk) => {
    expect(namesOf([unnamed('a', '2026-02-01-001-memo')], before, onDisk)).toEqual([
      { id: '2026-02-01-002-about-a', lost: '2026-02-01-001-memo' },
    ]);
  });

  it("keeps a session's name, whatever the session says now", () => {
    const before = [known('2026-02-01-004-first', 'a')];
    expect(namesOf([unnamed('a', '2026-02-01-001-memo')], before)).toEqual([{ id: '2026-02-01-004-first' }]);
  });
});

it('names the index that has more sessions than one text can name', () => {
  // Writing a text of that length takes seconds.
  vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
    throw new RangeError('Invalid string length');
  });
  expect(() => indexJson('out/index/private.json', [known('2026-02-01-001-memo', 'a')])).toThrow(
    /^out\/index\/private\.json would know more sessions/,
  );
});
