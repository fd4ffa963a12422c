/** A value of JSON that holds others. */
export type JsonParent = Readonly<Record<string, unknown>> | readonly unknown[];

/** A line of a tree of JSON. */
export type JsonRow =
  | {
      readonly is: 'value';
      /** JSON Pointer of the value; '' is the whole. */
      readonly path: string;
      /** The name of a field, or the position in a list; undefined for the whole. */
      readonly name: string | number | undefined;
      readonly value: unknown;
      readonly level: number;
      readonly position: number;
      readonly siblings: number;
      /** Undefined where there is nothing to unfold. */
      readonly open: boolean | undefined;
    }
  /** The rest of a long list, or of an object with many fields. */
  | { readonly is: 'more'; readonly path: string; readonly level: number; readonly hidden: number };

/** So many values of one parent are shown at once, and as many more with each press. */
export const sliceOf = 100;

/** A longer text is not read as JSON, in characters: that would hold up the page. */
const longestRead = 2_000_000;

/** A whole number that JavaScript would round. */
const longNumber = /[:[,]\s{0,80}-?\d{16}/;

/** Whether something holds other values. */
export function isJsonParent(value: unknown): value is JsonParent {
  return typeof value === 'object' && value !== null;
}

/** How many values one holds. */
export function countIn(value: JsonParent): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/**
 * The object or list that a text is; undefined for any other text, an empty object or list, one that is too long to be read at
 * once, and one whose numbers would come out as others.
 */
export function readJsonParent(text: string): JsonParent | undefined {
  if (text.length > longestRead || !/^\s{0,80}[[{]/.test(text) || longNumber.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonParent(value) && countIn(value) > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

const pointerPart = (name: string | number): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

/** A text of several lines, or a long one, unfolds too. */
export function isLongText(value: unknown): value is string {
  return typeof value === 'string' && (value.length > 120 || value.includes('\n'));
}

/** What the reader has folded or unfolded, and how many values of a parent are shown, by path. */
export interface JsonTreeState {
  readonly open: ReadonlyMap<string, boolean>;
  readonly shown: ReadonlyMap<string, number>;
}

/** So many levels stand open at first, of parents that are not large. */
const openAtFirst = 2;
const largeFrom = 20;

function isOpen({ open }: JsonTreeState, path: string, value: unknown, level: number): boolean | undefined {
  if (isLongText(value)) return open.get(path) ?? false;
  if (!isJsonParent(value)) return undefined;
  const count = countIn(value);
  return count === 0 ? undefined : (open.get(path) ?? (level === 1 || (level <= openAtFirst && count <= largeFrom)));
}

/** The lines of a tree as it is folded; what is folded away is not looked at. */
export function jsonRows(root: JsonParent, state: JsonTreeState): JsonRow[] {
  const rows: JsonRow[] = [];
  const add = (parent: JsonParent, at: string, level: number): void => {
    const names = Array.isArray(parent) ? undefined : Object.keys(parent);
    const siblings = names?.length ?? (parent as readonly unknown[]).length;
    const last = Math.min(siblings, state.shown.get(at) ?? sliceOf);
    for (let n = 0; n < last; n += 1) {
      const name = names?.[n] ?? n;
      const value = (parent as Readonly<Record<string | number, unknown>>)[name];
      const path = `${at}/${pointerPart(name)}`;
      const open = isOpen(state, path, value, level);
      rows.push({ is: 'value', path, name, value, level, position: n + 1, siblings, open });
      if (open === true && isJsonParent(value)) add(value, path, level + 1);
    }
    if (last < siblings) rows.push({ is: 'more', path: at, level, hidden: siblings - last });
  };
  add(root, '', 1);
  return rows;
}
