import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const session = join(import.meta.dirname, '../../src/session');

async function packagesBehind(door: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(session, door)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
  });
  const [output] = Object.values(metafile.outputs);
  return [...new Set(output?.imports.map(({ path }) => path))];
}

it('loads no schema through the internal entry, so that a first load contains no zod', async () => {
  expect(await packagesBehind('internal.ts')).toEqual([]);
  expect(await packagesBehind('index.ts')).toContain('zod');
});
