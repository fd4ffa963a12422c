import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SourceFile } from '../../src/adapters/index.ts';

/**
 * A source file held in memory, given in chunks of `chunkBytes`. All chunks share one buffer, so each is valid only until the next is asked
 * for.
 */
export function fileOf(name: string, content: string | Uint8Array, chunkBytes = 64 * 1024): SourceFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *bytes() {
      const buffer = new Uint8Array(Math.min(chunkBytes, bytes.length));
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes);
        buffer.set(chunk);
        yield buffer.subarray(0, chunk.length);
        buffer.fill(0);
      }
    },
  };
}

/** Paths of all files below a folder, relative to it, `/`-separated and sorted; empty where there is no folder. */
export function listFiles(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** The bytes of every file below a folder, by relative path. */
export function readFolder(folder: string): Map<string, Uint8Array> {
  return new Map(listFiles(folder).map((path) => [path, readFileSync(join(folder, path))]));
}

/** All bytes of a source file. */
export async function bytesOf(file: SourceFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes()) chunks.push(new Uint8Array(chunk));
  return Buffer.concat(chunks);
}
