import { countBelow } from '../countUpTo.ts';

/**
 * Visits what begins inside a stretch, cell by cell: everything that begins inside one cell at once, so that a hundred
 * thousand calls cost no more than the screen has room for. Cells lie on a grid of the axis, not of the screen: while one
 * pans, what is drawn together stays together.
 *
 * @param begins ascending.
 * @param first the first entry to visit.
 * @param until where the stretch ends.
 * @param cell length of a cell.
 */
export function eachCell(
  begins: Float64Array,
  first: number,
  until: number,
  cell: number,
  visit: (first: number, last: number) => void,
): void {
  for (let n = first; n < begins.length && (begins[n] as number) <= until; ) {
    const end = (Math.floor((begins[n] as number) / cell) + 1) * cell;
    const next = Math.max(n + 1, seek(begins, n + 1, end));
    visit(n, next - 1);
    n = next;
  }
}

/** How many entries are less than the value, looked for from a place on: most often the very next one is not. */
function seek(begins: Float64Array, from: number, value: number): number {
  let step = 1;
  let low = from;
  while (low + step - 1 < begins.length && (begins[low + step - 1] as number) < value) {
    low += step;
    step *= 2;
  }
  const high = Math.min(begins.length, low + step);
  return low + countBelow(begins.subarray(low, high), value);
}
