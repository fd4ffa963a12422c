import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const entry = 'virtual:component';

/**
 * Bytes, minified and gzipped, that one component adds to an application: its code and all its imports, without React and without what is
 * loaded later.
 */
export async function measureSize(name: string, index: string): Promise<number> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'one-component',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export { ${name} } from ${JSON.stringify(index)};` : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        external: [/^react(?:-dom)?(?:\/|$)/],
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const bundles = Array.isArray(result) ? result : [result];
  const chunks = bundles.flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = byFile.get(fileName);
    if (chunk?.type !== 'chunk' || first.has(fileName)) return;
    first.add(fileName);
    chunk.imports.forEach(add);
  };
  for (const chunk of chunks) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk.fileName);
  return [...first]
    .map((fileName) => byFile.get(fileName))
    .reduce((sum, chunk) => sum + (chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0), 0);
}
