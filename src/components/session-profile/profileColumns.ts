import type { ProfileFigures, ProfileRow, SessionProfile } from '../../replay/index.ts';

/** Figures that a profile has, in their order; the name stands before them. */
export const profileColumns = ['total', 'calls', 'failed', 'tokens', 'cost', 'p95', 'self', 'lines'] as const;

export type ProfileColumn = (typeof profileColumns)[number];

/** What rows are sorted by. */
export interface ProfileSort {
  readonly column: ProfileColumn | 'name';
  readonly order: 'ascending' | 'descending';
}

/** What a column sorts by, and its bars are as long as; undefined where nobody knows. */
const amounts: Readonly<Record<ProfileColumn, (figures: ProfileFigures) => number | undefined>> = {
  total: ({ totalMs }) => totalMs,
  calls: ({ items }) => items.length,
  failed: ({ failed }) => failed,
  tokens: ({ tokens }) => tokens,
  cost: ({ cost }) => cost?.amount,
  p95: ({ p95Ms }) => p95Ms,
  self: ({ selfMs }) => selfMs,
  lines: ({ added, removed }) => added + removed,
};

/** The columns that say something of this session: no time where no call took any, no cost where nobody knows one. */
export function columnsOf({ all }: SessionProfile): ProfileColumn[] {
  return profileColumns.filter((column) => {
    if (column === 'self') return all.selfMs < all.totalMs;
    if (column === 'calls') return true;
    return (amounts[column](all) ?? 0) > 0;
  });
}

/** The amount of a row in a column, or of all. */
export function amountIn(figures: ProfileFigures, column: ProfileColumn): number | undefined {
  return amounts[column](figures);
}

/**
 * Rows in the order that a reader asked for; those of which nobody knows the amount come after the others, and last what has no name: it
 * is the rest.
 */
export function sortRows(rows: readonly ProfileRow[], { column, order }: ProfileSort): readonly ProfileRow[] {
  const sign = order === 'ascending' ? 1 : -1;
  const unknown = sign * Number.POSITIVE_INFINITY;
  const compare = (a: ProfileRow, b: ProfileRow): number => {
    if (a.name === undefined || b.name === undefined) return a.name === b.name ? 0 : a.name === undefined ? 1 : -1;
    if (column === 'name') return sign * a.name.localeCompare(b.name);
    const [left, right] = [amounts[column](a) ?? unknown, amounts[column](b) ?? unknown];
    return left === right ? 0 : sign * (left - right);
  };
  return [...rows].sort(compare);
}
