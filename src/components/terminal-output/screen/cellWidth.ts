/** Blocks whose characters take two columns: Hangul, CJK, fullwidth forms, emoji. First and last code point. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x274c, 0x274c],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

const joining = /^(?:\p{Mn}|\p{Me}|\u200d)/u;

/** How many columns of a terminal a character takes: 0 where it joins the one before, 2 where it is wide, else 1. */
export function cellWidth(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (joining.test(character)) return 0;
  return wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
