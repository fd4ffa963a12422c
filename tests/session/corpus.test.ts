import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkSession,
  parseSession,
  parseSessionText,
  sessionSchema,
  sessionV30Schema,
} from '../../src/session/index.ts';
import { listFiles } from '../helpers/sourceFiles.ts';
import { lostLeaves } from './lostLeaves.ts';

const folder = join(import.meta.dirname, '../../../shared/corpus/std001');
const files = listFiles(folder).filter((name) => name.endsWith('.json'));
const invalid = files.filter((name) => name.includes('2026-01-28-002'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** What the files themselves get wrong. */
const faults: Readonly<Record<string, readonly string[]>> = {
  '2026-01-26-004-architecture-diagram': ['uncovered-calls'],
};

describe.skipIf(files.length === 0)('real sessions (skipped where the corpus is absent)', () => {
  it.each(files.filter((name) => !invalid.includes(name)))('reads %s without losing anything', (name) => {
    const { session } = parseSessionText(read(name), name);
    expect(sessionV30Schema.safeParse(session).error).toBeUndefined();
    expect(sessionSchema.safeParse(session).error).toBeUndefined();
    if (session === undefined) return;
    expect(lostLeaves(JSON.parse(read(name)), session)).toEqual([]);
    expect(parseSession(session).session).toBe(session);
    expect(checkSession(session).map(({ code }) => code)).toEqual(faults[session.session_id] ?? []);
  });

  it.each(invalid)('rejects %s, which is no JSON', (name) => {
    const { session, diagnostics } = parseSessionText(read(name), name);
    expect(session).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'invalid-json', at: { file: name, line: 5, column: 30 }, actual: '洞' },
    ]);
  });
});
