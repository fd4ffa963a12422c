import { expect, test } from 'vitest';
import { harmlessMarkdown } from '../../../src/session/text/markdown.ts';

// A backslash in front makes one of ours a sign of its own, and what it guarded alive again.
test.each(['', '\\', '\\\\', '\\\\\\'])('renders nothing active behind %j', (before) => {
  const shown = harmlessMarkdown(
    `${before}<script>x</script> [run${before}](javascript:x) ${before}![pixel](https://evil.example/p.png)`,
  );
  expect(shown).not.toMatch(/<|\]\(javascript|!\[/);
});

test('keeps links to the web and the text that a person reads', () => {
  expect(harmlessMarkdown('**See** [tides](https://tides.example) & more')).toBe(
    '**See** [tides](https://tides.example) &amp; more',
  );
});
