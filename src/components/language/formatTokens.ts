import { formatNumber } from './formatNumber.ts';
import { formatScaled } from './formatScaled.ts';

const million = 1_000_000;
const units = ['M', 'B', 'T'];

/** Writes a count of tokens: whole below a million, `59,112`; three digits above, `7.93 M`. */
export function formatTokens(count: number): string {
  if (!Number.isFinite(count) || Math.abs(count) < million) return formatNumber(count);
  return formatScaled(count / million, units);
}
