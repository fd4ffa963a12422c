function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Lines as a text, without the blank ones that separate it from what follows. */
export function joinLines(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && isBlank(lines[end - 1])) end -= 1;
  return (end === lines.length ? lines : lines.slice(0, end)).join('\n');
}

/** The same for what somebody wrote, without blank lines before it either. */
export function joinBody(lines: readonly string[]): string {
  let start = 0;
  while (start < lines.length && isBlank(lines[start])) start += 1;
  return joinLines(lines.slice(start));
}
