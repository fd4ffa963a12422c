import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentStore } from '../../src/adapters/index.ts';

/** A content store on disk: each content is a file in the folder, written as it comes. */
export function createDiskContents(folder: string): ContentStore {
  const names = new Set<string>();
  return {
    put({ name, bytes }) {
      if (names.has(name)) return;
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), bytes);
      names.add(name);
    },
    contents: () =>
      Array.from(names, (name) => ({
        name,
        get bytes() {
          return readFileSync(join(folder, name));
        },
      })),
  };
}
