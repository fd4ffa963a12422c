import { type Position, windowLength } from './anchor.ts';
import type { CharSet } from './charSet.ts';

/** The bytes of an anchor by which the index finds it. */
export interface AnchorWindow {
  /** Every number that the bytes may form, folded by {@link foldByte}, the first byte highest. */
  readonly codes: readonly number[];
  /** Number of the anchor's UTF-16 units that begin before the end of the window. */
  readonly head: number;
}

/** Returns the value of a byte in a window, ignoring the case of letters. */
export function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

interface Byte {
  readonly options: readonly number[];
  /** How often one of them occurs in a text by chance. */
  readonly share: number;
  /** Number of UTF-16 units that begin with it. */
  readonly units: number;
}

/**
 * Creates the function that chooses, for an anchor, the four of its bytes that are rarest in ordinary text, because the search has to stop
 * at each occurrence. It runs once for each of thousands of anchors before any of it is compiled: counted loops take half as long there.
 */
export function createWindowChooser(): (positions: readonly Position[]) => AnchorWindow {
  const ordinary = countWindows(ordinaryWords);
  const known: (readonly Byte[])[] = [];
  const bytesOf = ({ id, allowed }: Position): readonly Byte[] =>
    (known[id] ??= typeof allowed === 'string' ? wideBytes(allowed) : [byteOf(foldedBytes(allowed), 1)]);
  const frequencyOf = (codes: readonly number[]): number => {
    let sum = 0;
    for (let at = 0; at < codes.length; at++) sum += ordinary.get(codes[at] as number) ?? 0;
    return sum / ordinaryWords.length;
  };

  return (positions) => {
    const bytes: Byte[] = [];
    for (let at = 0; at < positions.length; at++) {
      const own = bytesOf(positions[at] as Position);
      for (let each = 0; each < own.length; each++) bytes.push(own[each] as Byte);
    }
    let best: AnchorWindow = { codes: [], head: 0 };
    let lowest = Number.POSITIVE_INFINITY;
    let head = 0;
    for (let last = 0; last < bytes.length; last++) {
      head += (bytes[last] as Byte).units;
      if (last < windowLength - 1) continue;
      let chance = 1;
      let count = 1;
      for (let at = last - windowLength + 1; at <= last; at++) {
        const { share, options } = bytes[at] as Byte;
        chance *= share;
        count *= options.length;
      }
      if (chance >= lowest || (count > mostCodes && best.codes.length > 0)) continue;
      const codes = codesOf(bytes, last);
      const frequency = chance + frequencyOf(codes);
      if (frequency >= lowest) continue;
      lowest = frequency;
      best = { codes, head };
    }
    return best;
  };
}

/** Windows with several classes match too many texts; they are used only if an anchor has no other window. */
const mostCodes = 400;

function byteOf(options: readonly number[], units: number): Byte {
  return { options, units, share: options.reduce((sum, byte) => sum + shareOf(byte), 0) };
}

const encoder = new TextEncoder();

function wideBytes(char: string): readonly Byte[] {
  return Array.from(encoder.encode(char), (byte, index) => byteOf([byte], index === 0 ? char.length : 0));
}

function foldedBytes(set: CharSet): readonly number[] {
  const folded = new Set<number>();
  for (let code = 0; code < set.length; code++) if (set[code] === 1) folded.add(foldByte(code));
  return [...folded];
}

/** Every number that the window which ends with the byte at `last` may form. Nearly all bytes of anchors have one option. */
function codesOf(bytes: readonly Byte[], last: number): readonly number[] {
  let codes = [0];
  for (let at = last - windowLength + 1; at <= last; at++) {
    const { options } = bytes[at] as Byte;
    const only = options[0] as number;
    if (options.length > 1) codes = codes.flatMap((code) => options.map((byte) => (code << 8) | byte));
    else for (let each = 0; each < codes.length; each++) codes[each] = ((codes[each] as number) << 8) | only;
  }
  return codes;
}

function countWindows(text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  let code = 0;
  for (const byte of encoder.encode(text)) {
    code = (code << 8) | foldByte(byte);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

// Frequency of the letters a to z in English, in percent.
const letterShares = [
  8.2, 1.5, 2.8, 4.3, 12.7, 2.2, 2, 6.1, 7, 0.15, 0.77, 4, 2.4, 6.7, 7.5, 1.9, 0.1, 6, 6.3, 9.1, 2.8, 1, 2.4, 0.15, 2,
  0.07,
];

function shareOf(byte: number): number {
  if (byte < 0x20) return 0.001;
  return (byte === 0x20 ? 15 : (letterShares[byte - 0x61] ?? 0.8)) / 100;
}

// Words and signs that are common in agents' logs. A window inside one of them would stop the search again and again.
const ordinaryWords = `
the and that this with from have will are not you for can should when what which there then into only more other some
all first last new same each every before after between under over
function return const import export default type interface class extends public static async await void string number
boolean object array null true false undefined else switch case break continue while try catch finally throw error
message
name path patch file folder directory source src test tests spec lib dist build package json index main module config
configuration options settings value values key id content text line lines count length size start end time date
version
user agent assistant system tool input output result request response session turn model event call command execute
shell bash run running status state data list item set get add remove delete update create open close read write print
log check convert generate
port report support service server client host app application component page view render style button label form
format field table column row document context information entity notification permission operation organization
found round sound material manage map mark market match max mean memory merge method metric mode more most move must
across access accept action active actual address again allow already another answer apply approach area around
article assign attach author available average
/home/user/project/src/components/index.ts:12:34 ./tests/unit/example.test.ts https://github.com/ --- a/src/file.ts
+++ b/src/file.ts @@ -1,2 +3,4 @@ --- === *** ... - [x] **Note**: ## Heading | cell | cell | --flag --help -la -lc -n
{"type":"text","name":"value","id":1,"content":[{"role":"user"}],"is_error":false} <div className="name"></div> (a, b)
=> { x = y; } 2026-02-25T07:12:34.567Z 0.12 100% 0x00ff a1b2c3d4e5f6
grid border margin padding width height display position relative hidden background implement important include insert
install instance instead integration internal introduce issue language layer layout level library link local location
logic
plan platform plugin point policy problem process product program progress project property provider query question
reason record reference reflect register related release replace repository research resource review route sample save
schema score script search section select sentence separate sequence several similar simple single social solution
special specific stage standard step storage strategy stream structure success suggest summary symbol target task
template terminal ticket track transfer transform tree trigger unique until upgrade usage valid variable various video
visit warning week window word work world year yield
`;
