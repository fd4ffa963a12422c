import type { TokenUsage } from '../session/index.ts';
import { type MainAndInner, sumOf, tokensOfKind, totalsOf } from '../session/internal.ts';
import { memoize } from './memoize.ts';
import { type ModelResponse, responsesOf } from './responses.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** What a model's tokens cost, for a million of each kind. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
  /** What it costs to read tokens from the cache, and to write them; without these, requests that do so have no price. */
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}

/** Prices that a host gives; the kit knows none. */
export interface Prices {
  /** By the model's id as logs name it; the date behind an id (`-20250929`) may be left out. */
  readonly models: Readonly<Record<string, ModelPrices>>;
  /** ISO 4217, such as `USD`. */
  readonly currency: string;
  /** The day of which these prices are, `YYYY-MM-DD`; shown wherever something is worked out with them. */
  readonly date: string;
}

/** What something cost. */
export interface Cost {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The day of the prices that it was worked out with; absent where the log itself says the cost. */
  readonly date?: string | undefined;
  /** Responses of which nobody knows what they cost: then the amount is the least. */
  readonly unpriced: number;
}

/** A cost as the log says it is in US dollars. */
const loggedCurrency = 'USD';
const million = 1_000_000;

/** Costs of the responses of a session, by position in `responsesOf(index).all`; NaN where nobody knows. */
export interface ResponseCosts {
  readonly amounts: Float64Array;
  readonly currency: string;
  readonly date: string | undefined;
}

/**
 * What each response of a session cost: as the log says where it says so anywhere, else as the prices have it. Undefined where neither
 * says anything.
 */
export function responseCosts(index: SessionIndex, prices: Prices | undefined): ResponseCosts | undefined {
  const logged = loggedCosts(index).costs;
  if (logged !== undefined || prices === undefined || loggedTotal(index) !== undefined) return logged;
  return workedOutCosts(index, prices).costs;
}

/** What a whole session cost; undefined where neither its log nor the prices say. */
export function sessionCost(index: SessionIndex, prices: Prices | undefined): Cost | undefined {
  const logged = loggedTotal(index);
  if (logged !== undefined) return { amount: sumOf(logged), currency: loggedCurrency, unpriced: 0 };
  const costs = responseCosts(index, prices);
  if (costs === undefined) return undefined;
  const known = costs.amounts.filter((amount) => !Number.isNaN(amount));
  const amount = known.reduce((sum, each) => sum + each, 0);
  return { amount, currency: costs.currency, date: costs.date, unpriced: costs.amounts.length - known.length };
}

/** Some logs say what a run cost, and not what each response did. */
function loggedTotal({ session }: SessionIndex): MainAndInner | undefined {
  return tokensOfKind(totalsOf(session).tokens, 'cost_usd');
}

const loggedCosts = memoize((index: SessionIndex): { costs?: ResponseCosts } => {
  const amounts = amountsOf(index, (usage) => usage.cost_usd);
  return amounts === undefined ? {} : { costs: { amounts, currency: loggedCurrency, date: undefined } };
});

const workedOutCosts = memoize((index: SessionIndex, prices: Prices): { costs?: ResponseCosts } => {
  checkPrices(prices);
  const amounts = amountsOf(index, (usage, { model }) => priceOf(usage, model, prices));
  return amounts === undefined ? {} : { costs: { amounts, currency: prices.currency, date: prices.date } };
});

type CostOfOne = (usage: TokenUsage, response: ModelResponse) => number | undefined;

/** Undefined where not one has a cost. */
function amountsOf(index: SessionIndex, costOfOne: CostOfOne): Float64Array | undefined {
  const { all } = responsesOf(index);
  let any = false;
  const amounts = Float64Array.from(all, (response) => {
    const item = index.items[response.usage];
    const usage = item?.is === 'event' && item.event.type === 'usage' ? item.event.usage : {};
    const cost = costOfOne(usage, response);
    any ||= cost !== undefined;
    return cost ?? Number.NaN;
  });
  return any ? amounts : undefined;
}

/** What one response costs; undefined where a kind of its tokens, or its model, has no price. */
function priceOf(usage: TokenUsage, model: string | undefined, prices: Prices): number | undefined {
  const price = model === undefined ? undefined : pricesOfModel(prices, model);
  const { input, output, cache_read = 0, cache_write = 0 } = usage;
  // A sum alone does not say what was read and what was written.
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

/** Throws an error that says what is wrong with prices of a host, which may come from a file. */
function checkPrices(prices: Prices): void {
  const { models, currency, date } = prices;
  const wrong = (what: string): never => {
    throw new Error(`agent-replay-kit: prices: ${what}`);
  };
  if (!/^[A-Z]{3}$/.test(currency)) wrong('`currency` has to be an ISO 4217 code, such as "USD".');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) wrong('`date` has to be the day of the prices, such as "2026-01-31".');
  for (const [model, price] of Object.entries(models)) {
    for (const kind of ['input', 'output', 'cache_read', 'cache_write'] as const) {
      const amount = price[kind];
      const isMissing = amount === undefined && (kind === 'cache_read' || kind === 'cache_write');
      if (!isMissing && !(typeof amount === 'number' && amount >= 0 && Number.isFinite(amount)))
        wrong(`\`${kind}\` of "${model}" has to be a number, 0 or more, for a million tokens.`);
    }
  }
}
