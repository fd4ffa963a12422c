import { describe, expect, it } from 'vitest';
import { type PathKeys, pathKeys } from '../../../src/session/links/pathKeys.ts';
import { toBytes } from './bytes.ts';

function keys(path: string, base = '/work'): PathKeys {
  const codes = toBytes(path);
  return pathKeys(codes, 0, codes.length, toBytes(base), 1);
}

describe('pathKeys', () => {
  it('are the same from the folder of the session, from its root and with either slash', () => {
    const expected = keys('/work/src/tides/high.ts');
    expect(keys('src/tides/high.ts')).toEqual(expected);
    expect(keys('./src/tides/high.ts')).toEqual(expected);
    expect(keys('src\\tides\\high.ts')).toEqual(expected);
  });

  it('share the end where the beginnings differ', () => {
    const [one, other] = [keys('src/tides/high.ts'), keys('/elsewhere/src/tides/high.ts')];
    expect(one.whole).not.toBe(other.whole);
    expect(one.tail).toBe(other.tail);
    expect(one.name).toBe(other.name);
  });

  it('know the folder that a file lies in as a path of its own', () => {
    expect(keys('src/tides/high.ts').folder).toBe(keys('src/tides').self);
    expect(keys('src/tides/high.ts').folder).not.toBe(keys('src/tides').tail);
  });

  it('have no whole path where there are two parts only', () => {
    expect(keys('tides/high.ts')).toMatchObject({ whole: 0, folder: 0, folderTail: 0 });
  });

  it('take a folder whose name only begins like that of the session for another', () => {
    expect(keys('/workshop/src/a.ts').whole).not.toBe(keys('shop/src/a.ts').whole);
  });
});
