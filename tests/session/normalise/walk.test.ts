import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Diagnostic } from '../../../src/session/index.ts';
import type { JsonObject } from '../../../src/session/json/values.ts';
import { openFieldReader } from '../../../src/session/normalise/leftovers.ts';
import { normalise, type Table, withoutUnknownFields } from '../../../src/session/normalise/walk.ts';
import { isoTime, level } from '../../../src/session/schema/std001v30.ts';

const table: Table<{ author: string }> = {
  schema: z.looseObject({
    title: z.string().min(1),
    pages: z.number().int().nonnegative(),
    weight: z.number().nonnegative(),
    tags: z.array(z.string()),
    printed_at: isoTime,
    sold_at: isoTime.optional(),
    rank: level,
    mood: level.optional(),
    press: z.looseObject({ name: z.string() }),
    cover: z.looseObject({ text: z.string() }).optional(),
    notes: z.array(z.looseObject({ text: z.string(), page: z.number().optional() })).optional(),
    author: z.string(),
  }),
  last: ['notes'],
  rules: {
    author: { infer: ({ context }) => context.author },
    title: { infer: ({ owner }) => `A book by ${String(owner.author)}` },
    pages: { infer: () => 0 },
    weight: { infer: () => 0 },
    tags: { read: (value) => (typeof value === 'string' ? value.split(' ') : value), infer: () => [] },
    printed_at: { infer: '2026-01-01T00:00:00.000Z' },
    sold_at: {},
    rank: { infer: 'low' },
    mood: {},
    press: { fields: { name: { infer: 'unknown' } } },
    cover: { text: 'text', fields: { text: { infer: '' } } },
    notes: { entry: 'a note', text: 'text', fields: { text: { infer: ({ index }) => `note ${index}` } } },
  },
};

const book = {
  title: 'T',
  pages: 7,
  weight: 0.5,
  tags: ['a'],
  printed_at: '2026-02-01T10:00:00.000Z',
  rank: 'high',
  press: { name: 'P' },
  author: 'Ann',
};

function read(raw: JsonObject) {
  const diagnostics: Diagnostic[] = [];
  const reader = openFieldReader(raw, ['books', 0], (diagnostic) => diagnostics.push(diagnostic));
  const fields = normalise(raw, table, { context: { author: 'Ann' }, reader, index: 0 });
  const said = diagnostics.map(({ code, at, actual, expected }) => [code, at?.pointer, actual, expected].join(' | '));
  return { fields, said, ...reader.fields() };
}

