/** Statistics about the words in a value; a word is a run of ASCII letters and digits. */
export interface Words {
  readonly letters: number;
  readonly digits: number;
  /** Number of changes between capital, small letter and digit inside words. */
  readonly seams: number;
  /** Length of the longest word. */
  readonly longest: number;
  readonly seamsOfLongest: number;
  /** Number of capitals that directly follow a capital. */
  readonly capitalPairs: number;
}

type Kind = 'capital' | 'small' | 'digit' | 'other';

/** Describes the first `length` characters of a value. */
export function describeWords(value: string, length = value.length): Words {
  let letters = 0;
  let digits = 0;
  let seams = 0;
  let longest = 0;
  let seamsOfLongest = 0;
  let wordLength = 0;
  let seamsOfWord = 0;
  let capitalPairs = 0;
  let last: Kind = 'other';
  for (let at = 0; at < length; at++) {
    const kind = kindOf(value.charCodeAt(at));
    if (kind === 'other') {
      wordLength = 0;
      seamsOfWord = 0;
    } else {
      if (kind === 'digit') digits++;
      else letters++;
      wordLength++;
      if (kind === 'capital' && last === 'capital') capitalPairs++;
      if (last !== 'other' && last !== kind) {
        seams++;
        seamsOfWord++;
      }
      if (wordLength > longest) {
        longest = wordLength;
        seamsOfLongest = seamsOfWord;
      }
    }
    last = kind;
  }
  return { letters, digits, seams, longest, seamsOfLongest, capitalPairs };
}

function kindOf(code: number): Kind {
  if (code >= 0x61) return code <= 0x7a ? 'small' : 'other';
  if (code >= 0x41) return code <= 0x5a ? 'capital' : 'other';
  return code >= 0x30 && code <= 0x39 ? 'digit' : 'other';
}
