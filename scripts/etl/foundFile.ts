import { basename, dirname, relative, sep } from 'node:path';
import type { Adapter, JoinedRun } from '../../src/adapters/index.ts';
import { type FileFacts, type FoundFile, type FoundSource, factsOf } from './collected.ts';
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

/** A source as it is sent to another thread, which finds the adapter and opens the files for itself. */
export interface SentSource {
  files: readonly FileFacts[];
  joined: readonly JoinedRun[] | undefined;
  ancestors: readonly FileFacts[] | undefined;
}

export function sentSource({ files, joined, ancestors }: FoundSource): SentSource {
  return { files: files.map(factsOf), joined, ancestors: ancestors?.map(factsOf) };
}

/** The source that another thread has sent. */
export function foundSource({ files, joined, ancestors }: SentSource, adapter: Adapter): FoundSource {
  return {
    adapter,
    files: files.map(foundFile),
    ...(joined === undefined ? {} : { joined }),
    ...(ancestors === undefined ? {} : { ancestors: ancestors.map(foundFile) }),
  };
}
