/** A custom property of the kit, as its style sheet says it. */
export interface Token {
  readonly name: string;
  readonly value: string;
}

/** The tokens that stand together in the style sheet, and what it says of them. */
export interface TokenGroup {
  readonly about: string;
  readonly tokens: readonly Token[];
}

/** Reads the first list of custom properties of a selector; blank lines and comments part its groups. */
export function readTokens(sheet: string, selector = ':where(:root'): TokenGroup[] {
  const from = sheet.indexOf('{', sheet.indexOf(selector)) + 1;
  const list = sheet.slice(from, sheet.indexOf('}', from));
  return list
    .split(/\n\s*\n/)
    .map((part) => ({
      about: (/\/\*([^*]*)\*\//.exec(part)?.[1] ?? '').replace(/\s+/g, ' ').trim(),
      tokens: [...part.matchAll(/(--ark-[\w-]+):([^;]+);/g)].map(([, name = '', value = '']) => ({
        name,
        value: value.replace(/\s+/g, ' ').trim(),
      })),
    }))
    .filter(({ tokens }) => tokens.length > 0);
}
