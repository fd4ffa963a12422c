import { indexSession, sessionCost } from '../../src/replay/index.ts';
import { responsesOf } from '../../src/replay/internal.ts';
import type { Prices, Session } from '../../src/session/index.ts';
import { findPricesFault, highestPrice, type PricesFault, priceOf } from '../../src/session/internal.ts';
import { UsageFailure } from './failure.ts';
import { readText } from './readText.ts';
import type { Terminal } from './terminal.ts';

/** Length that tables of many thousands of models have, in characters; a longer file is something else. */
const longest = 8 * 1024 * 1024;

/** Description of the option `--prices <file>`. */
export function pricesText({ t }: Terminal): string {
  return t(
    'prices of models per million tokens, with date and currency (JSON): works out costs that a log does not say',
    '各模型每百万 token 的价格，含日期与货币（JSON）：算出日志未写明的费用',
  );
}

/** Reads `{ currency, date, models: { [id]: { input, output, cache_read?, cache_write? } } }`. Throws in words what is wrong with the file. */
export function readPrices(file: string, { t }: Terminal): Prices {
  const remedy = t(
    'It looks like this: {"currency": "USD", "date": "2026-01-31", "models": {"some-model": {"input": 3, "output": 15}}}.',
    '格式如：{"currency": "USD", "date": "2026-01-31", "models": {"some-model": {"input": 3, "output": 15}}}。',
  );
  const text = readText(file, t);
  const refuse = (why: string): UsageFailure => new UsageFailure(`${file}: ${why}`, remedy);
  if (text.length > longest) throw refuse(t('this is too long for a table of prices.', '作为价格表过长。'));
  let prices: unknown;
  try {
    prices = JSON.parse(text);
  } catch {
    throw refuse(t('this is not JSON.', '不是 JSON。'));
  }
  const fault = findPricesFault(prices);
  if (fault !== undefined) throw refuse(faultText(fault, t));
  return prices as Prices;
}

/** The models of sessions of which no cost is known because the table has prices of none of them; undefined where that is not so. */
export function unpricedModels(sessions: readonly Session[], prices: Prices): readonly string[] | undefined {
  const models = new Set<string>();
  for (const session of sessions) {
    const index = indexSession(session);
    if (sessionCost(index, prices) !== undefined) return undefined;
    for (const { model } of responsesOf(index).all) if (model !== undefined) models.add(model);
  }
  const isPriced = (model: string): boolean => priceOf({ input: 0, output: 0 }, model, prices) !== undefined;
  return models.size === 0 || [...models].some(isPriced) ? undefined : [...models];
}

function faultText(fault: PricesFault, t: Terminal['t']): string {
  switch (fault.is) {
    case 'no object':
      return t(
        'prices have to be an object with `models`, `currency` and `date`.',
        '价格须为对象，含 `models`、`currency` 与 `date`。',
      );
    case 'currency':
      return t('`currency` has to be an ISO 4217 code, such as "USD".', '`currency` 须为 ISO 4217 代码，如 "USD"。');
    case 'date':
      return t(
        '`date` has to be the day of the prices, such as "2026-01-31".',
        '`date` 须为价格的日期，如 "2026-01-31"。',
      );
    case 'no models':
      return t(
        '`models` has to be an object with the prices of each model, by its id.',
        '`models` 须为对象，按模型 id 列出各模型的价格。',
      );
    case 'no prices':
      return t(
        `the prices of "${fault.model}" have to be an object with \`input\` and \`output\`.`,
        `"${fault.model}" 的价格须为对象，含 \`input\` 与 \`output\`。`,
      );
    case 'amount':
      return t(
        `\`${fault.kind}\` of "${fault.model}" has to be a number from 0 to ${highestPrice}, for a million tokens.`,
        `"${fault.model}" 的 \`${fault.kind}\` 须为 0 至 ${highestPrice} 的数（每百万 token）。`,
      );
  }
}
