const placeholder = /\{(\w+)\}/g;

/** Puts values into the `{name}` placeholders of a text. A name without a value stays as it is, so that it is seen. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole);
}
