import { asObject, asText } from '../read/jsonObject.ts';
import { callKind, commandOf, findPatchText } from './calls/book.ts';

/** What a script does, as far as its literal text shows. */
interface ScriptFacts {
  /** The tools it calls, with their literal arguments. */
  tools: { tool: string; arguments?: unknown }[];
  /** The command, if the script makes one call, to a shell, with a literal argument. */
  command: string | undefined;
  /** The patch, if the script makes one call, to `apply_patch`, with a literal argument. */
  patch: string | undefined;
}

export function describeScript(calls: readonly InnerCall[]): ScriptFacts {
  const tools = calls.map(({ tool, argument }) => ({
    tool,
    ...(argument === undefined ? {} : { arguments: argument }),
  }));
  const [only] = calls;
  if (calls.length !== 1 || only === undefined) return { tools, command: undefined, patch: undefined };
  const fields = asObject(only.argument);
  const text = asText(only.argument) ?? asText(fields?.patch) ?? asText(fields?.input);
  return {
    tools,
    command: callKind(only.tool, {}, false) === 'shell' ? commandOf(fields?.cmd ?? fields?.command) : undefined,
    patch: only.tool === 'apply_patch' && text !== undefined ? findPatchText(text) : undefined,
  };
}

/** A literal value in a script, and its end. */
interface Literal {
  value: unknown;
  end: number;
}

/** Maximum depth of literals. */
const MAX_DEPTH = 20;

const identifier = /[A-Za-z_$][\w$]*/y;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads the JavaScript literal at a position of a script: strings in any quotes, numbers, constants, lists, objects. Undefined for anything
 * computed (names, calls, `${…}`). Nothing is ever run. Linear.
 */
export function readLiteral(script: string, start: number): Literal | undefined {
  return readValue(script, skipSpace(script, start), 0);
}

function readValue(script: string, at: number, depth: number): Literal | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const sign = script.charAt(at);
  if (sign === '{') return readObject(script, at, depth);
  if (sign === '[') return readList(script, at, depth);
  if (sign === '"' || sign === "'" || sign === '`') return readText(script, at);
  const digits = matchAt(number, script, at);
  if (digits !== undefined) return { value: Number(digits), end: at + digits.length };
  const word = matchAt(identifier, script, at);
  return word !== undefined && constants.has(word) ? { value: constants.get(word), end: at + word.length } : undefined;
}

function readObject(script: string, start: number, depth: number): Literal | undefined {
  const entries: [string, unknown][] = [];
  let at = skipSpace(script, start + 1);
  while (script.charAt(at) !== '}') {
    const key = readKey(script, at);
    if (key === undefined) return undefined;
    at = skipSpace(script, key.end);
    if (script.charAt(at) !== ':') return undefined;
    const value = readValue(script, skipSpace(script, at + 1), depth + 1);
    if (value === undefined) return undefined;
    entries.push([key.value, value.value]);
    const next = skipComma(script, value.end, '}');
    if (next === undefined) return undefined;
    at = next;
  }
  return { value: Object.fromEntries(entries), end: at + 1 };
}

function readList(script: string, start: number, depth: number): Literal | undefined {
  const values: unknown[] = [];
  let at = skipSpace(script, start + 1);
  while (script.charAt(at) !== ']') {
    const value = readValue(script, at, depth + 1);
    if (value === undefined) return undefined;
    values.push(value.value);
    const next = skipComma(script, value.end, ']');
    if (next === undefined) return undefined;
    at = next;
  }
  return { value: values, end: at + 1 };
}

function readKey(script: string, at: number): { value: string; end: number } | undefined {
  const sign = script.charAt(at);
  if (sign === '"' || sign === "'") return readText(script, at);
  const word = matchAt(identifier, script, at);
  return word === undefined ? undefined : { value: word, end: at + word.length };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\n', ''],
]);

function readText(script: string, start: number): { value: string; end: number } | undefined {
  const quote = script.charAt(start);
  const pieces: string[] = [];
  let from = start + 1;
  for (let at = from; at < script.length; at += 1) {
    const sign = script.charAt(at);
    if (sign === quote) {
      pieces.push(script.slice(from, at));
      return { value: pieces.join(''), end: at + 1 };
    }
    if (sign === '\n' && quote !== '`') return undefined;
    if (sign === '$' && quote === '`' && script.charAt(at + 1) === '{') return undefined;
    if (sign !== '\\') continue;
    pieces.push(script.slice(from, at));
    const escaped = readEscape(script, at + 1);
    pieces.push(escaped.value);
    from = escaped.end;
    at = from - 1;
  }
  return undefined;
}

function readEscape(script: string, at: number): { value: string; end: number } {
  const sign = script.charAt(at);
  const length = sign === 'u' ? 4 : sign === 'x' ? 2 : 0;
  const digits = script.slice(at + 1, at + 1 + length);
  if (length > 0 && digits.length === length && /^[0-9a-fA-F]+$/.test(digits))
    return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 1 + length };
  return { value: escapes.get(sign) ?? sign, end: at + 1 };
}

/** Skips a comma, or stops at the closing sign; undefined if neither follows. */
function skipComma(script: string, start: number, close: string): number | undefined {
  const at = skipSpace(script, start);
  if (script.charAt(at) === ',') return skipSpace(script, at + 1);
  return script.charAt(at) === close ? at : undefined;
}

function skipSpace(script: string, start: number): number {
  let at = start;
  while (at < script.length && ' \t\r\n'.includes(script.charAt(at))) at += 1;
  return at;
}

function matchAt(pattern: RegExp, script: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(script)?.[0];
}

/** A call of a tool in a script. */
interface InnerCall {
  tool: string;
  /** The only argument, if it is a literal; undefined if it is computed. */
  argument: unknown;
}

/** Maximum number of calls listed; a script that loops contains few. */
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
