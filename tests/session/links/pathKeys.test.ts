import { describe, expect, it } from 'vitest';
import { type PathKeys, pathKeys } from '../../../src/session/links/pathKeys.ts';
import { toBytes } from './bytes.ts';

function keys(path: string, base = '/work'): PathKeys {
  const codes = toBytes(path);
  return pathKeys(codes, 0, codes.length, toBytes(base), 1);
}

describe('pathKeys', () => {
  it('gives equal keys for a path from the session’s folder, from its root, and with either slash', () => {
    const expected = keys('/work/src/tides/high.ts');
    expect(keys('src/tides/high.ts')).toEqual(expected);
    expect(keys('./src/tides/high.ts')).toEqual(expected);
    expect(keys('src\\tides\\high.ts')).toEqual(expected);
  });

  it('gives an equal key for the common end of two paths', () => {
    const [one, other] = [keys('src/tides/high.ts'), keys('/elsewhere/src/tides/high.ts')];
    expect(one.whole).not.toBe(other.whole);
    expect(one.tail).toBe(other.tail);
    expect(one.name).toBe(other.name);
  });

  it('gives the containing folder the keys of a path of its own', () => {
    expect(keys('src/tides/high.ts').folder).toBe(keys('src/tides').self);
    expect(keys('src/tides/high.ts').folder).not.toBe(keys('src/tides').tail);
  });

  it('gives no key for the whole path if it has only two parts', () => {
    expect(keys('tides/high.ts')).toMatchObject({ whole: 0, folder: 0, folderTail: 0 });
  });

  it('distinguishes the session’s folder from a folder whose name only begins like it', () => {
    expect(keys('/workshop/src/a.ts').whole).not.toBe(keys('shop/src/a.ts').whole);
  });
});
