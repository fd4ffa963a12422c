/** How many lines {@link splitLines} would give, without making them. */
export function countLines(text: string): number {
  let count = 0;
  let open = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) {
      if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) at += 1;
      count += 1;
      open = false;
    } else {
      open = true;
    }
  }
  return open ? count + 1 : count;
}
