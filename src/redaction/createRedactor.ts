import { namesPassword } from './judge/credentialNouns.ts';
import { redactionMarker, withoutMarkers } from './redactionMarker.ts';
import { createSecretFinder, nothing, type SecretFinder } from './scan/createSecretFinder.ts';
import { applyMask, type CountMask, type FoundSecret, mergeSpans } from './scan/spans.ts';
import type { SecretRule } from './secretRule.ts';
import { secretRules } from './secretRules.ts';

const deepest = 500;
const mostNames = 4096;
const longestName = 128;

/** Creates the function that masks the strings of a JSON value; see `Redactor.maskJson`. */
function createJsonMasker({ find, isTelling }: SecretFinder): (value: unknown, count?: CountMask) => unknown {
  const known = new Map<string, JudgedName>();
  const judgeName = (name: string): JudgedName => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const secrets = find(name);
    const judged = { secrets, isTelling: isTelling(name) };
    if (known.size < mostNames && name.length <= longestName && secrets.length === 0) known.set(name, judged);
    return judged;
  };

  const maskField = (name: string, text: string, count: CountMask | undefined): string =>
    judgeName(name).isTelling ? maskBehind(`"${name}": `, text, count) : applyMask(text, find(text), count);

  const maskBehind = (opening: string, text: string, count: CountMask | undefined): string => {
    const quote = ['"', "'", '`'].find((mark) => !text.includes(mark)) ?? '"';
    const prefix = opening + quote;
    const named = shift(find(prefix + text + quote), prefix.length, text.length);
    // On its own, a line may end in a truncated token.
    return applyMask(text, mergeSpans([...named, ...find(text)]), count);
  };

  const maskValue = (value: unknown, name: string, depth: number, count: CountMask | undefined): unknown => {
    if (typeof value === 'string')
      return name === '' ? applyMask(value, find(value), count) : maskField(name, value, count);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) {
      // A deeper value is not scanned, so a marker replaces it; no tool writes values so deep.
      count?.(tooDeep, 1);
      return redactionMarker(tooDeep);
    }
    return Array.isArray(value) ? maskArray(value, name, depth, count) : maskObject(value as JsonObject, depth, count);
  };

  const maskArray = (
    list: readonly unknown[],
    name: string,
    depth: number,
    count: CountMask | undefined,
  ): readonly unknown[] => {
    let lines = list;
    if (isLines(list)) {
      const secrets = find(list.join('\n'));
      // If the joined text has no clue to a secret, no single line has one, except through the name of the list.
      if (secrets === nothing && !judgeName(name).isTelling) return list;
      lines = maskLines(list, secrets, count);
    }
    if (isSignedLines(list)) {
      const texts = list.map(({ text }) => text);
      const secrets = find(texts.join('\n'));
      if (secrets === nothing && list.every(hasPlainNames)) return list;
      const masked = maskLines(texts, secrets, count);
      lines = list.map((line, index) => (masked[index] === line.text ? line : { ...line, text: masked[index] }));
    }
    const each = lines.map((item) => maskValue(item, name, depth + 1, count));
    // A line may end in a truncated token, and masking that token may expose the next one.
    const isAgain = isLines(each) && each.some((item, index) => item !== lines[index]);
    const masked = isAgain ? maskLines(each, find(each.join('\n')), count) : each;
    return masked.some((item, index) => item !== list[index]) ? masked : list;
  };

  /** Masks the field `value`, whose meaning may be given by its sibling fields. */
  const maskSubject = (object: JsonObject, value: unknown, depth: number, count: CountMask | undefined): unknown => {
    const subject = subjectOf(object);
    const masked = maskValue(value, subject, depth, count);
    const opening = typeof value === 'string' ? cookieOpening(object, subject) : undefined;
    return opening === undefined || masked !== value ? masked : maskBehind(opening, String(value), count);
  };

  const maskObject = (object: JsonObject, depth: number, count: CountMask | undefined): object => {
    const names = Object.keys(object);
    let changed: [string, unknown][] | undefined;
    for (const [index, name] of names.entries()) {
      const value = object[name];
      const maskedName = applyMask(name, judgeName(name).secrets, count);
      // A secret in the name may hold what else it says too far off; masked, it says the same again when this is masked once more.
      const isTyped = (name === 'value' || name === 'text') && isPasswordField(object);
      const maskedValue =
        name === 'value' && !isTyped
          ? maskSubject(object, value, depth + 1, count)
          : maskValue(value, isTyped ? 'password' : maskedName, depth + 1, count);
      if (maskedName !== name || maskedValue !== value) {
        changed ??= names.slice(0, index).map((before) => [before, object[before]]);
      }
      changed?.push([maskedName, maskedValue]);
    }
    // fromEntries defines properties, so a field named __proto__ stays a field.
    return changed === undefined ? object : Object.fromEntries(changed);
  };

  return (value, count) => maskValue(value, '', 0, count);
}

