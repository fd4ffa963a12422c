import { isJsonObject } from './json/values.ts';
import type { TokenUsage } from './schema/itemParts.ts';

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

/** Throws a descriptive error if prices of a host, which may come from a file, are invalid. */
export function checkPrices(prices: unknown): asserts prices is Prices {
  const wrong = (what: string): never => {
    throw new Error(`agent-replay-kit: prices: ${what}`);
  };
  if (!isJsonObject(prices)) return wrong('they have to be an object with `models`, `currency` and `date`.');
  const { models, currency, date } = prices;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    wrong('`currency` has to be an ISO 4217 code, such as "USD".');
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date))
    wrong('`date` has to be the day of the prices, such as "2026-01-31".');
  if (!isJsonObject(models)) return wrong('`models` has to be an object with the prices of each model, by its id.');
  for (const [model, price] of Object.entries(models)) {
    if (!isJsonObject(price)) return wrong(`those of "${model}" have to be an object with \`input\` and \`output\`.`);
    for (const kind of ['input', 'output', 'cache_read', 'cache_write'] as const) {
      const amount = price[kind];
      const isMissing = amount === undefined && (kind === 'cache_read' || kind === 'cache_write');
      if (!isMissing && !(typeof amount === 'number' && amount >= 0 && Number.isFinite(amount)))
        wrong(`\`${kind}\` of "${model}" has to be a number, 0 or more, for a million tokens.`);
    }
  }
}
