/**
 * Makes a test for what stands at the end of a text, from a pattern without `$`. It is read backwards from there: a search for a pattern
 * that ends in `$` tries every place of the text.
 */
export function endsWith(pattern: RegExp): (text: string) => boolean {
  const backwards = new RegExp(`(?<=${pattern.source})`, `${pattern.flags}y`);
  return (text) => {
    backwards.lastIndex = text.length;
    return backwards.test(text);
  };
}
