import { expect, test } from 'vitest';
import { chineseDiagnostics } from '../../../src/components/import-report/chineseDiagnostics.ts';
import { type DiagnosticCode, diagnosticCatalogue } from '../../../src/session/diagnostics.ts';

const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];

/** What both languages write alike: code, and names that are no words. */
function untranslated(text: string): string[] {
  return [...text.matchAll(/`[^`]+`|U\+FFFD|UTF-8|STD-001|UUID|2\^53/g)].map(([found]) => found).sort();
}

test('every diagnostic has Chinese texts, and no other', () => {
  expect(Object.keys(chineseDiagnostics).sort()).toEqual([...codes].sort());
});

test.each(codes)('%s says in Chinese what it says in English', (code) => {
  const english = diagnosticCatalogue[code];
  const chinese = chineseDiagnostics[code];
  for (const part of ['meaning', 'remedy'] as const) {
    expect(chinese[part]).toMatch(/^[^a-z].*\p{Script=Han}.*。$/u);
    expect(new Set(untranslated(chinese[part]))).toEqual(new Set(untranslated(english[part])));
  }
});
