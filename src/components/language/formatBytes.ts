import { formatNumber, noNumber } from './formatNumber.ts';
import { formatScaled } from './formatScaled.ts';

const units = ['kB', 'MB', 'GB', 'TB'];

/** Writes a size in decimal units: `588 B`, `14.2 kB`, `1.31 MB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return noNumber;
  return bytes < 1000 ? `${formatNumber(Math.round(bytes))} B` : formatScaled(bytes / 1000, units);
}
