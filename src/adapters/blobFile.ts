import type { SourceFile } from './contract.ts';

/** Wraps a file that a person chose or dropped on a page as a source file. `name` defaults to its path in the chosen folder. */
export function blobFile(blob: Blob, name: string): SourceFile {
  return {
    name,
    bytes: () => readBlob(blob),
    range: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  };
}

// Not `for await` over the stream: Safari's streams cannot be iterated.
async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
