import { join } from 'node:path';
import type { Adapter } from '../../src/adapters/contract.ts';
import { groupSources, joinPointed, type SourceGroup } from '../../src/adapters/groupSources.ts';
import { readSample } from '../../src/adapters/read/createSample.ts';
import { fileOf, readFolder } from './sourceFiles.ts';

/**
 * The sources below folders, as the given adapters group them; file names are relative to `root`. Where several adapters claim a file, the
 * first is taken.
 */
export async function loadGroups(
  adapters: readonly Adapter[],
  root: string,
  folders: readonly string[] = [''],
): Promise<SourceGroup[]> {
  const claimed = [];
  for (const folder of folders) {
    for (const [path, bytes] of readFolder(join(root, folder))) {
      const file = fileOf(folder === '' ? path : `${folder}/${path}`, bytes);
      const sample = await readSample(file.name, file.bytes());
      for (const adapter of adapters) {
        const detection = adapter.detect(sample);
        if (detection.grade === 'no') continue;
        claimed.push({ file, adapter, role: detection.role });
        break;
      }
    }
  }
  return joinPointed(groupSources(claimed));
}
