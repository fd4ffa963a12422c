/**
 * Replaces every occurrence of an ASCII token in a stream of bytes, also where it lies across two chunks. A chunk is not
 * looked at after the next one is asked for.
 */
export function* replaceToken(chunks: Iterable<Buffer>, token: string, replacement: string): Generator<Buffer> {
  const wanted = Buffer.from(token);
  const other = Buffer.from(replacement);
  let rest: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (let hit = bytes.indexOf(wanted, at); hit !== -1; hit = bytes.indexOf(wanted, at)) {
      yield bytes.subarray(at, hit);
      yield other;
      at = hit + wanted.length;
    }
    const keep = Math.max(at, bytes.length - wanted.length + 1);
    yield bytes.subarray(at, keep);
    rest = Buffer.from(bytes.subarray(keep));
  }
  yield rest;
}
