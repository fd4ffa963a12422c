import { isPublished } from '../judge/isPublished.ts';
import { isUnlikeWords, looksLikePassword, looksStrong } from '../judge/looksLikePassword.ts';
import { isAppPassword } from '../judge/passphrases.ts';
import type { Anchor } from '../scan/anchor.ts';
import { base64Url, runEnd } from '../scan/charSet.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { type Assigned, readAssigned, wholeValue } from './readAssigned.ts';
import { endOf, isVariable } from './readSign.ts';
import { bareEnd, readBareHead, readQuoted } from './readValue.ts';

type Binding = Assigned['binding'];

/** The context of a value: how it is bound to its name, and whether the name surely means a secret. */
export interface Given {
  readonly binding: Binding;
  /** An upper-case variable and its sign: `DB_PASSWORD=`; any word may then be the value. */
  readonly isVariable: boolean;
  /** The name is part of a phrase with blanks. */
  readonly isPhrase: boolean;
  /** The name may mean something else. */
  readonly isDoubtful: boolean;
  /** The text ends with the value, so it may have been cut off there. */
  readonly isLast: boolean;
}

/** Which names a rule watches, and what a value must look like. */
interface AssignmentRule extends Pick<SecretRule, 'id' | 'label' | 'shape'> {
  readonly words: readonly string[];
  /** Words that also have other meanings: the value must be quoted, directly after the name, or at the end of the line. */
  readonly looseWords?: readonly string[];
  /** The same words, joined to another word that makes the meaning clear: `dbPass`. */
  readonly joinedWords?: readonly string[];
  /** Short words, with the character after them. */
  readonly shortWords?: readonly string[];
  /** Short words at the start of a text, with the two characters after them. */
  readonly firstWords?: readonly string[];
  /** Words that must have no letters on either side. */
  readonly loneWords?: readonly string[];
  /**
   * Judges from the text before the word, and the word itself, how surely the name means a secret; `maybe` requires a value that can be
   * nothing else. Default: `known`.
   */
  readonly kindOf?: (before: string, further: () => string) => 'known' | 'maybe' | undefined;
  /** Whether a value may consist of digits only. */
  readonly mayBeNumber?: boolean;
  readonly isSecret: (value: string, given: Given) => boolean;
}

/** A non-letter, as a character class of an anchor. */
export const notLetter = '[\u0000-@[-`{-\u007f]';

// Suffixes after which the name still means the secret itself, not its kind, place or number.
const suffix =
  /^(?:s|[_-]?(?:\d{1,3}|v\d|value|val|string|str|base|base64|b64|hex|enc|encoded|raw|plain|text|plaintext|prod|production|dev|stage|staging|test|live|main|default|old|new|current|primary|secondary|private|db|database|root|admin|mysql|redis|pg|smtp|mail|ftp|ssh|confirm|confirmation|again|1|2))$/i;
const longestSuffix = 13;

/** A name that a rule watches, where it stands in a text. */
interface Name extends Span {
  /** Its word has other meanings, too. */
  readonly isAmbiguous: boolean;
  readonly isDoubtful: boolean;
}

/** How a rule takes the names that one kind of anchor finds. */
interface NameKind {
  /** Number of characters of the anchor behind the name. */
  readonly behind: number;
  readonly isAmbiguous: boolean;
  /** Which bindings show that the value belongs to the name. */
  readonly isSure: (binding: Binding) => boolean;
}

export function assignmentRule(rule: AssignmentRule): SecretRule {
  const {
    words,
    looseWords = [],
    joinedWords = [],
    shortWords = [],
    firstWords = [],
    loneWords = [],
    kindOf = () => 'known',
    mayBeNumber = false,
    isSecret,
    ...description
  } = rule;
  const matchWith =
    ({ behind, isAmbiguous, isSure }: NameKind): Clue['match'] =>
    (text, at, anchorEnd) => {
      const after = anchorEnd - behind;
      const end = endOfName(text, after);
      if (end === undefined) return undefined;
      // Token counts, which logs are full of.
      if (!mayBeNumber && endOf(count, text, end) !== undefined) return undefined;
      const kind = kindOf(text.slice(Math.max(0, after - longestBefore), after), () =>
        text.slice(Math.max(0, after - 2 * longestBefore), after),
      );
      if (kind === undefined) return undefined;
      const start = isLetter.test(text.charAt(at)) ? at : at + 1;
      const name: Name = { start, end, isAmbiguous, isDoubtful: kind === 'maybe' };
      return fromAssigned(text, name, isSure, isSecret) ?? fromValueBefore(text, name, isSecret);
    };
  const loneAnchors = loneWords.map((word) => `${word}${notLetter}`);
  const everywhere = matchWith({ behind: 0, isAmbiguous: false, isSure: () => true });
  const loose = matchWith({ behind: 0, isAmbiguous: true, isSure: isNear });
  const joined = matchWith({ behind: 0, isAmbiguous: false, isSure: isNear });
  const short = matchWith({ behind: 1, isAmbiguous: true, isSure: isNear });
  const first = matchWith({ behind: 2, isAmbiguous: true, isSure: isNear });
  return {
    ...description,
    evidence: 'guess',
    clues: [
      ...cluesOf(words, everywhere),
      ...cluesOf(looseWords, loose),
      ...cluesOf(joinedWords, joined),
      ...cluesOf(shortWords, short),
      ...cluesOf(firstWords, atStart(first)),
      ...cluesOf(loneAnchors, loneWord(short)),
    ],
  };
}

