import type { MessageKey } from '../language/messages.ts';

/** One line of a table of keys: keys that do the same, or the two directions of one command. */
export interface KeyLine<Command> {
  /** What the keys do, in the words of the help panel. A line without it holds alternative keys, which the help leaves out. */
  readonly help?: Extract<MessageKey, `key.help.${string}`>;
  /** The keys as the help prints them. @default the keys of `does`, except those that only add an optional Shift */
  readonly printed?: readonly string[];
  /** The command of each key. Keys are named as in `KeyboardEvent.key`, letters in lower case, with `Ctrl ` or `Shift ` before them. */
  readonly does: Readonly<Record<string, Command>>;
}

/** The keys that work in one place. The key handler, the help panel and the page of the documentation all read this table. */
export interface KeyTable<Command> {
  readonly where: Extract<MessageKey, `key.group.${string}`>;
  readonly lines: readonly KeyLine<Command>[];
}

/** The fields of a key event that are read. */
export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
}

/** A key that does the same with Shift as without; `held` must be held as well. */
export function withOrWithoutShift<Command>(
  key: string,
  command: Command,
  held?: 'Ctrl',
): Readonly<Record<string, Command>> {
  const before = held === undefined ? '' : `${held} `;
  return { [`${before}${key}`]: command, [`${before}Shift ${key}`]: command };
}

/** The command that a table has for a key event; undefined if there is none. */
export function commandOfKey<Command>(
  { lines }: Pick<KeyTable<Command>, 'lines'>,
  pressed: PressedKey,
): Command | undefined {
  const name = nameOf(pressed);
  const line = lines.find(({ does }) => Object.hasOwn(does, name));
  return line?.does[name];
}

function nameOf({ key, shiftKey, ctrlKey = false, metaKey = false }: PressedKey): string {
  const letter = /^[a-z]$/i.test(key);
  // Any other character already implies whether Shift was held.
  const shift = shiftKey && (letter || key.length > 1);
  return `${ctrlKey || metaKey ? 'Ctrl ' : ''}${shift ? 'Shift ' : ''}${letter ? key.toLowerCase() : key}`;
}

const signs: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '\u2190',
  ArrowRight: '\u2192',
  ArrowUp: '\u2191',
  ArrowDown: '\u2193',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  '-': '\u2212',
};

/** The keys of a line as printed on a keyboard; only `Space` is translated. */
export function printedKeys({ printed, does }: KeyLine<unknown>): readonly string[] {
  if (printed !== undefined) return printed;
  return Object.keys(does)
    .filter((name) => !name.startsWith('Shift ') || !Object.hasOwn(does, name.slice('Shift '.length)))
    .map((name) => name.replace(/\S+$|^ $/, (key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)));
}

/** Elements that accept typing. */
const writes =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="radio"], [type="checkbox"], [type="range"], [type="button"])';
/** Elements that are pressed with Space or Enter, and groups in which arrows move. */
const pressed = 'button, a[href], summary, input, [role="button"], [role="switch"]';
const walked = 'input[type="radio"], input[type="range"], [role="slider"], [role="dialog"]';

/** Whether the focused element needs a key for itself, so that nothing around it may handle the key. */
export function isOwnKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(writes) !== null) return true;
  if ((key === ' ' || key === 'Enter') && target.closest(pressed) !== null) return true;
  return (key.startsWith('Arrow') || key === 'Home' || key === 'End') && target.closest(walked) !== null;
}

/** How keys move through the rows of a list. */
export interface RowSteps {
  /** Index of the last row, 0-based. */
  readonly last: number;
  /** The row one page above or below a row; it may lie outside the list. */
  readonly pageFrom: (row: number, by: -1 | 1) => number;
  /** Whether a row can be reached. @default every row can */
  readonly canStand?: (row: number) => boolean;
}

/** The row that a key leads to. If there is none in its direction, the current row; undefined if the key does not move. */
export function rowAfterKey(key: string, row: number, { last, pageFrom, canStand }: RowSteps): number | undefined {
  const nearest = (from: number, by: 1 | -1): number | undefined => {
    for (let at = from; at >= 0 && at <= last; at += by) if (canStand?.(at) !== false) return at;
    return undefined;
  };
  switch (key) {
    case 'ArrowUp':
      return nearest(row - 1, -1) ?? row;
    case 'ArrowDown':
      return nearest(row + 1, 1) ?? row;
    case 'Home':
      return nearest(0, 1) ?? row;
    case 'End':
      return nearest(last, -1) ?? row;
    // If a single row is taller than a page, a page still moves by one row.
    case 'PageUp':
      return Math.min(row, nearest(Math.max(0, Math.min(row - 1, pageFrom(row, -1))), 1) ?? row);
    case 'PageDown':
      return Math.max(row, nearest(Math.min(last, Math.max(row + 1, pageFrom(row, 1))), -1) ?? row);
    default:
      return undefined;
  }
}

/** Pages of the given number of rows. */
export function pagesOf(rows: number): RowSteps['pageFrom'] {
  return (row, by) => row + by * rows;
}

/** The movement keys, for the key table of a list; `rowAfterKey` says where they lead. */
export function rowKeys<Command>(command: Command): readonly KeyLine<Command>[] {
  const pair = (first: string, second: string): KeyLine<Command>['does'] => ({
    ...withOrWithoutShift(first, command),
    ...withOrWithoutShift(second, command),
  });
  return [
    { help: 'key.help.rows', does: pair('ArrowUp', 'ArrowDown') },
    { help: 'key.help.pages', does: pair('PageUp', 'PageDown') },
    { help: 'key.help.ends', does: pair('Home', 'End') },
  ];
}
