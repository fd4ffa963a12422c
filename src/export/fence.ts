const tick = '`';

/** A text as a fenced block of Markdown that nothing in the text can end. */
export function fence(text: string, language = ''): string {
  const ticks = tick.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${ticks}`;
}

/** A text as inline code that nothing in the text can end; line breaks become blanks. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const ticks = tick.repeat(longestRun(line) + 1);
  const room = line.startsWith(tick) || line.endsWith(tick) || line === '' ? ' ' : '';
  return `${ticks}${room}${line}${room}${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const character of text) {
    run = character === tick ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
