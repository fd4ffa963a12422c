import type { Prices, TokenUsage } from '../session/index.ts';
import { checkPrices, type MainAndInner, priceOf, sumOf, tokensOfKind } from '../session/internal.ts';
import { memoize } from './memoize.ts';
import { type ModelResponse, responsesOf } from './responses.ts';
import { totalsOfIndex } from './selectors.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** A cost. */
export interface Cost {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The date of the prices used; absent where the log itself states the cost. */
  readonly date?: string | undefined;
  /** Number of responses whose cost is unknown; if there are any, the amount is a minimum. */
  readonly unpriced: number;
}

/** Costs stated in logs are in US dollars. */
const loggedCurrency = 'USD';

/** Costs of the responses of a session, by position in `responsesOf(index).all`; NaN where unknown. */
export interface ResponseCosts {
  readonly amounts: Float64Array;
  readonly currency: string;
  readonly date: string | undefined;
}

/**
 * The cost of each response of a session: from the log if it states any cost, else from the prices. Undefined where neither gives a cost.
 */
export function responseCosts(index: SessionIndex, prices: Prices | undefined): ResponseCosts | undefined {
  const logged = loggedCosts(index).costs;
  if (logged !== undefined || prices === undefined || loggedTotal(index) !== undefined) return logged;
  return workedOutCosts(index, prices).costs;
}

/** The cost of a whole session; undefined where neither its log nor the prices give one. */
export function sessionCost(index: SessionIndex, prices: Prices | undefined): Cost | undefined {
  const logged = loggedTotal(index);
  if (logged !== undefined) return { amount: sumOf(logged), currency: loggedCurrency, unpriced: 0 };
  const costs = responseCosts(index, prices);
  if (costs === undefined) return undefined;
  const known = costs.amounts.filter((amount) => !Number.isNaN(amount));
  const amount = known.reduce((sum, each) => sum + each, 0);
  return { amount, currency: costs.currency, date: costs.date, unpriced: costs.amounts.length - known.length };
}

/** Some logs state the cost of a run but not of each response. */
function loggedTotal(index: SessionIndex): MainAndInner | undefined {
  return tokensOfKind(totalsOfIndex(index).tokens, 'cost_usd');
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

/** Undefined where no response has a cost. */
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
