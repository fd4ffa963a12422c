import { isJsonObject, isSize } from './json/values.ts';
import type { TokenUsage } from './schema/itemParts.ts';
import { cutText } from './text/lines.ts';

/** Prices of a model's tokens, per million of each kind. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
  /** Prices of cache reads and cache writes; without them, requests that read or write the cache have no price. */
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}

/** Prices from the host; the kit has none of its own. */
export interface Prices {
  /** By the model's id as in logs; the date suffix of an id (`-20250929`) may be left out. */
  readonly models: Readonly<Record<string, ModelPrices>>;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** The date of these prices, `YYYY-MM-DD`; shown with every cost computed from them. */
  readonly date: string;
}

const million = 1_000_000;

/** Cost of tokens of a model; undefined where the model, or a kind of the tokens, has no price. */
export function priceOf(usage: TokenUsage, model: string | undefined, prices: Prices): number | undefined {
  const price = model === undefined ? undefined : pricesOfModel(prices, model);
  const { input, output, cache_read = 0, cache_write = 0 } = usage;
  // A total alone does not say what was read and what was written.
  if (price === undefined || (input === undefined && output === undefined)) return undefined;
  if ((cache_read > 0 && price.cache_read === undefined) || (cache_write > 0 && price.cache_write === undefined))
    return undefined;
  const sum =
    (input ?? 0) * price.input +
    (output ?? 0) * price.output +
    cache_read * (price.cache_read ?? 0) +
    cache_write * (price.cache_write ?? 0);
  return sum / million;
}

function pricesOfModel({ models }: Prices, model: string): ModelPrices | undefined {
  const name = Object.hasOwn(models, model) ? model : model.replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/, '');
  return Object.hasOwn(models, name) ? models[name] : undefined;
}

/** What is wrong with prices that come from a host or a file, and of which model; of a long name its beginning. */
export type PricesFault =
  | { readonly is: 'no object' | 'currency' | 'date' | 'no models' }
  | { readonly is: 'no prices'; readonly model: string }
  | { readonly is: 'amount'; readonly model: string; readonly kind: keyof ModelPrices };

/** Highest price of a million tokens, in any currency; with higher ones, costs would soon be no numbers. */
export const highestPrice = 1e9;

/** Letters of a model's name that a fault quotes. */
const longestName = 60;

/** The first fault of prices that may be anything; undefined for prices. */
export function findPricesFault(prices: unknown): PricesFault | undefined {
  if (!isJsonObject(prices)) return { is: 'no object' };
  const { models, currency, date } = prices;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return { is: 'currency' };
  if (typeof date !== 'string' || !isDay(date)) return { is: 'date' };
  if (!isJsonObject(models)) return { is: 'no models' };
  for (const [name, price] of Object.entries(models)) {
    const model = name.length > longestName ? `${cutText(name, longestName)}…` : name;
    if (!isJsonObject(price)) return { is: 'no prices', model };
    for (const kind of ['input', 'output', 'cache_read', 'cache_write'] as const) {
      const amount = price[kind];
      const isMissing = amount === undefined && (kind === 'cache_read' || kind === 'cache_write');
      if (!isMissing && !(isSize(amount) && amount <= highestPrice)) return { is: 'amount', model, kind };
    }
  }
  return undefined;
}

function isDay(date: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

/** Throws a descriptive error if prices of a host, which may come from a file, are invalid. */
export function checkPrices(prices: unknown): asserts prices is Prices {
  const fault = findPricesFault(prices);
  if (fault !== undefined) throw new Error(`agent-replay-kit: prices: ${describeFault(fault)}`);
}

function describeFault(fault: PricesFault): string {
  switch (fault.is) {
    case 'no object':
      return 'they have to be an object with `models`, `currency` and `date`.';
    case 'currency':
      return '`currency` has to be an ISO 4217 code, such as "USD".';
    case 'date':
      return '`date` has to be the day of the prices, such as "2026-01-31".';
    case 'no models':
      return '`models` has to be an object with the prices of each model, by its id.';
    case 'no prices':
      return `those of "${fault.model}" have to be an object with \`input\` and \`output\`.`;
    case 'amount':
      return `\`${fault.kind}\` of "${fault.model}" has to be a number from 0 to ${highestPrice}, for a million tokens.`;
  }
}
