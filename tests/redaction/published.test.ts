import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRedactionDoc } from '../../scripts/make-redaction-doc.ts';

test('the table of rules in docs/redaction.md is current (node scripts/make-redaction-doc.ts)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/redaction.md'), 'utf8');
  expect(page).toBe(makeRedactionDoc(page));
});
