import { refractor } from 'refractor/core';
import type { CodeKind, CodeLines, CodePart } from './codePart.ts';
import { grammarLoaders } from './grammarLoaders.ts';
import type { GrammarName } from './grammarNames.ts';
import { kindOf } from './kindOf.ts';

type Node = ReturnType<typeof refractor.highlight>['children'][number];
type Element = Extract<Node, { type: 'element' }>;

function namesOf({ properties }: Element): string[] {
  const names = properties.className;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== 'token').map(String) : [];
}

function* partsOf(nodes: readonly Node[], around?: CodeKind): Generator<CodePart> {
  for (const node of nodes) {
    if (node.type === 'text') yield { text: node.value, kind: around };
    else if (node.type === 'element') yield* partsOf(node.children, kindOf(namesOf(node)) ?? around);
  }
}

function linesOf(parts: Iterable<CodePart>): CodeLines {
  const lines: CodePart[][] = [[]];
  for (const { text, kind } of parts) {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, kind });
    }
  }
  return lines;
}

/**
 * Reads code by a grammar, which is loaded first. Gives pieces of text and what they are, never markup. A line feed ends
 * a line; the joined pieces are the text.
 */
export async function highlightCode(text: string, grammar: GrammarName): Promise<CodeLines> {
  if (!refractor.registered(grammar)) refractor.register((await grammarLoaders[grammar]()).default);
  return linesOf(partsOf(refractor.highlight(text, grammar).children));
}