function cluesOf(anchors: readonly string[], match: Clue['match']): Clue[] {
  return anchors.map((word): { anchor: Anchor; match: Clue['match'] } => ({ anchor: { anyCase: word }, match }));
}

/** Where a name ends whose word ends at a position; undefined where it goes on as another word. */
function endOfName(text: string, after: number): number | undefined {
  // A word in a script other than Latin has no suffix to check.
  if (text.charCodeAt(after - 1) > lastAscii) return after;
  const end = runEnd(text, after, base64Url, longestSuffix + 1);
  if (end - after > longestSuffix) return undefined;
  return end === after || suffix.test(text.slice(after, end)) ? end : undefined;
}

function fromAssigned(
  text: string,
  name: Name,
  isSure: NameKind['isSure'],
  isSecret: AssignmentRule['isSecret'],
): Span | undefined {
  const assigned = readAssigned(text, name.start, name.end);
  if (assigned === undefined || !isSure(assigned.binding)) return undefined;
  const value = text.slice(assigned.start, assigned.end);
  if (name.isAmbiguous && (isTestReport(text, name, assigned) || isOrdinary(text, assigned))) return undefined;
  if (isPublished(value)) return undefined;
  if (isWeak(assigned.binding) && endOf(operator, text, assigned.end) !== undefined) return undefined;
  if (value.length < shortestBeforeEllipsis && cutOff.test(text.slice(assigned.end, assigned.end + 3)))
    return undefined;
  const given: Given = {
    binding: assigned.binding,
    isVariable:
      isVariable(text, name.start, name.end) && (text[name.end] === '=' || isEntryOfYaml(text, name.start, assigned)),
    isPhrase: /psk|phrase$/i.test(text.slice(Math.max(0, name.end - 6), name.end)),
    isDoubtful: name.isDoubtful,
    isLast: assigned.end === text.length,
  };
  if (!isSecret(value, given)) return undefined;
  return withList(text, name.end, wholeValue(text, assigned), (next) => isSecret(next, given));
}

/** Whether a name and its value are the outcome of a test: `--- PASS: TestLogin`, `pass: 'the element has a name'`. */
function isTestReport(text: string, { start, end }: Name, assigned: Assigned): boolean {
  if (end - start !== 4 || !/^pass$/i.test(text.slice(start, end))) return false;
  const value = text.slice(assigned.start, assigned.end);
  if (assigned.binding === 'phrase' && !isAppPassword(value)) return true;
  return text.startsWith('PA', start) && text[end] !== '=' && !looksStrong(value);
}

/** Whether a value after a word with other meanings may be any word: nothing shows that it is a literal. */
function isOrdinary(text: string, { binding, start, end }: Assigned): boolean {
  if (!isWeak(binding)) return false;
  const isSetting = text[start - 2] === '=' && /^[\r\n\\]?$/.test(text.charAt(end));
  const isClear = isSetting ? looksLikePassword : isUnlikeWords;
  return !isClear(text.slice(start, end));
}

/** `secret: ['…', '…']`: the remaining values of a bracketed list. */
function withQuotedList(text: string, span: Span, isSecret: (value: string) => boolean): Span {
  let { end } = span;
  if (text[span.start - 2] !== '[') return span;
  for (let count = 0; count < mostInList; count++) {
    const at = endOf(nextInList, text, end);
    const next = at === undefined ? undefined : readQuoted(text, at);
    if (next === undefined || !isSecret(text.slice(next.start, next.end))) break;
    end = next.end;
  }
  return { start: span.start, end };
}

