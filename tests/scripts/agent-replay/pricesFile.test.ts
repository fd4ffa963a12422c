import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageFailure } from '../../../scripts/agent-replay/failure.ts';
import { readPrices, unpricedModels } from '../../../scripts/agent-replay/pricesFile.ts';
import { serveReplays } from '../../../scripts/agent-replay/serveReplays.ts';
import { createTerminal } from '../../../scripts/agent-replay/terminal.ts';
import { pageDataId } from '../../../src/export/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const folder = mkdtempSync(join(tmpdir(), 'prices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const terminal = createTerminal({ language: 'en', process });
const prices = { currency: 'USD', date: '2026-01-31', models: { 'model-a': { input: 3, output: 15 } } };

function fileOf(text: string): string {
  const file = join(folder, 'prices.json');
  writeFileSync(file, text);
  return file;
}

test.each([
  ['{"currency": "USD"', 'this is not JSON'],
  ['[]', 'prices have to be an object'],
  ['{"currency": "dollars", "date": "2026-01-31", "models": {}}', '`currency` has to be'],
  ['{"currency": "USD", "date": "lately", "models": {}}', '`date` has to be'],
  ['{"currency": "USD", "date": "2026-01-31"}', '`models` has to be'],
  ['{"currency": "USD", "date": "2026-01-31", "models": {"a": 3}}', 'the prices of "a" have to be'],
  ['{"currency": "USD", "date": "2026-01-31", "models": {"a": {"input": -1, "output": 2}}}', '`input` of "a"'],
  ['{"currency": "USD", "date": "2026-01-31", "models": {"a": {"input": 1e300, "output": 2}}}', 'from 0 to 1000000000'],
  ['{"currency": "USD", "date": "2026-02-31", "models": {}}', '`date` has to be'],
])('refuses the table of prices %s, and says what is wrong with it', (text, why) => {
  const read = (): unknown => readPrices(fileOf(text), terminal);
  expect(read).toThrow(UsageFailure);
  expect(read).toThrow(why);
});

test('says in the language of the reader what is wrong, and quotes no name of any length', () => {
  const { t } = createTerminal({ language: 'zh', process });
  const said = (models: unknown, currency = 'USD'): string => {
    try {
      readPrices(fileOf(JSON.stringify({ currency, date: '2026-01-31', models })), { ...terminal, t });
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  expect(said({}, 'dollars')).toContain('`currency` 须为');
  expect(said({ a: { input: -1, output: 2 } })).toContain('"a" 的 `input` 须为');
  expect(said({ ['long'.repeat(1000)]: 3 }).length).toBeLessThan(400);
});

test('hands prices to the page of a served replay', async () => {
  const read = readPrices(fileOf(JSON.stringify(prices)), terminal);
  const entry = { session_id: 'a', task_title: 'Tides', tool_calls_count: 0, source_format: 'std001' };
  const served = { entry, file: join(folder, 'a.json'), contents: join(folder, 'a.content') };
  const { url, server } = await serveReplays([served], { script: '', style: '' }, 0, { prices: read });
  const page = await (await fetch(url)).text();
  server.close();
  const data = new RegExp(`id="${pageDataId}">([^<]*)<`).exec(page)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ address: '1/session.json', prices });
});

test('names the models of sessions of which a table has no price, and nothing where it has one or the log states the cost', () => {
  const used = (model: string, count = 'input 100, output 20') =>
    sessionFromText(`0:00 user: Go\n0:01 usage(${model}): ${count}\n0:02 assistant: Done.`);
  expect(unpricedModels([used('model-b'), used('model-c')], prices)).toEqual(['model-b', 'model-c']);
  expect(unpricedModels([used('model-b'), used('model-a')], prices)).toBeUndefined();
  expect(unpricedModels([used('model-b', 'input 100, output 20, cost_usd 1')], prices)).toBeUndefined();
  // Its price is there, but not that of its cache: that is another matter.
  expect(unpricedModels([used('model-a', 'input 100, output 20, cache_read 9')], prices)).toBeUndefined();
  expect(unpricedModels([sessionFromText('0:00 user: Go')], prices)).toBeUndefined();
});
