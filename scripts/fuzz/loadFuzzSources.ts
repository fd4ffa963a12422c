import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adapters, type SourceGroup } from '../../src/adapters/index.ts';
import { loadGroups } from '../../tests/helpers/loadGroups.ts';

const root = join(import.meta.dirname, '../..');
const corpus = join(root, '../shared/corpus');

/** Sources larger than this, in bytes, are left out: they slow runs down without being damaged in other ways. */
const LARGEST = 256 * 1024;

/** The sources to damage, by format: the samples, and with `withCorpus` also real logs where available. */
export async function loadFuzzSources(
  formats: readonly string[],
  withCorpus: boolean,
): Promise<ReadonlyMap<string, readonly SourceGroup[]>> {
  const byFormat = new Map<string, readonly SourceGroup[]>();
  const samples = await loadGroups(adapters, root, ['data/sources']);
  const logs = withCorpus && existsSync(corpus) ? await loadGroups(adapters, corpus, formats) : [];
  for (const id of formats) {
    const groups = [...samples, ...logs].filter(({ adapter, files }) => adapter.descriptor.id === id && isSmall(files));
    byFormat.set(id, groups);
  }
  return byFormat;
}

function isSmall(files: SourceGroup['files']): boolean {
  return files.reduce((sum, { size = 0 }) => sum + size, 0) <= LARGEST;
}
