// Copies the dark colours in src/components/theme/colors.css to the rule for systems that are dark: CSS cannot name a list.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The style sheet with the list of `data-theme="dark"` in the rule for dark systems, too. */
export function withDarkSystems(css: string): string {
  const dark = listAfter(css, ':where([data-theme="dark"]) {');
  const system = listAfter(css, ':where([data-theme="system"]) {', css.indexOf('(prefers-color-scheme: dark)'));
  return css.slice(0, system.from) + css.slice(dark.from, dark.to).replaceAll('\n  ', '\n    ') + css.slice(system.to);
}

/** Where the declarations of a rule begin, and where they end. */
function listAfter(css: string, rule: string, start = 0): { from: number; to: number } {
  const from = css.indexOf(rule, start) + rule.length;
  return { from, to: css.indexOf('}', from) };
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../src/components/theme/colors.css');
  writeFileSync(path, withDarkSystems(readFileSync(path, 'utf8')));
}
