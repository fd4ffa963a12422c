import { readLiteral } from './readLiteral.ts';

/** A call of a tool in a script. */
export interface InnerCall {
  tool: string;
  /** The one argument, where it is written out; undefined where it has to be computed. */
  argument: unknown;
}

/** So many calls are listed; a script that loops names few. */
const MAX_CALLS = 100;

const opening = /\btools\.([A-Za-z_$][\w$]*)[ \t]*\(/g;

/** The calls `tools.name(…)` in a script, in order. Nothing is run: a call in a loop is listed once. */
export function findToolCalls(script: string): InnerCall[] {
  const pattern = new RegExp(opening);
  const found: InnerCall[] = [];
  for (let match = pattern.exec(script); match !== null && found.length < MAX_CALLS; match = pattern.exec(script)) {
    const literal = readLiteral(script, pattern.lastIndex);
    const argument = literal !== undefined && closes(script, literal.end) ? literal.value : undefined;
    found.push({ tool: match[1] ?? '', argument });
    if (literal !== undefined) pattern.lastIndex = literal.end;
  }
  return found;
}

/** Whether the argument is the only one. */
function closes(script: string, end: number): boolean {
  let at = end;
  while (at < script.length && ' \t\r\n,'.includes(script.charAt(at))) at += 1;
  return script.charAt(at) === ')';
}
