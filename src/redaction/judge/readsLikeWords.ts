const letters = 26;

// The pairs of letters that make up nearly all of English and of names in code. Random letters match about a third of the time.
const commonPairs = flagsOf(
  `th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea
  ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie
  wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab
  gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du
  ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib tl ny ki rk ys
  ob mm fu ph og ms ye ud mb ip ub oi rl gu dr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok nl my gl aw ju oa sy
  sl ps ef ks az`,
);

/** One flag for each pair of small letters. */
function flagsOf(pairs: string): Uint8Array {
  const flags = new Uint8Array(letters * letters);
  for (const pair of pairs.split(/\s+/)) flags[letterAt(pair, 0) * letters + letterAt(pair, 1)] = 1;
  return flags;
}

/** Number of the letter from `a` on; outside of 0 to 25 for any other character. */
function letterAt(text: string, at: number): number {
  return text.charCodeAt(at) - 0x61;
}

const longestRead = 48;

/** Whether the letters of a value follow each other as in words; random letters do not. */
export function readsLikeWords(value: string): boolean {
  const head = value.slice(0, longestRead).toLowerCase();
  let pairs = 0;
  let common = 0;
  let last = -1;
  for (let at = 0; at < head.length; at++) {
    const letter = letterAt(head, at);
    const isLetter = letter >= 0 && letter < letters;
    if (isLetter && last >= 0) {
      pairs++;
      common += commonPairs[last * letters + letter] as number;
    }
    last = isLetter ? letter : -1;
  }
  return pairs === 0 || common >= pairs * 0.66;
}

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
