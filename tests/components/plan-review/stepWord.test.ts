import { expect, test } from 'vitest';
import { chinese } from '../../../src/components/language/chinese.ts';
import { createFormatters } from '../../../src/components/language/formatters.ts';
import { createTranslate } from '../../../src/components/language/messages.ts';
import { stepWord } from '../../../src/components/plan-review/PlanReview.tsx';

const t = createTranslate({ texts: chinese, formatters: createFormatters(), locale: 'zh-CN' }, {});

test.each(['RESEARCH', 'PROCESS', 'SYNTHESIZE', 'REVIEW'] as const)('the kind %s is translated', (word) => {
  expect(stepWord(word, t)).toBe(chinese[`planRun.kind.${word.toLowerCase() as Lowercase<typeof word>}`]);
});

test.each(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED'] as const)('the status %s is translated', (word) => {
  expect(stepWord(word, t)).toBe(chinese[`planRun.status.${word.toLowerCase() as Lowercase<typeof word>}`]);
});

test.each([
  ['ON_HOLD', 'on hold'],
  ['constructor', 'constructor'],
])('the unknown word %s is kept', (word, said) => {
  expect(stepWord(word, t)).toBe(said);
});
