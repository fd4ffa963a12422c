import type { CodeKind } from './codePart.ts';

/** Kinds for the highlighter's token names. Tokens not named here keep the colour of the text. */
export const kindByName: ReadonlyMap<string, CodeKind> = new Map<string, CodeKind>([
  ...(['comment', 'prolog', 'doctype', 'cdata', 'blockquote', 'shebang'] as const).map(
    (name) => [name, 'comment'] as const,
  ),
  ...(['keyword', 'important', 'atrule', 'rule', 'directive', 'boolean', 'tag', 'selector'] as const).map(
    (name) => [name, 'keyword'] as const,
  ),
  ...(['string', 'char', 'attr-value', 'regex', 'url', 'template-string', 'code-snippet', 'code'] as const).map(
    (name) => [name, 'string'] as const,
  ),
  ...(['number', 'constant', 'symbol', 'unit', 'color', 'null', 'nil', 'date'] as const).map(
    (name) => [name, 'number'] as const,
  ),
  ...(['function', 'function-definition', 'method', 'macro'] as const).map((name) => [name, 'name'] as const),
  ...(['class-name', 'builtin', 'namespace', 'decorator', 'annotation', 'table'] as const).map(
    (name) => [name, 'type'] as const,
  ),
  ...(['property', 'attr-name', 'key', 'variable', 'parameter', 'environment'] as const).map(
    (name) => [name, 'property'] as const,
  ),
  ...(['punctuation', 'operator', 'coord'] as const).map((name) => [name, 'quiet'] as const),
  ['inserted', 'added'],
  ['deleted', 'removed'],
  ['title', 'strong'],
  ['bold', 'strong'],
]);

/** The kind of a token, from the highlighter's names for it, the most general first. */
export function kindOf(names: readonly string[]): CodeKind | undefined {
  return names.map((name) => kindByName.get(name)).find((kind) => kind !== undefined);
}
