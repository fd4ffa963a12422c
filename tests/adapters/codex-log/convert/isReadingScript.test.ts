import { describe, expect, it } from 'vitest';
import { isReadingScript } from '../../../../src/adapters/codex-log/convert/isReadingScript.ts';

describe('isReadingScript', () => {
  it.each([
    'ls -la',
    "sed -n '1,200p' a.ts",
    "rg -n 'a|b; c' src | head -n 20",
    'cd /srv && git status --short && git diff --stat',
    'cat a 2>/dev/null || true',
    "nl -ba a | sed -n '1,9p'",
    'Get-Content a.md | Select-Object -First 5',
    'find . -name x',
    'git log --oneline -5',
    'git branch',
  ])('is true of %s', (script) => expect(isReadingScript(script)).toBe(true));

  it.each([
    '',
    'rm -rf x',
    "sed -i 's/a/b/' a.ts",
    'cat a > b',
    'ls && pnpm test',
    'echo $(rm x)',
    'cat `x`',
    'find . -delete',
    'git commit -m x',
    'git branch -D x',
    'sort -o a a',
    "cat 'unclosed",
    'env X=1 rm a',
    'cat <<EOF',
    'node a.js',
  ])('is false of %s', (script) => expect(isReadingScript(script)).toBe(false));
});
