import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDiagnosticsDoc } from '../../scripts/make-diagnostics-doc.ts';
import { makeSchemas } from '../../scripts/make-schema.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the published files of the standard', () => {
  it.each([...makeSchemas()])('include a current schemas/%s (node scripts/make-schema.ts)', (name, text) => {
    expect(read(`schemas/${name}`)).toBe(text);
  });

  it('include a current docs/diagnostics.md (node scripts/make-diagnostics-doc.ts)', () => {
    expect(read('docs/diagnostics.md')).toBe(makeDiagnosticsDoc());
  });
});
