import { contextRule } from './match/contextRule.ts';
import { literalRule, tokenRule } from './match/tokenRule.ts';
import { parseAnchor, windowLength } from './scan/anchor.ts';
import { type CharSet, charSet } from './scan/charSet.ts';
import type { SecretRule, Span } from './secretRule.ts';

/**
 * Reads custom rules from JSON: a list of `{"id", "prefix", "body"}` for tokens with a fixed prefix, `{"id", "names", "value"}` for values
 * recognised by their name, and `{"id", "secrets"}` for known values; each may have a `label`. `body` and `value` are sequences of
 * characters and classes with a count, such as `[a-z0-9]{32}`, so that matching is never slow, even on a hostile text. Throws a
 * `RangeError` that says which rule is wrong, and why.
 */
export function parseSecretRules(json: string): SecretRule[] {
  const rules = parseList(json);
  const ids = new Set<string>();
  return rules.map((rule, index) => {
    const id = textIn(rule, 'id', index);
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
      fail(index, `the id "${id}" is not made of small letters, digits and single dashes`);
    if (ids.has(id)) fail(index, `the id "${id}" stands twice`);
    ids.add(id);
    try {
      return ruleFrom(rule, id, index);
    } catch (error) {
      if (!(error instanceof Error) || error.message.startsWith(opening)) throw error;
      return fail(index, error.message.replace(/^Redaction: /, '').replace(/\.$/, ''));
    }
  });
}

type Fields = Readonly<Record<string, unknown>>;

const opening = 'Redaction: rule';

function fail(index: number, reason: string): never {
  throw new RangeError(`${opening} ${index + 1} cannot be used: ${reason}.`);
}

function parseList(json: string): readonly Fields[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new RangeError(`Redaction: the rules are no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(value))
    throw new RangeError('Redaction: the rules are no list. Write [{"id": …, "prefix": …, "body": …}].');
  return value.map((rule: unknown, index) => {
    if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) fail(index, 'it is no object');
    return rule as Fields;
  });
}

function ruleFrom(rule: Fields, id: string, index: number): SecretRule {
  const label = rule.label === undefined ? id : textIn(rule, 'label', index);
  if (rule.secrets !== undefined) return literalRule({ id, label, secrets: textsIn(rule, 'secrets', index) });
  if (rule.names !== undefined) {
    const names = textsIn(rule, 'names', index);
    for (const name of names) parseAnchor({ anyCase: name });
    const value = textIn(rule, 'value', index);
    return withLookahead(contextRule({ id, label, shape: `${names[0]}=…`, names, value: parsePattern(value) }));
  }
  if (rule.prefix === undefined) fail(index, 'it has none of "prefix", "names" and "secrets"');
  const prefix = textIn(rule, 'prefix', index);
  if (prefix.length < windowLength)
    fail(index, `the prefix "${prefix}" is too short: it needs ${windowLength} characters`);
  const body = parsePattern(textIn(rule, 'body', index));
  const forms = [{ prefix: prefix.replaceAll('[', '[[]'), body }];
  return withLookahead(tokenRule({ id, label, shape: `${prefix}…`, forms }));
}

/** Characters behind an anchor that a pattern of a rule of one's own sees. */
const lookahead = 4096;

/**
 * Limits what a rule reads behind an anchor to {@link lookahead}, except for the rest of what it masks: a pattern that read to the end of the
 * text behind each of many names, and then masked nothing, would take quadratic time.
 */
function withLookahead(rule: SecretRule): SecretRule {
  const clues = rule.clues.map(({ anchor, match }) => ({
    anchor,
    match: (text: string, at: number, after: number): Span | undefined => {
      const end = after + lookahead;
      if (text.length <= end) return match(text, at, after);
      const seen = match(text.slice(0, end), at, after);
      return seen?.end === end ? (match(text, at, after) ?? seen) : seen;
    },
  }));
  return { ...rule, clues };
}

function textIn(rule: Fields, name: string, index: number): string {
  const value = rule[name];
  return typeof value === 'string' && value !== '' ? value : fail(index, `"${name}" is no text`);
}

function textsIn(rule: Fields, name: string, index: number): string[] {
  const value = rule[name];
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
  return isList ? value : fail(index, `"${name}" is no list of texts`);
}

const piece = /\[((?:[^\]\\]|\\.)+)\]|\\([dw])|\\?([\x21-\x7e])/y;
const count = /\{(\d{1,5})(?:,(\d{0,5}))?\}|[+*?]/y;
const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_' };

/**
 * Reads a pattern that takes linear time on any text: a sequence of characters and classes, in which no repetition of variable length is
 * followed by anything it could match itself.
 */
function parsePattern(source: string): RegExp {
  let at = 0;
  let open: CharSet | undefined;
  while (at < source.length) {
    piece.lastIndex = at;
    const found = piece.exec(source);
    const isBare = found?.[0].length === 1;
    if (found === null || (isBare && /[()|.^$*+?{}[\]]/.test(found[0]))) {
      throw new RangeError(
        `the pattern "${source}" has at ${at + 1} what is no character or class; write "\\\\." for a dot, and two rules in place of "|"`,
      );
    }
    const set = charSet(found[1]?.replaceAll('\\', '') ?? classes[found[2] ?? ''] ?? (found[3] as string));
    if (found[1]?.startsWith('^'))
      throw new RangeError(`the pattern "${source}" has a class that begins with "^"; say what it is`);
    if (open?.some((flag, code) => flag === 1 && set[code] === 1)) {
      throw new RangeError(
        `the pattern "${source}" could be slow: what stands at ${at + 1} may also belong to the part before it`,
      );
    }
    at = piece.lastIndex;
    count.lastIndex = at;
    const times = count.exec(source);
    const isVariable = times !== null && (times[1] === undefined || (times[2] !== undefined && times[2] !== times[1]));
    const mayBeNone = times !== null && (times[0] === '*' || times[0] === '?' || times[1] === '0');
    if (mayBeNone && open !== undefined) {
      throw new RangeError(
        `the pattern "${source}" could be slow: two parts of no fixed length stand side by side at ${at}`,
      );
    }
    open = isVariable ? set : undefined;
    if (times !== null) at = count.lastIndex;
  }
  return new RegExp(source);
}
