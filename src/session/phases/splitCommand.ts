/** Commands are recognised by their beginning; the rest is not looked at. */
const MAX_LENGTH = 400;

/** Whether an operator begins with a character; parentheses only group. */
const beginsOperator = new Set([';', '|', '&', '(', ')', '\n']);
const longOperators = ['&&', '||', '|&'];

/** Where a run of characters ends that mean nothing but themselves. */
const special = /[\\"'<>;|&()\s]/g;

/**
 * Splits a shell command at its operators into simple commands, each as its words without quotes. One pass. What stands
 * in quotes is one word; a redirection into a file shows as the word `>`. It ends where a here-document begins: what
 * follows is text, and no command.
 */
export function splitCommand(command: string): string[][] {
  const text = command.slice(0, MAX_LENGTH);
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let document = false;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') {
      at += 1;
      word = (word ?? '') + (text[at] ?? '');
    } else if (char === '"' || char === "'") {
      const end = closingQuote(text, at);
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (char === '>') {
      at = takeRedirection(text, at, words, word);
      word = undefined;
    } else if (char === '<') {
      endWord();
      document ||= text.startsWith('<<', at) && text[at + 2] !== '<';
    } else if (char === '\n' && document) break;
    else if (beginsOperator.has(char)) {
      endCommand();
      if (longOperators.includes(text.slice(at, at + 2))) at += 1;
    } else if (char === ' ' || char === '\t' || char === '\r') endWord();
    else {
      const end = plainEnd(text, at + 1);
      word = (word ?? '') + text.slice(at, end);
      at = end - 1;
    }
  }
  endCommand();
  return commands;
}

function plainEnd(text: string, start: number): number {
  special.lastIndex = start;
  return special.exec(text)?.index ?? text.length;
}

function closingQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** Reads past a redirection. Only one into a file counts: `2>&1` and `/dev/null` write nothing. */
function takeRedirection(text: string, start: number, words: string[], word: string | undefined): number {
  // The number before `>` names a stream, and is no word.
  if (word !== undefined && !/^\d$/.test(word)) words.push(word);
  let at = start;
  while (text[at] === '>') at += 1;
  while (text[at] === ' ') at += 1;
  if (text[at] === '&' || text.startsWith('/dev/null', at)) {
    while (at + 1 < text.length && !/[\s;|&]/.test(text[at + 1] ?? '')) at += 1;
    return at;
  }
  words.push('>');
  return at - 1;
}
