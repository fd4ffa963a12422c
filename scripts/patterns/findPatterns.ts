import { createHash } from 'node:crypto';
import { parseSync } from 'vite';

/** A place in a file of the project. */
export interface Place {
  /** Path relative to the project, with `/`. */
  file: string;
  /** From 1. */
  line: number;
}

/** A regular expression, and where it is written or built. */
export interface Pattern extends Place {
  source: string;
  flags: string;
}

/** A `new RegExp(…)`. */
export interface Construction extends Place {
  /** The whole expression, as it is written. */
  text: string;
}

/** The regular expressions that a file holds, by its syntax tree. */
export function findPatterns(file: string, text: string): { literals: Pattern[]; constructions: Construction[] } {
  const literals: Pattern[] = [];
  const constructions: Construction[] = [];
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  visit(program, (node) => {
    if (node.type === 'Literal' && node.regex !== undefined) {
      literals.push({ file, line: lineAt(node.start), source: node.regex.pattern, flags: node.regex.flags });
    } else if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee?.name === 'RegExp') {
      constructions.push({ file, line: lineAt(node.start), text: text.slice(node.start, node.end) });
    }
  });
  return { literals, constructions };
}

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
}

function visit(value: unknown, look: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visit(item, look);
    return;
  }
  if ('type' in value && 'start' in value) look(value as SyntaxNode);
  for (const child of Object.values(value)) visit(child, look);
}

/** A short name of a pattern or of a construction, which changes whenever its text does. */
export function idOf(found: Pattern | Construction): string {
  const text = 'source' in found ? `/${found.source}/${found.flags}` : found.text;
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
