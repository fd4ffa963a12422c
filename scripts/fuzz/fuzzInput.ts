import type { SourceGroup } from '../../src/adapters/index.ts';
import { createRandom, damageFile } from '../../src/adapters/testing/damageFile.ts';
import { bytesOf, fileOf } from '../../tests/helpers/sourceFiles.ts';

/** A source held as bytes, so that it can be changed, read in chunks of any size, and saved. */
export interface FuzzInput {
  group: SourceGroup;
  files: readonly Uint8Array[];
  ancestors: readonly Uint8Array[];
}

/** Picks one of the sources and damages one of its files; the seed alone decides which and how. */
export async function makeInput(groups: readonly SourceGroup[], seed: number): Promise<FuzzInput> {
  const random = createRandom(seed);
  const group = random.pick(groups);
  const files = await Promise.all(group.files.map(bytesOf));
  const ancestors = await Promise.all((group.ancestors ?? []).map(bytesOf));
  const chosen = random.below(2) === 0 ? 0 : random.below(files.length + ancestors.length);
  const damage = (bytes: Uint8Array, index: number) => (index === chosen ? damageFile(bytes, random) : bytes);
  return {
    group,
    files: files.map(damage),
    ancestors: ancestors.map((bytes, index) => damage(bytes, files.length + index)),
  };
}

/** The source as an adapter reads it, in chunks of `chunkBytes`. */
export function sourceOf({ group, files, ancestors }: FuzzInput, chunkBytes: number): SourceGroup {
  const fileAt = (names: readonly { name: string }[], index: number, bytes: Uint8Array) =>
    fileOf(names[index]?.name ?? '', bytes, chunkBytes);
  return {
    ...group,
    files: files.map((bytes, index) => fileAt(group.files, index, bytes)),
    ...(group.ancestors === undefined
      ? {}
      : { ancestors: ancestors.map((bytes, index) => fileAt(group.ancestors ?? [], index, bytes)) }),
  };
}
