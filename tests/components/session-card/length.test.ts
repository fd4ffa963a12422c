import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionCard } from '../../../src/components/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const drawn = sessionFromText(`
  0:00  user: Start the build.
  1:40  assistant: It runs.
`);
const records = { fromMs: 0, toMs: 100_000 };

function lengthOf(session: Session): string {
  const card = renderToStaticMarkup(createElement(SessionCard, { session, records }));
  return (/data-fact="duration".*?<dd[^>]*>(.*?)<\/dd>/.exec(card)?.[1] ?? '').replace(/<[^>]*>/g, '');
}

const stated = (total_duration_ms: number, inferred: Session['inferred'] = undefined): Session => ({
  ...drawn,
  completed_at: new Date(Date.parse(drawn.created_at) + 250_000).toISOString(),
  summary: { ...drawn.summary, total_duration_ms },
  ...(inferred === undefined ? {} : { inferred }),
});

test('the length is that of the clock, and beside it stands another one that the log states', () => {
  expect(lengthOf(stated(300_000))).toBe('1m 40s 5m 00s as the log states it, last record 2m 30s before end');
  expect(lengthOf(stated(100_400))).toBe('1m 40s last record 2m 30s before end');
});

test('a length that the log does not state of its own is said to be that from start to end', () => {
  const whole = '1m 40s 4m 10s from start to end, last record 2m 30s before end';
  expect(lengthOf(stated(250_000))).toBe(whole);
  expect(lengthOf(stated(300_000, ['summary.total_duration_ms']))).toBe(whole);
});
