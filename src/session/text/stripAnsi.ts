const esc = 0x1b;
const bell = 0x07;
/** C1 forms of CSI, OSC and the other strings, and their terminator. */
const c1 = { dcs: 0x90, sos: 0x98, csi: 0x9b, st: 0x9c, osc: 0x9d, pm: 0x9e, apc: 0x9f } as const;

const introducers: ReadonlySet<number> = new Set([c1.dcs, c1.sos, c1.csi, c1.osc, c1.pm, c1.apc]);

/** Maximum length of text that an unfinished sequence swallows. */
const longestSequence = 4096;

function endOfCsi(text: string, start: number): number {
  let at = start;
  while (at < text.length && at - start < longestSequence) {
    const code = text.charCodeAt(at);
    if (code >= 0x40 && code <= 0x7e) return at + 1;
    if (code < 0x20 || code > 0x3f) return at;
    at += 1;
  }
  return at;
}

/** A hyperlink, a window title, a device control: up to BEL or ST. If unfinished, it ends with its line. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length && at - start < longestSequence; at += 1) {
    const code = text.charCodeAt(at);
    if (code === bell || code === c1.st) return at + 1;
    if (code === esc) return text[at + 1] === '\\' ? at + 2 : at;
    if (code === 0x0a || introducers.has(code)) return at;
  }
  return start;
}

function endOfEscape(text: string, start: number): number {
  const kind = text[start + 1];
  if (kind === undefined) return start + 1;
  if (kind === '[') return endOfCsi(text, start + 2);
  if (']PX^_'.includes(kind)) return endOfString(text, start + 2);
  let at = start + 1;
  while (text.charCodeAt(at) >= 0x20 && text.charCodeAt(at) <= 0x2f) at += 1;
  const final = text.charCodeAt(at);
  return final >= 0x30 && final <= 0x7e ? at + 1 : at;
}

function endOfSequence(text: string, start: number): number | undefined {
  const code = text.charCodeAt(start);
  if (code === esc) return endOfEscape(text, start);
  if (code === c1.csi) return endOfCsi(text, start + 1);
  if (code === c1.osc || code === c1.dcs || code === c1.sos || code === c1.pm || code === c1.apc)
    return endOfString(text, start + 1);
  return undefined;
}

/**
 * Removes terminal escape sequences from a text: colours, cursor moves, window titles, OSC 8 hyperlinks (their visible text stays). Scans
 * once, whatever the text.
 */
export function stripAnsi(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  if (!/[\u001b\u0090\u0098\u009b\u009d-\u009f]/.test(text)) return text;
  const kept: string[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const end = endOfSequence(text, at);
    if (end === undefined) {
      at += 1;
      continue;
    }
    kept.push(text.slice(from, at));
    at = Math.max(end, at + 1);
    from = at;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

// Control characters, and those that hide or reorder what stands around them.
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Removes control characters and those that are not seen or reorder others. Keeps tabs and line breaks. */
export function stripInvisible(text: string): string {
  return text.replace(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''));
}
