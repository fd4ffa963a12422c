import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnchorIndex } from '../../../src/redaction/scan/anchorIndex.ts';

const anchors = [
  { anchor: 'ghp_', owner: 'ghp', pattern: /ghp_/g },
  { anchor: 'gh[ous]_', owner: 'gh.', pattern: /gh[ous]_/g },
  { anchor: { anyCase: 'token' }, owner: 'token', pattern: /token/gi },
  { anchor: 'sk-[A-Za-z0-9]', owner: 'sk', pattern: /sk-[A-Za-z0-9]/g },
  { anchor: '[0-9]:AA', owner: 'number', pattern: /[0-9]:AA/g },
  { anchor: '-----BEGIN', owner: 'begin', pattern: /-----BEGIN/g },
] as const;

const index = createAnchorIndex(anchors);

const found = (text: string): Set<string> => {
  const places = new Set<string>();
  index.scan(text, (owner, at, after) => {
    places.add(`${owner} ${at} ${after}`);
    return 0;
  });
  return places;
};

/** What patterns find, one place after another. */
const expected = (text: string): Set<string> => {
  const places = new Set<string>();
  for (const { owner, pattern } of anchors) {
    for (let at = 0; at < text.length; at++) {
      const sticky = new RegExp(pattern.source, pattern.flags.replace('g', 'y'));
      sticky.lastIndex = at;
      if (sticky.test(text)) places.add(`${owner} ${at} ${sticky.lastIndex}`);
    }
  }
  return places;
};

test('finds every anchor, wherever it stands', () => {
  const piece = fc.constantFrom(
    'ghp_',
    'gho_',
    'TokeN',
    'sk-',
    '7:AA',
    '-----BEGIN',
    ' ',
    'g',
    'sk',
    '-',
    '_',
    '密',
    't',
    '/',
    '0',
    'Q',
    'u',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(found(text)).toEqual(expected(text));
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test('goes on where it is told to', () => {
  const places: number[] = [];
  index.scan('token token token', (_, at) => {
    places.push(at);
    return at === 0 ? 9 : 0;
  });
  expect(places).toEqual([0, 12]);
});

test('finds an anchor at either end of a text', () => {
  expect([...found('sk-1')]).toEqual(['sk 0 4']);
  expect([...found('ghp_')]).toEqual(['ghp 0 4']);
  expect([...found('x token')]).toEqual(['token 2 7']);
  expect([...found('')]).toEqual([]);
});
