import { expect, test } from 'vitest';
import { harmlessMarkdown } from '../../src/export/harmlessText.ts';

// A backslash in front makes one of ours a sign of its own, and what it guarded alive again.
test.each(['', '\\', '\\\\', '\\\\\\'])('nothing comes alive behind %j', (before) => {
  const shown = harmlessMarkdown(
    `${before}<script>x</script> [run${before}](javascript:x) ${before}![pixel](https://evil.example/p.png)`,
  );
  expect(shown).not.toMatch(/<|\]\(javascript|!\[/);
});

test('links to the web stay links, and what a person reads stays the same', () => {
  expect(harmlessMarkdown('**See** [tides](https://tides.example) & more')).toBe(
    '**See** [tides](https://tides.example) &amp; more',
  );
});
