/** Longest title made from a prompt, in characters. */
const MAX_LENGTH = 80;

/** The first line of a text that says something, at most 80 characters; undefined where none does. */
export function firstLine(text: string): string | undefined {
  const line = text
    .split(/[\n\r]/)
    .find((each) => each.trim() !== '')
    ?.trim();
  if (line === undefined || line.length <= MAX_LENGTH) return line;
  const cut = line.slice(0, MAX_LENGTH - 1);
  // Not through a surrogate pair.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
