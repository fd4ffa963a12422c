/** Numbers in one block. */
const BLOCK = 1 << 15;

type Block = Uint8Array | Uint32Array | Float64Array;

/**
 * A list of numbers, of which there may be millions: in blocks outside the heap, so that it grows without being copied
 * and the collector has nothing to look at. What was never set is 0. `wide` numbers take eight bytes and are any; `narrow`
 * ones take one and go up to 255; others take four and are whole, from 0 to 2^32 - 1.
 */
export class NumberColumn {
  private readonly blocks: Block[] = [];
  private readonly width: 'narrow' | 'whole' | 'wide';

  constructor(width: 'narrow' | 'whole' | 'wide' = 'whole') {
    this.width = width;
  }

  get(index: number): number {
    return this.blocks[Math.floor(index / BLOCK)]?.[index % BLOCK] ?? 0;
  }

  set(index: number, value: number): void {
    const at = Math.floor(index / BLOCK);
    while (this.blocks.length <= at) this.blocks.push(this.block());
    const block = this.blocks[at];
    if (block !== undefined) block[index % BLOCK] = value;
  }

  private block(): Block {
    switch (this.width) {
      case 'narrow':
        return new Uint8Array(BLOCK);
      case 'whole':
        return new Uint32Array(BLOCK);
      case 'wide':
        return new Float64Array(BLOCK);
    }
  }
}
