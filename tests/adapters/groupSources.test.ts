import { describe, expect, it } from 'vitest';
import type { Adapter, FileRole } from '../../src/adapters/contract.ts';
import { groupSources } from '../../src/adapters/groupSources.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const adapter = { descriptor: { id: 'demo' } } as unknown as Adapter;
const claim = (name: string, role: FileRole) => ({ file: fileOf(name, ''), adapter, role });
const namesOf = (...claims: ReturnType<typeof claim>[]) =>
  groupSources(claims).map(({ files }) => files.map(({ name }) => name));

describe('grouping of files', () => {
  it('puts parts behind their primary file, by name', () => {
    const groups = namesOf(
      claim('b', { is: 'part', key: 'k' }),
      claim('main', { is: 'primary', key: 'k' }),
      claim('a', { is: 'part', key: 'k' }),
      claim('other', { is: 'primary', key: 'l' }),
    );
    expect(groups).toEqual([['main', 'a', 'b'], ['other']]);
  });

  it('lets parts without a primary file stand for themselves, and leaves side files out', () => {
    expect(namesOf(claim('a', { is: 'part', key: 'k' }), claim('s', { is: 'side', because: 'x' }))).toEqual([['a']]);
  });

  it('gives parts to the first of two primary files with one key', () => {
    const primary = { is: 'primary', key: 'k' } as const;
    const groups = namesOf(claim('one', primary), claim('two', primary), claim('part', { is: 'part', key: 'k' }));
    expect(groups).toEqual([['one', 'part'], ['two']]);
  });

  it('gives shared parts to every primary file that shares them, and makes no group of them alone', () => {
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
});
