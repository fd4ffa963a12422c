import { expect, test } from 'vitest';
import { type ReportEntry, reportPage } from '../../scripts/visual-report/reportPage.ts';

const entry: ReportEntry = {
  story: 'Components/CommandCard > Failed "twice" <again>',
  file: 'stories/components/CommandCard.stories.tsx',
  theme: 'dark',
  picture: 'components-commandcard-failed-dark',
  before: 'data:image/png;base64,AAAA',
  after: 'data:image/png;base64,BBBB',
  difference: 'data:image/png;base64,CCCC',
};

test('the report shows each differing story before, after and as a difference, in that order', () => {
  const page = reportPage([entry]);
  expect(page).toContain('1 story looks different');
  expect([...page.matchAll(/base64,(\w{4})/g)].map(([, picture]) => picture)).toEqual(['AAAA', 'BBBB', 'CCCC']);
  expect(page).toContain('Failed &quot;twice&quot; &lt;again>');
});

test('the report lays pictures of different sizes over each other, without a difference', () => {
  const page = reportPage([{ ...entry, difference: undefined }]);
  expect([...page.matchAll(/base64,(\w{4})/g)].map(([, picture]) => picture)).toEqual(['AAAA', 'BBBB', 'AAAA', 'BBBB']);
});

test('the report names a story without a picture', () => {
  const page = reportPage([{ ...entry, before: undefined, difference: undefined }]);
  expect(page).toContain('no picture yet');
  expect(page).toContain('nothing to compare');
});

test('the report says in words that nothing differs, and needs no other file', () => {
  expect(reportPage([])).toContain('Every story looks like its picture');
  expect(reportPage([entry])).not.toMatch(/(?:src|href)="(?!data:)/);
});
