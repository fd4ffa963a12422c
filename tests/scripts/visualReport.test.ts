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

test('each differing story stands with before, after and difference, in that order', () => {
  const page = reportPage([entry]);
  expect(page).toContain('1 story looks different');
  expect([...page.matchAll(/base64,(\w{4})/g)].map(([, picture]) => picture)).toEqual(['AAAA', 'BBBB', 'CCCC']);
  expect(page).toContain('Failed &quot;twice&quot; &lt;again>');
});

test('pictures of different sizes have no difference, and are laid over each other', () => {
  const page = reportPage([{ ...entry, difference: undefined }]);
  expect([...page.matchAll(/base64,(\w{4})/g)].map(([, picture]) => picture)).toEqual(['AAAA', 'BBBB', 'AAAA', 'BBBB']);
});

test('a story without a picture says so', () => {
  const page = reportPage([{ ...entry, before: undefined, difference: undefined }]);
  expect(page).toContain('no picture yet');
  expect(page).toContain('nothing to compare');
});

test('nothing that differs is said in words, and the page needs no other file', () => {
  expect(reportPage([])).toContain('Every story looks like its picture');
  expect(reportPage([entry])).not.toMatch(/(?:src|href)="(?!data:)/);
});
