import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { chinese, KitProvider, ToolCallCard } from '../../../src/components/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

function rowOf(line: string): string {
  const [call] = sessionFromText(line).tool_calls;
  return call === undefined ? '' : renderToString(createElement(ToolCallCard, { call }));
}

test('the reason of a cancelled call follows its outcome', () => {
  expect(rowOf('0:00 Bash(ls) 1s cancelled: another one failed')).toContain('cancelled: another one failed');
});

test('a reason that already names the outcome stands alone', () => {
  const html = rowOf('0:00 Bash(ls) 1s cancelled: Cancelled: another one failed');
  expect(html).toContain('Cancelled: another one failed');
  expect(html).not.toContain('cancelled: Cancelled');
});

test('the outcome is said once, in the chosen language', () => {
  const [call] = sessionFromText('0:00 Bash(ls) 1s cancelled: Cancelled: another one failed').tool_calls;
  if (call === undefined) throw new Error('No call was drawn');
  const row = createElement(ToolCallCard, { call });
  const html = renderToString(createElement(KitProvider, { language: 'zh', catalogues: { zh: chinese } }, row));
  expect(html).toContain('已取消：another one failed');
  expect(html).not.toContain('Cancelled');
});
