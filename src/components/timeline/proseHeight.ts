/** Width of a line of prose in pixels, at most; `--ark-measure` in the kit's own type. */
const measurePx = 655;
const linePx = 22;
const codeLinePx = 18;
const gapPx = 8;
/** Average advance of a letter in the kit's type, of one in code, and of an ideograph. */
const letterPx = 6.9;
const codeLetterPx = 7.2;
const ideographPx = 14;
/** Lines that a message shows at most, and the button below them. */
const mostLines = 48;
const clippedTo = 32;
const moreButtonPx = 16 + gapPx;

/** How many characters of a text are looked at to tell which script it is in. */
const samples = 12;

function averageLetterPx(text: string): number {
  const step = Math.max(1, Math.floor(text.length / samples));
  let wide = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at += step) {
    const code = text.charCodeAt(at);
    if (code >= 0x2e80 && code < 0xfb00) wide += 1;
    seen += 1;
  }
  return seen === 0 ? letterPx : letterPx + (ideographPx - letterPx) * (wide / seen);
}

/** Whether a line opens a block of its own: a heading, an item of a list, a quotation, a row of a table. */
const opensBlock = /^\s{0,3}(?:[-*+>|#]|\d{1,3}[.)])/;

/**
 * Height in pixels that a text takes as prose of a given width, guessed from its lines without drawing it. Each line is
 * looked at once, and none is read through.
 */
export function proseHeight(text: string, widthPx: number): number {
  const room = Math.max(80, Math.min(widthPx, measurePx));
  const average = averageLetterPx(text);
  let height = 0;
  let lines = 0;
  let code = false;
  let parted = true;
  for (let from = 0; from <= text.length && lines < mostLines; ) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    const length = end - from;
    lines += 1;
    if (text.startsWith('```', from)) {
      code = !code;
      height += code ? gapPx + 8 : 8;
    } else if (code) {
      height += codeLinePx * Math.max(1, Math.ceil((length * codeLetterPx) / (room - 42)));
    } else if (length === 0 || text.charCodeAt(from) === 13) {
      if (!parted) height += gapPx;
      parted = true;
    } else {
      const indent = opensBlock.test(text.slice(from, from + 8)) ? 20 : 0;
      height += linePx * Math.max(1, Math.ceil((length * average * 1.04) / (room - indent)));
      parted = false;
    }
    if (found === -1) break;
    from = end + 1;
  }
  const clipped = lines >= mostLines;
  const shown = clipped ? (height * clippedTo) / mostLines + moreButtonPx : height;
  return Math.max(linePx, Math.round(parted && height > linePx && !clipped ? shown - gapPx : shown));
}
