/** Lines of a file whose tool wrote their numbers before them: `  12→text`, `12<tab>text`. */
export interface NumberedLines {
  readonly numbers: readonly string[];
  readonly lines: readonly string[];
}

const numbered = /^( {0,8}\d{1,9}(?:\u2192|\t))/;

/** Parts lines from the numbers before them; nothing where one of the first lines has none. */
export function splitNumbers(lines: readonly string[]): NumberedLines | undefined {
  if (lines.length === 0 || !lines.slice(0, 3).every((line) => numbered.test(line))) return undefined;
  const numbers = lines.map((line) => numbered.exec(line)?.[1] ?? '');
  return { numbers, lines: lines.map((line, at) => line.slice(numbers[at]?.length ?? 0)) };
}