interface JudgedName {
  /** Secrets in the name itself. */
  readonly secrets: readonly FoundSecret[];
  /** Whether the name says something about the value. */
  readonly isTelling: boolean;
}

const tooDeep = 'nested-too-deep';

type JsonObject = Readonly<Record<string, unknown>>;

/** In `{"name": "API_KEY", "value": "…"}`, the field `name` says what `value` is. */
function subjectOf(object: JsonObject): string {
  const name = Object.keys(object).find((key) => (key === 'name' || key === 'key') && typeof object[key] === 'string');
  return name === undefined ? 'value' : String(object[name]);
}

/** Whether an object describes what is typed into the password field of a page, as browser tools call for it. */
function isPasswordField(object: JsonObject): boolean {
  for (const key of ['element', 'selector', 'label', 'placeholder']) {
    const described = object[key];
    if (typeof described === 'string' && namesPassword(withoutMarkers(described.slice(0, longestDescription))))
      return true;
  }
  return false;
}

const longestDescription = 256;

const longestCookieName = 128;
const sessionName = /(?:sess(?:ion|id)?|sid)(?:[_-]?(?:id|token|key))?$/i;

/** Text that marks the value as a cookie's, for an object that is a cookie or is named like one. */
function cookieOpening(object: JsonObject, subject: string): string | undefined {
  if (Object.keys(object).some((name) => /^(?:httponly|samesite)$/i.test(name))) return '{"httpOnly": true, "value": ';
  return subject.length <= longestCookieName && sessionName.test(subject)
    ? `"name": "${subject}", "value": `
    : undefined;
}

/** Whether a list holds the lines of one text, as in a patch, so that the clue to a secret may be on another line. */
function isLines(list: readonly unknown[]): list is readonly string[] {
  return list.length > 1 && list.every((item) => typeof item === 'string');
}

/** Whether a list holds the lines of a difference, each with its sign, which form one text as well. */
function isSignedLines(list: readonly unknown[]): list is readonly { readonly sign: string; readonly text: string }[] {
  return (
    list.length > 1 &&
    list.every(
      (item) =>
        typeof item === 'object' && item !== null && 'sign' in item && 'text' in item && typeof item.text === 'string',
    )
  );
}

/** Whether a line of a difference has no field whose name says anything about its text. */
function hasPlainNames(line: object): boolean {
  for (const name in line) if (name !== 'sign' && name !== 'text' && name !== 'noBreak') return false;
  return true;
}

/** Masks lines by the secrets found in the text they form together; each line that holds part of a secret gets a marker. */
function maskLines(
  lines: readonly string[],
  secrets: readonly FoundSecret[],
  count: CountMask | undefined,
): readonly string[] {
  if (secrets.length === 0) return lines;
  for (const { rule } of secrets) count?.(rule, 1);
  let from = 0;
  let next = 0;
  return lines.map((line) => {
    const to = from + line.length;
    while ((secrets[next]?.end ?? to) < from) next++;
    let last = next;
    while ((secrets[last]?.start ?? to) < to) last++;
    const masked = applyMask(line, shift(secrets.slice(next, last), from, line.length), undefined);
    from = to + 1;
    return masked;
  });
}

/** Returns the parts of the ranges that lie in the `length` characters from `from` on, relative to `from`. */
function shift(secrets: readonly FoundSecret[], from: number, length: number): FoundSecret[] {
  return secrets
    .map((secret) => ({ ...secret, start: Math.max(0, secret.start - from), end: Math.min(length, secret.end - from) }))
    .filter(({ start, end }) => start < end);
}

export interface RedactorOptions {
  /** @default secretRules */
  readonly rules?: readonly SecretRule[];
  /** Your own rules, used in addition to `rules`. */
  readonly extra?: readonly SecretRule[];
}

/** Masks secrets. Never throws, whatever the text; takes time linear in the length of the text. */
export interface Redactor {
  /** Replaces every secret with a marker. Returns the same string when there is none; existing markers are kept. */
  mask(text: string, count?: CountMask): string;
  /**
   * Masks every string of a JSON value, field names included. A field's name is used to judge its value, and neighbouring lines of a list
   * to judge each other. Returns the same value when there is no secret, otherwise a copy that shares the unchanged parts.
   */
  maskJson<Value>(value: Value, count?: CountMask): Value;
  /** Finds what {@link Redactor.mask} would mask: ranges in order, not overlapping. */
  find(text: string): readonly FoundSecret[];
}

/**
 * Creates a redactor. It remembers no secret; it keeps only some of the last texts without secrets (2,048 short ones, 64 of up to 64 Ki characters), so
 * one redactor can serve a whole run.
 */
export function createRedactor({ rules = secretRules, extra = [] }: RedactorOptions = {}): Redactor {
  const finder = createSecretFinder([...rules, ...extra]);
  const maskJson = createJsonMasker(finder);
  return {
    mask: (text, count) => applyMask(text, finder.find(text), count),
    maskJson: (value, count) => maskJson(value, count) as typeof value,
    find: finder.find,
  };
}
