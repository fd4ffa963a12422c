import { formatClock } from './formatClock.ts';
import { noNumber } from './formatNumber.ts';

/**
 * Writes a length of time in milliseconds, finer the shorter it is: `20 ms`, `14.3 s`, `5m 33s`, `1:18:48`.
 * What would round up to the next unit is written in it: 59,960 ms is `1m 00s`.
 */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return noNumber;
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (Math.round(ms / 100) < 600) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
  return formatClock(seconds * 1000);
}
