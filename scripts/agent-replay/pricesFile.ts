import { checkPrices, type Prices } from '../../src/session/index.ts';
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
  try {
    const prices: unknown = JSON.parse(text);
    checkPrices(prices);
    return prices;
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(t('this is not JSON.', '不是 JSON。'));
    throw refuse(error instanceof Error ? error.message.replace(/^agent-replay-kit: /, '') : String(error));
  }
}