describe('normalise', () => {
  it('keeps fitting fields unchanged and in order', () => {
    const result = read(book);
    expect(result).toEqual({ fields: book, said: [] });
    expect(Object.keys(result.fields)).toEqual(Object.keys(book));
  });

  it('infers every missing required field, and names it', () => {
    const { fields, said, inferred } = read({});
    expect(fields).toEqual({
      title: 'A book by Ann',
      pages: 0,
      weight: 0,
      tags: [],
      printed_at: '2026-01-01T00:00:00.000Z',
      rank: 'low',
      press: { name: 'unknown' },
      author: 'Ann',
    });
    expect(inferred).toEqual(['author', 'title', 'pages', 'weight', 'tags', 'printed_at', 'rank', 'press.name']);
    expect(said).toEqual([]);
  });

  it.each([
    ['author', 7, 'Ann', 'schema-violation | /books/0/author | 7 | a string'],
    ['title', ' ', 'A book by Ann', 'schema-violation | /books/0/title | " " | a string that is not empty'],
    ['pages', 1.5, 0, 'schema-violation | /books/0/pages | 1.5 | a whole number, 0 or more'],
    ['weight', -1, 0, 'schema-violation | /books/0/weight | -1 | a number, 0 or more'],
    ['tags', [1], [], 'schema-violation | /books/0/tags | an array of 1 | an array of strings'],
    ['rank', 'critical', 'high', 'unknown-value | /books/0/rank | "critical" | high'],
    ['rank', 'soso', 'low', 'unknown-value | /books/0/rank | "soso" | low'],
    ['rank', 3, 'low', 'schema-violation | /books/0/rank | 3 | a string'],
    ['printed_at', 'noon', '2026-01-01T00:00:00.000Z', 'invalid-time | /books/0/printed_at | "noon" | ISO 8601'],
  ])('replaces %s: %j by %j, reports it and keeps the original', (name, value, expected, diagnostic) => {
    const { fields, said, inferred, extensions } = read({ ...book, [name]: value });
    expect(fields[name]).toEqual(expected);
    expect(said).toEqual([diagnostic]);
    expect(inferred).toEqual([name]);
    expect(extensions).toEqual({ std001: { [name]: value } });
  });

  it('replaces a required object of the wrong type, and keeps the original', () => {
    const { fields, said, extensions } = read({ ...book, press: 'P' });
    expect(fields.press).toEqual({ name: 'unknown' });
    expect(said).toEqual(['schema-violation | /books/0/press | "P" | an object']);
    expect(extensions).toEqual({ std001: { press: 'P' } });
  });

  it('converts another form of a field without a diagnostic', () => {
    const { fields, said } = read({ ...book, tags: 'a b', cover: 'blue' });
    expect(fields).toMatchObject({ tags: ['a', 'b'], cover: { text: 'blue' } });
    expect(said).toEqual([]);
  });

  it('reads numbers as seconds or milliseconds since 1970 in times', () => {
    for (const printed_at of [1769940000, 1769940000000]) {
      const { fields, extensions } = read({ ...book, printed_at });
      expect(fields.printed_at).toBe('2026-02-01T10:00:00.000Z');
      expect(extensions).toEqual({ std001: { printed_at } });
    }
  });

  it('keeps a missing optional field absent, and leaves one that does not fit to the schema', () => {
    expect(read({ ...book, mood: 'soso', cover: 5 }).fields).toEqual({ ...book, mood: 'soso', cover: 5 });
    const { fields, said, inferred } = read({ ...book, mood: 'weak', sold_at: 'noon' });
    expect(fields).toEqual({ ...book, mood: 'low' });
    expect(said).toHaveLength(2);
    expect(inferred).toBeUndefined();
  });

  it('normalises the entries of a list, and removes from each what does not fit', () => {
    const notes = [{ page: 3 }, 'short', 7, { text: 'long', page: 'x' }];
    const { fields, said, inferred, extensions } = read({ notes, ...book });
    expect(fields.notes).toEqual([{ text: 'note 0', page: 3 }, { text: 'short' }, { text: 'long' }]);
    expect(Object.keys(fields).at(-1)).toBe('notes');
    expect(said).toEqual([
      'schema-violation | /books/0/notes/2 | 7 | a note',
      expect.stringMatching(/^schema-violation \| \/books\/0\/notes\/3\/page \| "x" \| /),
    ]);
    expect(inferred).toEqual(['notes.0.text']);
    expect(extensions).toEqual({ std001: { notes: { 2: 7, 3: { page: 'x' } } } });
  });

  it('keeps fields without a rule and unknown fields, including `__proto__`', () => {
    const raw = JSON.parse('{"__proto__": 1, "isbn": 2, "inferred": ["pages"]}') as JsonObject;
    const { fields, inferred } = read({ ...book, ...raw });
    expect(Object.entries(fields)).toEqual(
      expect.arrayContaining([
        ['__proto__', 1],
        ['isbn', 2],
      ]),
    );
    expect(inferred).toEqual(['pages']);
  });
});

describe('withoutUnknownFields', () => {
  it('moves fields that the schema does not know to the leftovers, even in nested objects with rules', () => {
    const raw = { ...book, isbn: 1, press: { name: 'P', town: 'T' }, notes: [{ text: 'n', by: 'me' }], gone: null };
    expect(withoutUnknownFields(raw, table)).toEqual({
      ...book,
      notes: [{ text: 'n' }],
      extensions: { std001: { isbn: 1, press: { town: 'T' }, notes: { 0: { by: 'me' } } } },
    });
  });
});
