/** A custom property of the kit, as its style sheet declares it. */
export interface Token {
  readonly name: string;
  readonly value: string;
}

/** A group of tokens in the style sheet, and its comment. */
export interface TokenGroup {
  readonly about: string;
  readonly tokens: readonly Token[];
}

/** Reads the first list of custom properties of a selector; blank lines and comments separate its groups. */
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
