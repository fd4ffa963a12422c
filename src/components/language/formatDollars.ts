import { noNumber } from './formatNumber.ts';

const dollars = (decimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
const usual = dollars(2);
const fine = dollars(4);

/** Writes an amount in US dollars, finer below ten cents: `$4.32`, `$0.0123`. */
export function formatDollars(amount: number): string {
  if (!Number.isFinite(amount) || amount < 0) return noNumber;
  return (amount === 0 || amount >= 0.1 ? usual : fine).format(amount);
}
