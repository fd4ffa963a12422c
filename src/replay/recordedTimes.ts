import { parseTime } from './parseTime.ts';
import type { ReplayItem } from './replayItem.ts';

/** Milliseconds since 1970 at which an item starts, as recorded; NaN where no time is. */
export function recordedStart(item: ReplayItem): number {
  if (item.is === 'call') return parseTime(item.call.started_at);
  return item.event.at === undefined ? Number.NaN : parseTime(item.event.at);
}

/** Milliseconds that an item lasts. A call lasts as long as its times say, else as its duration says. */
export function recordedLength(item: ReplayItem, start: number): number {
  if (item.is === 'event') return 0;
  const span = parseTime(item.call.ended_at) - start;
  const length = Number.isNaN(span) ? item.call.duration_ms : span;
  return length > 0 && length < Number.POSITIVE_INFINITY ? length : 0;
}
