/** U+2212, the minus sign: unlike the hyphen, it is as wide as a digit. */
const minus = '\u2212';

/** Shown instead of an unknown number. */
export const noNumber = '\u2013';

const grouping = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Writes a number with thousands separated: `59,112`, `−6`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return noNumber;
  return grouping.format(value).replace('-', minus);
}

/** Writes a change with its sign: `+0`, `−6`. */
export function formatChange(value: number, sign: '+' | '-'): string {
  return `${sign === '+' ? '+' : minus}${formatNumber(Math.abs(value))}`;
}
