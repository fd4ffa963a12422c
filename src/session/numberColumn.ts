/** Numbers of a column that lie in a plain list: most columns of a subagent's run hold no more, and a typed array takes 300 bytes by itself. */
const FEW = 64;

/** A block of numbers. */
const BLOCK = 1 << 15;

/** Size of the first block of a column with more; blocks grow until they have the regular size. */
const FIRST = FEW * 4;

type Block = Uint8Array | Uint32Array | Float64Array;

/**
 * A list of up to millions of numbers; beyond the first few they lie in blocks outside the heap, so that it grows without being copied and the
 * garbage collector has nothing to scan. A number that was never set is 0. `wide` numbers take eight bytes and are any number; `narrow` ones
 * take one byte, 0 to 255; others take four bytes and are whole, from 0 to 2^32 - 1.
 */
export class NumberColumn {
  private readonly few: number[] = [];
  private readonly blocks: (Block | undefined)[] = [];
  private readonly width: 'narrow' | 'whole' | 'wide';

  constructor(width: 'narrow' | 'whole' | 'wide' = 'whole') {
    this.width = width;
  }

  get(index: number): number {
    return (index < FEW ? this.few[index] : this.blocks[Math.floor(index / BLOCK)]?.[index % BLOCK]) ?? 0;
  }

  set(index: number, value: number): void {
    if (index < FEW) {
      while (this.few.length < index) this.few.push(0);
      this.few[index] = value;
      return;
    }
    const at = Math.floor(index / BLOCK);
    const offset = index % BLOCK;
    let block = this.blocks[at];
    if (block === undefined || offset >= block.length) {
      block = this.reaching(at === 0 ? offset : BLOCK - 1, block);
      this.blocks[at] = block;
    }
    block[offset] = value;
  }

  /** A block that has room for a position, with the numbers of the shorter block that it replaces. */
  private reaching(offset: number, before: Block | undefined): Block {
    let length = FIRST;
    while (length <= offset) length *= 2;
    const block = this.create(length);
    if (before !== undefined) block.set(before);
    return block;
  }

  private create(length: number): Block {
    switch (this.width) {
      case 'narrow':
        return new Uint8Array(length);
      case 'whole':
        return new Uint32Array(length);
      case 'wide':
        return new Float64Array(length);
    }
  }
}
