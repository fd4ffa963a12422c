/**
 * Replaces every occurrence of an ASCII token in a stream of bytes, also where it lies across two chunks. A chunk is not
 * looked at after the next one is asked for, and what is given is valid until then: all of it lies in one buffer.
 */
export function* replaceToken(chunks: Iterable<Buffer>, token: string, replacement: string): Generator<Buffer> {
  const wanted = Buffer.from(token);
  const other = Buffer.from(replacement);
  let buffer: Buffer = Buffer.alloc(0);
  /** How much of the chunk before may be the beginning of a token. */
  let kept = 0;
  for (const chunk of chunks) {
    const length = kept + chunk.length;
    if (buffer.length < length) buffer = Buffer.concat([buffer.subarray(0, kept)], length);
    buffer.set(chunk, kept);
    const bytes = buffer.subarray(0, length);
    let at = 0;
    for (let hit = bytes.indexOf(wanted, at); hit !== -1; hit = bytes.indexOf(wanted, at)) {
      yield bytes.subarray(at, hit);
      yield other;
      at = hit + wanted.length;
    }
    const end = Math.max(at, length - wanted.length + 1);
    yield bytes.subarray(at, end);
    buffer.copyWithin(0, end, length);
    kept = length - end;
  }
  yield buffer.subarray(0, kept);
}