/** `APP_KEYS=…,…`: a plural name has more values after the first. */
function withList(text: string, nameEnd: number, span: Span, isSecret: (value: string) => boolean): Span {
  if (/["']/.test(text.charAt(span.end))) return withQuotedList(text, span, isSecret);
  if (!/s/i.test(text.charAt(nameEnd - 1)) || text[span.end] !== ',') return span;
  let { end } = span;
  for (let count = 0; count < mostInList && text[end] === ','; count++) {
    const next = readBareHead(text, end + 1);
    if (next === undefined || !isSecret(text.slice(next.start, next.end))) break;
    end = bareEnd(text, next);
  }
  return { start: span.start, end };
}

function fromValueBefore(text: string, name: Name, isSecret: AssignmentRule['isSecret']): Span | undefined {
  const before = readValueBefore(text, name.start, name.end);
  if (before === undefined) return undefined;
  const { isDoubtful } = name;
  const given = { binding: 'quoted', isVariable: false, isPhrase: false, isDoubtful, isLast: false } as const;
  return isSecret(text.slice(before.start, before.end), given) ? before : undefined;
}

/** Finds words only where a text begins. */
function atStart(match: Clue['match']): Clue['match'] {
  return (text, at, after) => (at === 0 ? match(text, at, after) : undefined);
}

/** Finds words only where they begin: `pass`, but not in `compass`. */
function loneWord(match: Clue['match']): Clue['match'] {
  return (text, at, after) =>
    isLetter.test(text.charAt(at - 1)) ||
    // Test reports begin so: `(pass) …`.
    (text[after - 1] === ')' && text[at - 1] === '(') ||
    endOf(plainBehind, text, after - 1) !== undefined
      ? undefined
      : match(text, at, after);
}

// How a sentence or a test report continues: `pass the …`, `PASS tests/a.test.ts`. Tested first, because logs are full of it.
const plainBehind =
  /[ \t]{1,4}(?!(?:is|was|to|as|for|of|on|set|changed|now|equals|should|will|from|with|has|reset|updated|rotated)\b)(?:[A-Za-z][a-z]{0,13}(?=[ ,.;)\n\\])|[a-z_.-]{1,40}\/)/y;

/** `DB_SECRET: value`, the whole line, as in the environment of a container. */
function isEntryOfYaml(text: string, at: number, { end }: Span): boolean {
  return endOf(restOfLine, text, end) !== undefined && yamlStart.test(text.slice(Math.max(0, at - longestBefore), at));
}

const yamlStart = /(?:^|\n|\\n)[ \t+-]{0,24}[A-Z][A-Z0-9]{0,24}_[A-Z0-9_]{0,24}$/;
const restOfLine = /["']?[ \t]{0,8}(?:\r?\n|\\{1,15}[nr]|$)/y;

const count = /\\{0,15}["']?[ \t]{0,2}[:=][ \t]{0,2}\d{1,12}(?=[\s,}\]\\]|$)/y;
const mostInList = 20;
const nextInList = /["']\s{0,4},\s{0,12}(?=["'])/y;
/** Number of characters read before the end of a name. */
const longestBefore = 40;
const lastAscii = 0x7f;
// A comparison or a condition goes on: `pass: isButton2 && …`.
const operator = /[ \t](?:&&|\|\||[=!]==?|\?\?)[ \t]/y;
/** A shorter value before an ellipsis may be the beginning of anything: `token=abc…`. */
const shortestBeforeEllipsis = 12;
const cutOff = /^(?:\.\.\.|…)/;
const isLetter = /[A-Za-z]/;
const isWeak = (binding: Binding): boolean => binding === 'stated' || binding === 'beside' || binding === 'below';
export const isLiteral = (binding: Binding): boolean => binding === 'quoted' || binding === 'tight';
export const isMeant = (binding: Binding): boolean =>
  isLiteral(binding) || binding === 'stated' || binding === 'prose' || binding === 'phrase';
const isNear = (binding: Binding): boolean => isMeant(binding) || binding === 'beside' || binding === 'below';

const fieldName =
  /(?:^|[\s{,])(?:\\{0,8}["'])?(?:[nN]ame|[kK]ey|[iI]d|[vV]ariable|ParameterKey)(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[\w./-]{0,60}$/;
const entryEnd = /(?:\\{0,8}["'])?[ \t]{0,4}(?:[,;}\r\n]|\\{1,8}[nr]|$)/y;
const valueField =
  /(?:^|[\s{,-])(?:\\{0,8}["'])?[vV]alue(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:(\\{0,8}["'])([^\s"'\\]{6,200})\1|([^\s"',\\]{6,200}))(?:[\s,-]|\\{1,8}[nrt]){1,60}(?:WHERE )?(?:(?:\\{0,8}["'])?[A-Za-z]{1,20}(?:\\{0,8}["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,8}["'])?[A-Za-z0-9_./-]{1,60}(?:\\{0,8}["'])?(?:[\s,]|\\{1,8}[nrt]){1,60}){0,2}$/;
const farthestBefore = 360;

/** Reads the value of a settings entry that has its value before its name: `{"value": "…", "name": "DB_PASSWORD"}`. */
function readValueBefore(text: string, nameStart: number, nameEnd: number): Span | undefined {
  if (endOf(entryEnd, text, nameEnd) === undefined) return undefined;
  const near = text.slice(Math.max(0, nameStart - 96), nameStart);
  const field = fieldName.exec(near);
  if (field === null) return undefined;
  const fieldAt = nameStart - near.length + field.index + (/^[\s{,]/.test(field[0]) ? 1 : 0);
  const from = Math.max(0, fieldAt - farthestBefore);
  const before = valueField.exec(text.slice(from, fieldAt));
  const value = before?.[2] ?? before?.[3];
  if (before === null || value === undefined) return undefined;
  const start = from + before.index + before[0].indexOf(value, before[0].search(/alue/) + 4);
  return { start, end: start + value.length };
}
