const mostCharacters = 50_000;
const mostLines = 800;
/** A longer line was made by a program: colours tell nothing, and cost most. */
const longestLine = 1000;

/** Whether code is short enough to be coloured. Grammars are regular expressions: what they may cost is bounded here. */
export function isHighlightable(text: string): boolean {
  if (text === '' || text.length > mostCharacters) return false;
  const lines = text.split('\n');
  return lines.length <= mostLines && lines.every((line) => line.length <= longestLine);
}
