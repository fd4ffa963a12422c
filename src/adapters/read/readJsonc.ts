import { type Node, type ParseError, parseTree } from 'jsonc-parser';

/** JSON with comments and trailing commas, as far as it could be read. */
export interface Jsonc {
  /** Undefined where nothing could be read. */
  value: unknown;
  /** Where reading went wrong first, in characters; undefined where it did not. */
  errorAt: number | undefined;
}

/** Reads JSON with comments and trailing commas. Never throws: what is nested too deep counts as unreadable. */
export function readJsonc(text: string): Jsonc {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    return { value: tree === undefined ? undefined : jsonOf(tree), errorAt: errors[0]?.offset };
  } catch {
    return { value: undefined, errorAt: 0 };
  }
}

/** Not the library's own evaluation, which would take a key `__proto__` for the prototype. */
function jsonOf(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(jsonOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    children.flatMap(({ children: pair }) => {
      const [key, value] = pair ?? [];
      return key === undefined || value === undefined ? [] : [[String(key.value), jsonOf(value)]];
    }),
  );
}
