/** A piece of a query as it was typed. */
export interface QueryToken {
  /** What stands before the first colon outside of quotes, where something does. */
  readonly name: string | undefined;
  /** The rest, without its quotes. */
  readonly value: string;
  /** Whether the value was put into quotes, and so is meant as it stands. */
  readonly quoted: boolean;
  /** Where the piece begins in the text. */
  readonly from: number;
}

/** Quotes and colons as keyboards and input methods give them. */
const quotes = '"\u201c\u201d';
const colons = ':\uff1a';

/** Cuts a query at its blanks; what stands between quotes stays together, and a quote left open reaches to the end. */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text, at)) {
      at += 1;
      continue;
    }
    const { token, end } = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function isBlank(text: string, at: number): boolean {
  return text.charAt(at).trim() === '';
}

function readToken(text: string, from: number): { token: QueryToken; end: number } {
  let name: string | undefined;
  let value = '';
  let quoted = false;
  let at = from;
  while (at < text.length && !isBlank(text, at)) {
    const character = text.charAt(at);
    if (quotes.includes(character) && value === '') {
      const end = endOfQuote(text, at + 1);
      value = text.slice(at + 1, end);
      quoted = true;
      at = end + 1;
      break;
    }
    if (colons.includes(character) && name === undefined && value !== '') {
      name = value;
      value = '';
    } else value += character;
    at += 1;
  }
  return { token: { name, value, quoted, from }, end: at };
}

function endOfQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && !quotes.includes(text.charAt(at))) at += 1;
  return at;
}
