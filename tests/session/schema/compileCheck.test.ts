import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sessionEventSchema, subSessionSchema, toolCallSchema } from '../../../src/session/index.ts';
import { compileCheck } from '../../../src/session/schema/compileCheck.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';

const folder = join(import.meta.dirname, '../../../data/sessions');
const sessions = listFiles(folder)
  .filter((path) => /^[^/]+\.json$/.test(path))
  .map((path) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, unknown[]>);
const schemas = { tool_calls: toolCallSchema, events: sessionEventSchema, sub_sessions: subSessionSchema };
const lists = Object.entries(schemas).map(([name, schema]) => ({
  name,
  schema,
  check: compileCheck(schema),
  items: sessions.flatMap((session) => session[name] ?? []),
}));

/** All places in a value, as paths. */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

/** A copy with another value at a place; without the place where that value is undefined. */
function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  const inner = changed(copy[key], rest, to);
  if (inner === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = inner;
  return copy;
}

describe.each(lists)('the check of $name', ({ schema, check, items }) => {
  test('accepts all samples', () => {
    expect(items.length).toBeGreaterThan(10);
    expect(items.filter((item) => !check(item))).toEqual([]);
  });

  test('says of a changed item what its schema says', () => {
    const verdicts = new Set<boolean>();
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(undefined, -1, 0.5, Number.POSITIVE_INFINITY, '', 'success'),
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat(), values, (which, where, to) => {
        const item = items[which % items.length];
        const places = placesOf(item);
        const odd = changed(item, places[where % places.length] ?? [], to);
        const { success } = schema.safeParse(odd);
        expect(check(odd)).toBe(success);
        verdicts.add(success);
      }),
      { numRuns: 300 },
    );
    expect(verdicts.size).toBe(2);
  });
});

test('asks the schema itself where it has something that the check does not know', () => {
  const odd = z.array(z.strictObject({ at: z.iso.datetime(), n: z.number().max(3).optional() })).min(1);
  const check = compileCheck(odd);
  for (const value of [
    [],
    [{ at: 'x' }],
    [{ at: '2026-01-01T00:00:00Z', n: 4 }],
    [{ at: '2026-01-01T00:00:00Z', m: 1 }],
  ])
    expect(check(value)).toBe(false);
  expect(check([{ at: '2026-01-01T00:00:00Z', n: 3 }])).toBe(true);
});
