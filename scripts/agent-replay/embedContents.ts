import type { Content } from '../../src/adapters/index.ts';
import { type EmbeddedContent, mediaTypeOf } from '../../src/export/index.ts';

/** Bytes of contents that go into one page at most; what lies beyond is named there, but cannot be opened. */
const mostBytes = 20 * 1024 * 1024;

/** The contents that left a session, for its page: the smallest first, as many as there is room for. */
export function embedContents(sessionId: string, contents: readonly Content[]): readonly EmbeddedContent[] {
  let room = mostBytes;
  return contents
    .toSorted((a, b) => a.bytes.length - b.bytes.length)
    .flatMap(({ name, bytes }) => {
      room -= bytes.length;
      if (room < 0) return [];
      return [
        {
          path: `${sessionId}.content/${name}`,
          mediaType: mediaTypeOf(name),
          base64: Buffer.from(bytes).toString('base64'),
        },
      ];
    });
}
