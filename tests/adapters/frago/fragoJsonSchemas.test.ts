import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fragoJsonSchemas } from '../../../src/adapters/frago/index.ts';
import { listFiles } from '../../helpers/sourceFiles.ts';

const folder = join(import.meta.dirname, '../../../schemas');

describe('published JSON Schemas of Frago’s entities', () => {
  const schemas = fragoJsonSchemas();

  it('are the four entities', () => {
    expect([...schemas.keys()].sort()).toEqual(listFiles(folder).filter((name) => name.startsWith('frago-')));
    expect(schemas.size).toBe(4);
  });

  it.each([...schemas])('%s is current (node scripts/write-frago-schemas.ts)', (name, text) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  });
});
