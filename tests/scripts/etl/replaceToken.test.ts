import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceToken } from '../../../scripts/etl/sessionFolder.ts';

const token = 'session-ab-a-0';

function replaced(chunks: readonly Buffer[], name: string, room?: Buffer): string {
  let text = '';
  // Each piece is read before the next is asked for, as a writer does.
  for (const piece of replaceToken(chunks, token, name, room)) text += piece.toString('latin1');
  return text;
}

/** A text with a token in many places, in pieces cut at random. */
const cutText = fc
  .tuple(
    fc.array(fc.constantFrom(token, token.slice(0, 9), token.slice(9), 'session-', 'oil'), { maxLength: 30 }),
    fc.array(fc.nat(400), { maxLength: 12 }),
  )
  .map(([parts, cuts]) => {
    const text = parts.join('');
    const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
    return { text, chunks: places.slice(1).map((end, index) => Buffer.from(text.slice(places[index], end))) };
  });

describe('replaceToken', () => {
  it('replaces the token wherever the text is cut', () => {
    fc.assert(
      fc.property(cutText, fc.constantFrom('', 'x', 'a-longer-name-than-the-token'), ({ text, chunks }, name) => {
        expect(replaced(chunks, name)).toBe(text.replaceAll(token, name));
      }),
    );
  });

  it('needs no new buffer where it is given room that another text has used', () => {
    const room = Buffer.alloc(400, token);
    const pieces = [...replaceToken([Buffer.from('no name here')], token, 'x', room)].filter(
      ({ length }) => length > 0,
    );
    expect(new Set(pieces.map(({ buffer }) => buffer))).toEqual(new Set([room.buffer]));
    fc.assert(
      fc.property(cutText, fc.nat(400), ({ text, chunks }, size) => {
        expect(replaced(chunks, 'name', room.fill(token).subarray(0, size))).toBe(text.replaceAll(token, 'name'));
      }),
    );
  });

  it('gives nothing for an empty text', () => {
    expect(replaced([], 'x')).toBe('');
  });
});
