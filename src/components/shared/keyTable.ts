import type { MessageKey } from '../language/messages.ts';

/** One line of a table of keys: keys that do the same, or the two ways of it. */
export interface KeyLine<Command> {
  /** What they do, as help says it; a line without it holds other keys for the same, which help leaves out. */
  readonly help?: Extract<MessageKey, `key.help.${string}`>;
  /** The keys as help prints them. @default those of `does`, but for Shift beside a key that works without it */
  readonly printed?: readonly string[];
  /** The command of each key: named as `KeyboardEvent.key`, letters in lower case, with `Ctrl ` or `Shift ` before it. */
  readonly does: Readonly<Record<string, Command>>;
}

/** The keys that work in one place: what handles them, the panel of help and the page of the documentation read the same table. */
export interface KeyTable<Command> {
  readonly where: Extract<MessageKey, `key.group.${string}`>;
  readonly lines: readonly KeyLine<Command>[];
}

/** What of a key event is looked at. */
export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
}

/** A key that does the same with Shift as without it; `held` is to be held as well. */
export function withOrWithoutShift<Command>(
  key: string,
  command: Command,
  held?: 'Ctrl',
): Readonly<Record<string, Command>> {
  const before = held === undefined ? '' : `${held} `;
  return { [`${before}${key}`]: command, [`${before}Shift ${key}`]: command };
}

/** The command that a table has for a key; undefined where it has none. */
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
  // Another character says by itself whether Shift was held for it.
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

/** The keys of a line as they are printed on a keyboard; `Space` is for the reader's language to name. */
export function printedKeys({ printed, does }: KeyLine<unknown>): readonly string[] {
  if (printed !== undefined) return printed;
  return Object.keys(does)
    .filter((name) => !name.startsWith('Shift ') || !Object.hasOwn(does, name.slice('Shift '.length)))
    .map((name) => name.replace(/\S+$|^ $/, (key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)));
}

/** Elements that write with keys. */
const writes =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="radio"], [type="checkbox"], [type="range"], [type="button"])';
/** Elements that are pressed with Space or Enter, and groups that are walked with arrows. */
const pressed = 'button, a[href], summary, input, [role="button"], [role="switch"]';
const walked = 'input[type="radio"], input[type="range"], [role="slider"], [role="dialog"]';

/** Whether what has the focus needs a key for itself, so that nothing around it may take it. */
export function isOwnKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(writes) !== null) return true;
  if ((key === ' ' || key === 'Enter') && target.closest(pressed) !== null) return true;
  return (key.startsWith('Arrow') || key === 'Home' || key === 'End') && target.closest(walked) !== null;
}
