/** Maximum length of a line that `firstLine` returns, in characters. */
const MAX_LENGTH = 200;

// CSI and OSC sequences, then every other control character.
const terminalSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences are what it finds
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[\u0000-\u001f\u007f-\u009f]/g;

/** The first non-blank line of a text, without terminal sequences, at most 200 characters; '' if there is none. */
export function firstLine(text: string, maxLength = MAX_LENGTH): string {
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    const line = text
      .slice(at, Math.min(stop, at + 4 * maxLength))
      .replace(terminalSequences, ' ')
      .trim();
    if (line !== '') return line.length > maxLength ? `${cutAt(line, maxLength - 1)}…` : line;
    at = stop + 1;
  }
  return '';
}

/** Truncates before a surrogate pair, never inside it. */
export function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}
