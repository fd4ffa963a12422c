import { applyMask, type CountMask } from './applyMask.ts';
import { redactionMarker } from './redactionMarker.ts';
import type { SecretFinder } from './scan/createSecretFinder.ts';
import { type FoundSecret, mergeSpans } from './scan/mergeSpans.ts';

const deepest = 500;
const mostNames = 4096;

/** Makes what masks the strings of a JSON value; see `Redactor.maskJson`. */
export function createJsonMasker({ find, isTelling }: SecretFinder): (value: unknown, count?: CountMask) => unknown {
  const telling = new Map<string, boolean>();
  const tells = (name: string): boolean => {
    let known = telling.get(name);
    if (known === undefined) {
      known = isTelling(`"${name}": "`);
      if (telling.size < mostNames) telling.set(name, known);
    }
    return known;
  };

  const maskField = (name: string, text: string, count: CountMask | undefined): string => {
    if (!tells(name)) return applyMask(text, find(text), count);
    return maskBehind(`"${name}": `, text, count);
  };

  const maskBehind = (opening: string, text: string, count: CountMask | undefined): string => {
    const quote = ['"', "'", '`'].find((mark) => !text.includes(mark)) ?? '"';
    const prefix = opening + quote;
    const named = shift(find(prefix + text + quote), prefix.length, text.length);
    // Alone it may end in a token that was cut off.
    return applyMask(text, mergeSpans([...named, ...find(text)]), count);
  };

  const maskValue = (value: unknown, name: string, depth: number, count: CountMask | undefined): unknown => {
    if (typeof value === 'string')
      return name === '' ? applyMask(value, find(value), count) : maskField(name, value, count);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) {
      // What is not looked at is not passed on; no tool writes values so deep.
      count?.(tooDeep, 1);
      return redactionMarker(tooDeep);
    }
    return Array.isArray(value) ? maskArray(value, name, depth, count) : maskObject(value, depth, count);
  };

  const maskArray = (
    list: readonly unknown[],
    name: string,
    depth: number,
    count: CountMask | undefined,
  ): readonly unknown[] => {
    const lines = isLines(list) ? maskLines(list, find(list.join('\n')), count) : list;
    const masked = lines.map((item) => maskValue(item, name, depth + 1, count));
    return masked.some((item, index) => item !== list[index]) ? masked : list;
  };

  const maskObject = (object: object, depth: number, count: CountMask | undefined): object => {
    const entries: [string, unknown][] = Object.entries(object);
    const subject = subjectOf(entries);
    const maskSubject = (value: unknown): unknown => {
      const opening = typeof value === 'string' ? cookieOpening(entries, subject) : undefined;
      const maskedValue = maskValue(value, subject, depth + 1, count);
      if (opening === undefined || maskedValue !== value) return maskedValue;
      return maskBehind(opening, String(value), count);
    };
    let changed = false;
    const masked = entries.map(([name, value]): [string, unknown] => {
      const maskedName = applyMask(name, find(name), count);
      const maskedValue = name === 'value' ? maskSubject(value) : maskValue(value, name, depth + 1, count);
      if (maskedName !== name || maskedValue !== value) changed = true;
      return [maskedName, maskedValue];
    });
    // fromEntries defines fields, so one that is called __proto__ stays a field.
    return changed ? Object.fromEntries(masked) : object;
  };

  return (value, count) => maskValue(value, '', 0, count);
}

const tooDeep = 'nested-too-deep';

/** Of `{"name": "API_KEY", "value": "…"}` it is the name that tells about the value. */
function subjectOf(entries: readonly (readonly [string, unknown])[]): string {
  const named = entries.find(([name, value]) => (name === 'name' || name === 'key') && typeof value === 'string');
  return typeof named?.[1] === 'string' ? named[1] : 'value';
}

const longestCookieName = 128;
const sessionName = /(?:sess(?:ion|id)?|sid)(?:[_-]?(?:id|token|key))?$/i;

/** How a text gives away the value of a cookie, for an object that is one or is named like one. */
function cookieOpening(entries: readonly (readonly [string, unknown])[], subject: string): string | undefined {
  if (entries.some(([name]) => /^(?:httponly|samesite)$/i.test(name))) return '{"httpOnly": true, "value": ';
  return subject.length <= longestCookieName && sessionName.test(subject)
    ? `"name": "${subject}", "value": `
    : undefined;
}

/** Tells whether a list is the lines of a text, as in a patch: what gives a secret away may stand on another line. */
function isLines(list: readonly unknown[]): list is readonly string[] {
  return list.length > 1 && list.every((item) => typeof item === 'string');
}

/** Masks lines by the secrets of the text that they make together; each line that has a part of one gets a marker. */
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

/** Gives the parts of ranges that lie in the `length` characters from `from` on, counted from there. */
function shift(secrets: readonly FoundSecret[], from: number, length: number): FoundSecret[] {
  return secrets
    .map((secret) => ({ ...secret, start: Math.max(0, secret.start - from), end: Math.min(length, secret.end - from) }))
    .filter(({ start, end }) => start < end);
}
