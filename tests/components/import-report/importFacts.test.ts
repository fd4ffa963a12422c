import { expect, it } from 'vitest';
import { importFacts } from '../../../src/components/import-report/ImportReport.tsx';
import type { Provenance, Session } from '../../../src/session/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';

const provenance: Provenance = {
  source_format: 'wf',
  sources: [],
  account: { records: 20, converted: 10, unknown: 1, ignored: { a: 2, b: 6 }, dropped: 1 },
  diagnostics: { 'glued-records': 1, 'not-known-yet': 2, 'torn-record': 1 },
  redactions: {},
};

it('adds up records, says why some were ignored, and lists the most severe diagnostics first', () => {
  const facts = importFacts({ ...replaySession, provenance });
  expect(facts?.fates.reduce((sum, { count }) => sum + count, 0)).toBe(facts?.records);
  expect(facts?.ignored).toEqual([
    { reason: 'b', count: 6 },
    { reason: 'a', count: 2 },
  ]);
  expect(facts?.diagnostics.map(({ code, known }) => [code, known?.severity])).toEqual([
    ['torn-record', 'data-loss'],
    ['glued-records', 'info'],
    ['not-known-yet', undefined],
  ]);
});

it('never takes a property name of JavaScript for a code, and is undefined without a provenance', () => {
  const facts = importFacts({ ...replaySession, provenance: { ...provenance, diagnostics: { constructor: 1 } } });
  expect(facts?.diagnostics).toEqual([{ code: 'constructor', count: 1, known: undefined }]);
  const { provenance: _, ...written } = replaySession;
  expect(importFacts(written as Session)).toBeUndefined();
});
