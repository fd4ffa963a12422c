import { noNumber } from './formatNumber.ts';

/** Writes milliseconds as hours, minutes and seconds, cut to the second as a clock does: `1:18:48`, `−0:00:05`. */
export function formatClock(ms: number): string {
  if (!Number.isFinite(ms)) return noNumber;
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const sign = ms <= -1000 ? '\u2212' : '';
  return `${sign}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
