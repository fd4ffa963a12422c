import { describe, expect, it } from 'vitest';
import type { Adapter, FileRole } from '../../src/adapters/contract.ts';
import { type ClaimedFile, groupSources } from '../../src/adapters/groupSources.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const adapter = { descriptor: { id: 'demo' } } as unknown as Adapter;
const claim = (name: string, role: FileRole) => ({ file: fileOf(name, ''), adapter, role });
const namesOf = (...claims: ReturnType<typeof claim>[]) =>
  groupSources(claims).map(({ files }) => files.map(({ name }) => name));

describe('grouping of files', () => {
  it('puts parts after their primary file, by name', () => {
    const groups = namesOf(
      claim('b', { is: 'part', key: 'k' }),
      claim('main', { is: 'primary', key: 'k' }),
      claim('a', { is: 'part', key: 'k' }),
      claim('other', { is: 'primary', key: 'l' }),
    );
    expect(groups).toEqual([['main', 'a', 'b'], ['other']]);
  });

  it('makes a group of parts without a primary file, and leaves side files out', () => {
    expect(namesOf(claim('a', { is: 'part', key: 'k' }), claim('s', { is: 'side', because: 'x' }))).toEqual([['a']]);
  });

  it('gives parts to the first of two primary files with the same key', () => {
    const primary = { is: 'primary', key: 'k' } as const;
    const groups = namesOf(claim('one', primary), claim('two', primary), claim('part', { is: 'part', key: 'k' }));
    expect(groups).toEqual([['one', 'part'], ['two']]);
  });

  it('gives shared parts to every primary file that shares them, and forms no group of them alone', () => {
    const groups = namesOf(
      claim('config', { is: 'part', key: 'project' }),
      claim('log-a', { is: 'primary', key: 'a', shares: ['project'] }),
      claim('log-b', { is: 'primary', key: 'b', shares: ['project', 'nothing'] }),
      claim('task-b', { is: 'part', key: 'b' }),
    );
    expect(groups).toEqual([
      ['log-a', 'config'],
      ['log-b', 'config', 'task-b'],
    ]);
  });

  it('makes older runs with the same history ancestors of later ones, still in their own groups', () => {
    const run = (name: string, size: number, copies: number, ...keys: string[]) => ({
      file: fileOf(name, ' '.repeat(size)),
      adapter,
      role: { is: 'primary', key: name, history: { keys, copies } } as const,
    });
    const ancestorsOf = (...claims: ClaimedFile[]): Record<string, string[]> =>
      Object.fromEntries(
        groupSources(claims).map(({ files, ancestors = [] }) => [
          String(files[0]?.name),
          ancestors.map(({ name }) => name),
        ]),
      );
    expect(ancestorsOf(run('long', 9, 0, 'x'), run('alone', 9, 0, 'y'), run('short', 5, 0, 'x'))).toEqual({
      long: ['short'],
      alone: [],
      short: [],
    });
    expect(ancestorsOf(run('copy', 1, 1, 'b', 'a'), run('a', 9, 0, 'a'))).toEqual({ copy: ['a'], a: [] });
    // Of many ancestors, only the oldest and the nearest are read again.
    const many = Array.from({ length: 20_000 }, (_, index) => run(`r${index}`, index % 50, 0, 'x', `own ${index}`));
    const most = Object.values(ancestorsOf(...many)).map(({ length }) => length);
    expect(Math.max(...most)).toBe(8);
    const few = many.slice(0, 12);
    expect(ancestorsOf(...few)).toMatchObject({ r11: ['r0', 'r1', 'r5', 'r6', 'r7', 'r8', 'r9', 'r10'], r1: ['r0'] });
    // Linked through another run, in any order.
    expect(ancestorsOf(run('a', 1, 0, 'a'), run('c', 3, 0, 'c'), run('b', 2, 0, 'a', 'c'))).toEqual({
      a: [],
      b: ['a'],
      c: ['a', 'b'],
    });
  });
});
