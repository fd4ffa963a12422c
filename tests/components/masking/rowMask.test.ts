import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, ToolCallCard } from '../../../src/components/index.ts';
import { createRedactor } from '../../../src/redaction/index.ts';
import type { ToolCall } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { plantedSecrets, secretText } from './plantedSecrets.ts';

const made = (text: string): ToolCall => sessionFromText(`0:00 ${text}`).tool_calls[0] as ToolCall;

/** The texts that are looked through for a row, and the page that shows it. */
function draw(call: ToolCall): { page: string; read: number } {
  const rules = createRedactor();
  let read = 0;
  const count = (value: unknown): void => {
    read += JSON.stringify(value)?.length ?? 0;
  };
  const redactor: typeof rules = {
    ...rules,
    mask(text, ...rest) {
      count(text);
      return rules.mask(text, ...rest);
    },
    maskJson(value, ...rest) {
      count(value);
      return rules.maskJson(value, ...rest);
    },
  };
  const page = renderToString(createElement(KitProvider, { redact: redactor }, createElement(ToolCallCard, { call })));
  return { page, read };
}

const output = (text: string): ToolCall['output'] => ({ status: 'success', result: { display: text, text } });

test('the row of a successful call masks only as much of its output as it shows', () => {
  const call = { ...made('Read(src/a.ts) 1s'), output: output('a line of a file\n'.repeat(5000)) };
  const { page, read } = draw(call);
  expect(page).toContain('5,000');
  expect(read).toBeLessThan(2000);
});

test('the row of a failed call masks what it shows of the output', () => {
  const call = made('Bash(make) 1s failed: no');
  const failed = { ...call, output: { ...call.output, error: secretText, result: { stderr: secretText } } };
  const { page } = draw(failed);
  expect(plantedSecrets.filter((secret) => page.includes(secret))).toEqual([]);
});

test('a path found only in the output is masked before it is split up for drawing', () => {
  const call = made('apply_patch() 1s');
  const [first, second] = plantedSecrets as [string, string];
  const path = `src/AWS_SECRET_ACCESS_KEY=${first}/${second}`;
  const patched: ToolCall = {
    ...call,
    input: { params: {} },
    output: { status: 'success', result: { patches: [{ path, change: 'modified' }] } },
  };
  const { page } = draw(patched);
  expect(page).toContain('src');
  expect(plantedSecrets.filter((secret) => page.includes(secret))).toEqual([]);
});
