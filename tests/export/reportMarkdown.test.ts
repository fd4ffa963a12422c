import { expect, test } from 'vitest';
import { reportMarkdown } from '../../src/export/index.ts';
import { createRedactor } from '../../src/redaction/index.ts';
import type { Session } from '../../src/session/index.ts';
import { hostileSession } from '../../stories/data/hostileSession.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const report = (session: Session, options?: Parameters<typeof reportMarkdown>[1]): string =>
  [...reportMarkdown(session, options)].join('');

const drawn = (prompts: number): Session =>
  sessionFromText(
    Array.from({ length: prompts }, (_, n) => {
      const at = (second: number): string => `${n}:${String(second).padStart(2, '0')}`;
      return [
        `${at(0)} user: Prompt ${n + 1}`,
        `${at(5)} Bash(pnpm test) 1s failed: ${n % 70} tests failed`,
        `${at(9)} Edit(src/file${n}.ts) 300ms`,
        `${at(20)} assistant: Answer ${n + 1}`,
      ].join('\n');
    }).join('\n'),
  );

test('a report has the brief, a chapter for each prompt with its answer, and what failed', () => {
  const text = report(drawn(3));
  const parts = [
    '## Brief',
    '## Chapters',
    '### 1. Prompt 1',
    'calls 2',
    '> Answer 1',
    '### 3. Prompt 3',
    '## Failures',
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(text).toContain('at 0:02:00 \u00b7 ');
});

test.each([1, 40, 120, 2000])(
  'a report of %i prompts has at most 400 lines, and counts what it leaves out',
  (prompts) => {
    const text = report(drawn(prompts));
    expect(text.split('\n').length).toBeLessThanOrEqual(400);
    const listed = text.match(/^(?:### |- \*\*)\d+\. Prompt /gm)?.length ?? 0;
    const left = Number(/and (\d+) more chapters/.exec(text)?.[1] ?? 0);
    expect(listed + left).toBe(prompts);
  },
);

test('texts of the log stay texts, and secrets are masked', () => {
  const key = ['sk-ant-api03', 'a1B2c3D4e5F6g7H8i9J0'.repeat(4)].join('-');
  const session = sessionFromText(`
    0:00 user: Use ${key} <script>alert(1)</script> ![pixel](https://evil.example/p.png)
    0:05 assistant: # Not a heading
  `);
  const text = report(session, { redactor: createRedactor() });
  expect(text).not.toContain(key);
  expect(text).not.toMatch(/<script|!\[/);
  expect(text.match(/^# /gm)).toHaveLength(1);
  const hostile = report(hostileSession);
  for (const sign of ['<script', '\u202e', '\u001b']) expect(hostile).not.toContain(sign);
});

test('a report works out a cost that the log does not state, by the prices given and with their date', () => {
  const session = sessionFromText(
    '0:00 user: Go\n0:01 usage(m-1): input 1000000, output 100000\n0:02 assistant: Done.',
  );
  session.usage = { input: 1_000_000, output: 100_000 };
  const prices = { currency: 'EUR', date: '2026-01-01', models: { 'm-1': { input: 2, output: 10 } } };
  expect(report(session)).toContain('cost not in the log');
  expect(report(session, { prices })).toContain('cost 3.00 EUR by the prices of 2026-01-01');
});
