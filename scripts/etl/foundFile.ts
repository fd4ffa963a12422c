import { basename, dirname, relative, sep } from 'node:path';
import type { FileFacts, FoundFile } from './collected.ts';
import { readChunks, readRange } from './readChunks.ts';
import { isBucketAddress } from './store/openStore.ts';
import { storedFile } from './store/storedFiles.ts';

export function foundFile(facts: FileFacts): FoundFile {
  const { path, root } = facts;
  if (isBucketAddress(path)) return storedFile(facts);
  return {
    ...facts,
    name: root === dirname(path) ? basename(path) : relative(root, path).replaceAll(sep, '/'),
    bytes: () => readChunks(path),
    range: (offset, length) => readRange(path, offset, length),
  };
}
