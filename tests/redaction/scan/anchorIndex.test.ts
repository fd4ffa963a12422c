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
  { anchor: '密码', owner: 'wide', pattern: /密码/g },
  { anchor: 'contraseña', owner: 'mixed', pattern: /contraseña/g },
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

/** What patterns find, one position after another. */
const expected = (text: string): Set<string> => {
  const places = new Set<string>();
  for (const { owner, pattern } of anchors) {
    const sticky = new RegExp(pattern.source, pattern.flags.replace('g', 'y'));
    for (let at = 0; at < text.length; at++) {
      sticky.lastIndex = at;
      if (sticky.test(text)) places.add(`${owner} ${at} ${sticky.lastIndex}`);
    }
  }
  return places;
};

test('finds every anchor at any position', () => {
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
    '密码',
    'contraseña',
    '🔑',
    '\ud83d',
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

test('finds an anchor across two chunks of a long text', () => {
  for (const filler of ['x', '密', '🔑']) {
    const head = filler.repeat(Math.floor(32_760 / new TextEncoder().encode(filler).length));
    for (let more = 0; more < 16; more++) {
      const text = `${head}${'-'.repeat(more)} TokeN 密码 ghp_${head}ghp_`;
      expect(found(text)).toEqual(expected(text));
    }
  }
});

test('tells whether a text is all ASCII', () => {
  expect(index.scan('a token', () => 0)).toBe(true);
  expect(index.scan(`${'a'.repeat(40_000)} é`, () => 0)).toBe(false);
});

test('continues where the visitor says', () => {
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
