import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSession, parseSession, sessionSchema, sessionV30Schema } from '../../src/session/index.ts';
import { arbitrarySession } from './arbitrarySession.ts';
import { lostLeaves } from './lostLeaves.ts';

const file = 'made/some-session.json';

describe('parseSession with arbitrary JSON', { timeout: 60_000 }, () => {
  it('never throws, and gives a session or the reason why not', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), arbitrarySession), (json) => {
        const { session, diagnostics } = parseSession(json, { file });
        if (session === undefined) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
        else {
          expect(sessionV30Schema.safeParse(session).error).toBeUndefined();
          expect(sessionSchema.safeParse(session).error).toBeUndefined();
          checkSession(session);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('loses no text and no number', () => {
    fc.assert(
      fc.property(arbitrarySession, (json) => {
        const { session } = parseSession(json, { file });
        if (session !== undefined) expect(lostLeaves(json, session)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('changes nothing when run again', () => {
    fc.assert(
      fc.property(arbitrarySession, (json) => {
        const { session } = parseSession(json, { file });
        if (session === undefined) return;
        const written: unknown = JSON.parse(JSON.stringify(session));
        const again = parseSession(written);
        expect(again.session).toEqual(written);
        expect(again.diagnostics).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('does not change its input', () => {
    fc.assert(
      fc.property(arbitrarySession, (json) => {
        const before = JSON.stringify(json);
        parseSession(json, { file });
        expect(JSON.stringify(json)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});
