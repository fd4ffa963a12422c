/** What the viewer's style library names its style sheets. */
const selector = 'style[data-emotion="react-diff"]';

function rulesOf(style: HTMLStyleElement): string {
  if (style.textContent !== '') return style.textContent ?? '';
  return [...(style.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('');
}

/**
 * Takes the style sheets out that another viewer has already put in. Each viewer adds its own on mounting and never takes
 * it away; since all of them have the same styles, one is enough for all.
 */
export function dropDuplicateStyles(head: ParentNode): void {
  const seen = new Set<string>();
  for (const style of head.querySelectorAll<HTMLStyleElement>(selector)) {
    const rules = rulesOf(style);
    if (seen.has(rules)) style.remove();
    else seen.add(rules);
  }
}
