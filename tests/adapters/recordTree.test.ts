import { describe, expect, it } from 'vitest';
import { RecordTree } from '../../src/adapters/recordTree.ts';

describe('RecordTree', () => {
  it('leaves behind records that are not on the path back from the last one', () => {
    const tree = new RecordTree();
    tree.note('a', undefined, 1, 2);
    tree.note('b', 'a', 2, 4);
    tree.note('c', 'b', 4, 5);
    expect([...tree.leftBehind()]).toEqual([]);
    tree.note('d', 'a', 5, 6);
    expect([...tree.leftBehind()]).toEqual([2, 3, 4]);
    tree.note('e', 'c', 6, 7);
    expect([...tree.leftBehind()]).toEqual([5]);
  });

  it('leaves notes behind only with their parents, and never ends at one', () => {
    const tree = new RecordTree();
    tree.note('a', undefined, 1, 2);
    tree.note('b', 'a', 2, 3);
    tree.note('noted', 'b', 3, 4, true);
    tree.note('c', 'a', 4, 5);
    tree.note('kept', 'c', 5, 6, true);
    tree.note('gone', 'noted', 6, 7, true);
    expect([...tree.leftBehind()]).toEqual([2, 3, 6]);
  });

  it('keeps all items of a record written in pieces', () => {
    const tree = new RecordTree();
    tree.note('a', undefined, 1, 2);
    tree.note('b', 'a', 2, 3);
    tree.note('b', 'a', 3, 5);
    tree.note('c', 'a', 5, 6);
    expect([...tree.leftBehind()]).toEqual([2, 3, 4]);
  });

  it('continues from the previous record if the parent is unknown, and survives cycles', () => {
    const tree = new RecordTree();
    expect(tree.note('a', undefined, 1, 2)).toBe(true);
    expect(tree.note('b', 'gone', 2, 3)).toBe(false);
    expect([...tree.leftBehind()]).toEqual([]);
    expect(tree.note('c', 'c', 3, 4)).toBe(false);
    tree.note('a', 'c', 4, 4);
    expect([...tree.leftBehind()]).toEqual([]);
  });
});
