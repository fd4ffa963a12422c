import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isFormattable, usesMarkdown } from '../../../../src/components/shared/Markdown.tsx';
import { MarkdownBody } from '../../../../src/components/shared/MarkdownBody.tsx';

const html = (text: string): string => renderToStaticMarkup(createElement(MarkdownBody, { text }));

test.each(['Hello, how are you?', '好的，开始吧。', 'two\nlines'])('%j needs no renderer', (text) => {
  expect(usesMarkdown(text)).toBe(false);
});

test.each(['`code`', '**bold**', '# title', '- item', '1. item', 'see https://a.example', '> quote', 'a\tb'])(
  '%j needs a renderer',
  (text) => {
    expect(usesMarkdown(text)).toBe(true);
  },
);

test.each([
  ['very long', 'a '.repeat(30_000)],
  ['deep quotes', `${'>'.repeat(3000)}x`],
  ['deep lists', `${'- '.repeat(3000)}x`],
  ['open brackets', '['.repeat(3000)],
  ['stars', '*'.repeat(3000)],
  ['emphasis upon emphasis', '_a*b'.repeat(1200)],
  ['backticks', '`'.repeat(3000)],
])('%s is shown unformatted', (_, text) => {
  expect(isFormattable(text)).toBe(false);
});

test.each(['---\n', `${'-'.repeat(300)}\n`, '> > quoted twice', '- - -', `${' '.repeat(300)}x`])(
  '%j is formatted',
  (text) => {
    expect(isFormattable(text)).toBe(true);
  },
);

// Each of these takes some Markdown parsers longer than anyone waits; that they end is the test.
test.each([
  '[a]('.repeat(2000),
  '*a '.repeat(1900),
  '_a*b'.repeat(950),
  '<a '.repeat(4000),
  '![a]'.repeat(3000),
  '`a``b'.repeat(3000),
  '| a '.repeat(4000),
  '> '.repeat(20).concat('x\n').repeat(400),
  'a@b.'.repeat(4000),
  'www.a'.repeat(4000),
])('%.12s… repeated is formatted quickly', (text) => {
  expect(html(text).length).toBeGreaterThan(0);
});

test('HTML is shown as text and loads nothing', () => {
  const page = html(
    '<img src="https://a.example/x.png" onerror="alert(1)">\n\n![alt](https://a.example/x.png)\n\n<script>x</script>',
  );
  expect(page).not.toMatch(/<(?:img|script)/);
  expect(page).toContain('&lt;script&gt;');
  expect(page).toContain('href="https://a.example/x.png"');
});

test("headings stay out of the page's outline", () => {
  expect(html('# One\n\n###### Six\n\nSetext\n===')).not.toMatch(/<h[1-6]/);
});

test('footnotes add no ids to the page', () => {
  const page = html('Said[^1].\n\n[^1]: There.');
  expect(page).not.toMatch(/ id=|href=/);
  expect(page).toContain('There.');
});

test('only http and https links are kept, and they send no referrer', () => {
  const page = html('[a](https://a.example) [b](javascript:alert(1)) [c](//c.example) <https://d.example>');
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://a.example/',
    'https://d.example/',
  ]);
  expect([...page.matchAll(/rel="noreferrer noopener"/g)]).toHaveLength(2);
  expect(page).toContain('(javascript:alert(1))');
});
