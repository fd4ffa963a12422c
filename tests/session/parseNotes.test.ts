import { expect, test } from 'vitest';
import { type NotesFile, parseNotesText } from '../../src/session/index.ts';

const file: NotesFile = {
  format: 'agent-replay-notes',
  version: 1,
  session_id: 'some-session',
  notes: [
    { id: 'note-1', on: { kind: 'item', item: 'tool-001' }, text: '', created_at: '2026-03-14T08:05:00Z' },
    {
      id: 'note-2',
      on: { kind: 'line', item: 'tool-001', path: 'src/a.ts', side: 'new', line: 3 },
      text: 'Why <b>this</b>?',
      created_at: '2026-03-14T08:05:00+02:00',
      author: 'Reader',
    },
    { id: 'note-3', on: { kind: 'range', from_ms: 0, to_ms: 10 }, text: 'Slow', created_at: '2026-03-14T08:05:00Z' },
  ],
};

test('what is written is read again, with fields that this version does not know', () => {
  const more = { ...file, later: { is: 'kept' } };
  expect(parseNotesText(`\uFEFF${JSON.stringify(more)}`)).toEqual({ file: more, faults: [] });
});

test.each<[name: string, text: string, at: string]>([
  ['no JSON', '{"format": "agent-replay-notes",\n  "version": }', 'line 2, column 14'],
  ['another format', JSON.stringify({ ...file, format: 'std-001' }), '/format'],
  ['a later version', JSON.stringify({ ...file, version: 2 }), '/version'],
  ['no list', JSON.stringify({ ...file, notes: 'none' }), '/notes'],
  [
    'a place of an unknown kind',
    JSON.stringify({ ...file, notes: [{ ...file.notes[0], on: { kind: 'page' } }] }),
    '/notes/0/on/kind',
  ],
  [
    'a line numbered from 0',
    JSON.stringify({ ...file, notes: [{ ...file.notes[1], on: { ...file.notes[1]?.on, line: 0 } }] }),
    '/notes/0/on/line',
  ],
  [
    'no time',
    JSON.stringify({ ...file, notes: [{ ...file.notes[0], created_at: 'yesterday' }] }),
    '/notes/0/created_at',
  ],
  ['an id twice', JSON.stringify({ ...file, notes: [file.notes[0], file.notes[0]] }), '/notes/1/id'],
  [
    'a range that ends before it begins',
    JSON.stringify({ ...file, notes: [{ ...file.notes[2], on: { kind: 'range', from_ms: 9, to_ms: 3 } }] }),
    '/notes/0/on/to_ms',
  ],
])('%s is refused, with the place of the fault', (_, text, at) => {
  const { file: read, faults } = parseNotesText(text);
  expect(read).toBeUndefined();
  expect(faults[0]).toMatchObject({ at, expected: expect.stringMatching(/./), actual: expect.stringMatching(/./) });
});
