/** The condition on an amount: at least, at most, and whether the ends themselves count. */
export interface AmountRange {
  readonly least: number;
  readonly most: number;
  readonly without: 'none' | 'least' | 'most';
}

/** What an amount measures, and the factors of its units; a bare number has the first unit. */
const units = {
  duration: { s: 1000, ms: 1, m: 60_000, min: 60_000, h: 3_600_000 },
  tokens: { '': 1, k: 1000, m: 1_000_000 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

/** Terms whose value is an amount. */
export type AmountName = keyof typeof units;

/**
 * Parses a condition on an amount: `>30s`, `<=2m`, `30s..2m`, `1m30s`, `>5k`. A bare amount is a minimum; a bare number counts seconds or
 * tokens. Undefined while the condition is incomplete (`>`), `unreadable` where it is no amount. The result is in milliseconds, or tokens.
 */
export function readAmounts(name: AmountName, value: string): AmountRange | 'unreadable' | undefined {
  const [, sign = '', rest = ''] = /^([<>]?=?)(.*)$/s.exec(value) ?? [];
  if (rest === '') return undefined;
  const [from = '', to, more] = rest.split('..');
  if (to !== undefined) {
    if (more !== undefined || sign !== '') return 'unreadable';
    const [least, most] = [from === '' ? 0 : readAmount(name, from), to === '' ? Infinity : readAmount(name, to)];
    return least === undefined || most === undefined ? 'unreadable' : { least, most, without: 'none' };
  }
  const amount = readAmount(name, rest);
  if (amount === undefined) return 'unreadable';
  if (sign.startsWith('<')) return { least: 0, most: amount, without: sign === '<' ? 'most' : 'none' };
  if (sign === '=') return { least: amount, most: amount, without: 'none' };
  return { least: amount, most: Infinity, without: sign === '>' ? 'least' : 'none' };
}

/** Whether an amount meets the condition. */
export function isWithin({ least, most, without }: AmountRange, amount: number): boolean {
  if (amount < least || amount > most) return false;
  return (without !== 'least' || amount > least) && (without !== 'most' || amount < most);
}

/** Parses one amount, possibly of several units: `1h30m`. */
function readAmount(name: AmountName, text: string): number | undefined {
  let sum = 0;
  let rest = text.replace(/,(?=\d{3})/g, '');
  const scale: Readonly<Record<string, number>> = units[name];
  while (rest !== '') {
    const [piece, digits = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,6})?)([a-z]{0,3})/.exec(rest) ?? [];
    const factor = unit === '' ? Object.values(scale)[0] : Object.hasOwn(scale, unit) ? scale[unit] : undefined;
    if (piece === undefined || factor === undefined) return undefined;
    sum += Number(digits) * factor;
    rest = rest.slice(piece.length);
    // A number without a unit must be the last.
    if (unit === '' && rest !== '') return undefined;
  }
  return text === '' ? undefined : sum;
}
