import { beforeAll, expect, test } from 'vitest';
import { loadJudge } from '../../../scripts/patterns/judgePattern.ts';
import { installTools } from '../../../scripts/tools.ts';

beforeAll(installTools, 120_000);

test('tells slow patterns from others, and takes into account where they may begin', { timeout: 60_000 }, async () => {
  const judge = await loadJudge();
  expect(judge('(?:a|b|ab)*c', 'y')).toMatchObject({ status: 'slow', complexity: 'exponential' });
  expect(judge('\\s+x', '')).toMatchObject({ status: 'slow', complexity: '2nd degree polynomial' });
  expect(judge('\\s+x', 'y')).toEqual({ status: 'safe' });
  expect(judge('[\\p{L}--[a]]+', 'v')).toMatchObject({ status: 'unjudged' });
});
