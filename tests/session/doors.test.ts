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

it('leads to no schema through the door for other layers, so that a first load is free of zod', async () => {
  expect(await packagesBehind('internal.ts')).toEqual([]);
  expect(await packagesBehind('index.ts')).toContain('zod');
});
