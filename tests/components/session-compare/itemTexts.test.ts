import { expect, test } from 'vitest';
import { itemTexts } from '../../../src/components/session-compare/CompareDetail.tsx';
import { indexSession, type ReplayItem } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const { items } = indexSession(
  sessionFromText(`
    0:00 user: Fix it
    0:01 Bash(pnpm test) 1s failed: 1 failed
    0:02 plan: [x] read, [>] fix
    0:03 unknown(progress)`),
);

test("a call's input is written one parameter per line, beside its output", () => {
  const item = items[1] as ReplayItem & { is: 'call' };
  const params = { command: 'pnpm test', nested: { b: 1, a: [true] }, script: 'one\ntwo' };
  const { input, output } = itemTexts({ ...item, call: { ...item.call, input: { params } } });
  expect(input).toBe('command: pnpm test\nnested: {"a":[true],"b":1}\nscript:\none\ntwo');
  expect(output).toContain('1 failed');
});

test("an event's text is its input, and it has no output", () => {
  const told = [items[0], items[2]].map((item) => itemTexts(item as ReplayItem));
  expect(told).toEqual([
    { input: 'Fix it', output: '' },
    { input: 'completed: read\nin_progress: fix', output: '' },
  ]);
});
