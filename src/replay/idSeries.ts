import { countBelow } from './countUpTo.ts';
import type { Draft } from './linkRuns.ts';
import type { ReplayItem } from './replayItem.ts';

/**
 * Ids that count up, as those the kit writes do: in each run `tool-001`, `tool-002`…, with a prefix that no other run has.
 * Such ids differ without being compared and are found without a table; for 100,000 calls a `Map` costs a third of the
 * whole index.
 */
export interface IdSeries {
  /** Takes the next item of its run. False, for good, once an id does not count up. */
  add(item: Draft<ReplayItem>): boolean;
  find(id: string): Draft<ReplayItem> | undefined;
}

interface Series {
  readonly prefix: string;
  readonly run: number;
  readonly numbers: number[];
  readonly items: Draft<ReplayItem>[];
}

export function createIdSeries(): IdSeries {
  const byPrefix = new Map<string, Series>();
  const open: Partial<Record<ReplayItem['is'], Series>> = {};
  let counts = true;

  const begin = (item: ReplayItem, prefix: string): Series | undefined => {
    if (byPrefix.has(prefix)) return undefined;
    const series = { prefix, run: item.run, numbers: [], items: [] };
    byPrefix.set(prefix, series);
    open[item.is] = series;
    return series;
  };
  const append = (item: Draft<ReplayItem>): boolean => {
    const { id } = item;
    const digits = startOfNumber(id);
    const current = open[item.is];
    const series = current?.run === item.run ? current : begin(item, id.slice(0, digits));
    if (series === undefined || series.prefix.length !== digits || !id.startsWith(series.prefix)) return false;
    const number = numberFrom(id, digits);
    if (!(number > (series.numbers.at(-1) ?? -1))) return false;
    series.numbers.push(number);
    series.items.push(item);
    return true;
  };
  return {
    add(item) {
      counts = counts && append(item);
      return counts;
    },
    find(id) {
      const digits = startOfNumber(id);
      const series = byPrefix.get(id.slice(0, digits));
      const item = series?.items[countBelow(series.numbers, numberFrom(id, digits))];
      return item?.id === id ? item : undefined;
    },
  };
}

function startOfNumber(id: string): number {
  let at = id.length;
  while (at > 0 && isDigit(id.charCodeAt(at - 1))) at -= 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** NaN where there is no number, or one too long to be exact. */
function numberFrom(id: string, at: number): number {
  if (at === id.length || id.length - at > 15) return Number.NaN;
  let number = 0;
  for (let i = at; i < id.length; i += 1) number = number * 10 + id.charCodeAt(i) - 48;
  return number;
}
