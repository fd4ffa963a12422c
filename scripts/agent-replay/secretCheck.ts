import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createRedactor, parseSecretRules, type Redactor } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { exitCodes, Failure, UsageFailure } from './failure.ts';
import { longestText, readText } from './readText.ts';
import { pathFromHere, plain, type Terminal } from './terminal.ts';

/** A place in a file that holds what masking would remove; never the secret itself. */
export interface UnmaskedSecret {
  path: string;
  rule: string;
  /** Line and column in a text, both from 1; a JSON pointer in a file of JSON. */
  at: string;
}

interface SecretSettings {
  rules?: string;
  json?: true;
}

/** `check --secrets`: lists what would be masked and where, and exits with 1 if a file holds anything unmasked. */
export function checkSecrets(paths: readonly string[], settings: SecretSettings, terminal: Terminal): number {
  const { t, say, print, figure } = terminal;
  const extra = parseSecretRules(readRules(settings.rules, t) ?? '[]');
  const redactor = createRedactor({ extra });
  const { files, refused } = collectFiles(paths);
  for (const { path, message } of refused) say(`${plain(path)}: ${message}`, 'red');
  const secrets = files.flatMap(({ path, size }) =>
    size <= (isJson(path) ? longestText : pieceBytes)
      ? secretsIn(path, readText(path, t), redactor)
      : [...secretsInPieces(path, redactor)],
  );
  if (settings.json) print(JSON.stringify({ checked: files.length, secrets, refused }, null, 2));
  else {
    const lines = secrets.map(
      ({ path, rule, at }) => `${terminal.paint('red', '✗')} ${plain(pathFromHere(path))} ${plain(at)} ${rule}`,
    );
    const sum = t(
      `${figure(secrets.length)} ${secrets.length === 1 ? 'secret' : 'secrets'} in ${figure(files.length)} files.`,
      `${figure(files.length)} 个文件中有 ${figure(secrets.length)} 处密钥。`,
    );
    print([...lines, sum].join('\n'));
  }
  if (refused.length > 0) return exitCodes.failed;
  if (files.length === 0) {
    throw new Failure(
      t('There is no file to check.', '没有可检查的文件。'),
      t('Name files or folders, such as data/sessions.', '请指定文件或文件夹，如 data/sessions。'),
    );
  }
  return secrets.length > 0 ? exitCodes.refused : exitCodes.done;
}

function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Finds what would be masked in a file: field by field for JSON, else line by line. */
export function secretsIn(path: string, text: string, redactor: Redactor): UnmaskedSecret[] {
  const value = isJson(path) ? parse(text) : undefined;
  if (typeof value === 'object' && value !== null) {
    return changes(value, redactor.maskJson(value), '').map(({ rule, at }) => ({ path, rule, at }));
  }
  return [...namedPlaces(path, redactor.find(text), { text, at: 0, place: firstPlace })];
}

/** Bytes of a file that are looked at together, unless it is JSON, whose fields are distinguished. */
const pieceBytes = 64 * 1024 * 1024;

/** Characters that a piece has in common with the next one, so that what gives a secret away is in the same piece. */
const shared = 8192;

/** Finds what would be masked in a file of any length, whose fields are not distinguished. */
export function* secretsInPieces(path: string, redactor: Redactor, bytes = pieceBytes): Generator<UnmaskedSecret> {
  let place = firstPlace;
  for (const { text, isFirst, isLast } of piecesOf(path, bytes)) {
    // Of what two pieces have in common each answers for the half that is further from its edge.
    const from = isFirst ? 0 : shared / 2;
    const to = isLast ? text.length : text.length - shared / 2;
    const found = redactor.find(text).filter(({ start }) => start >= from && start < to);
    yield* namedPlaces(path, found, { text, at: 0, place });
    place = placeAt(Math.max(0, text.length - shared), { text, at: 0, place });
  }
}

function* piecesOf(path: string, bytes: number): Generator<{ text: string; isFirst: boolean; isLast: boolean }> {
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.allocUnsafe(bytes);
  const file = openSync(path, 'r');
  try {
    let before = '';
    let next = decoder.write(buffer.subarray(0, readSync(file, buffer)));
    for (let isLast = false; !isLast; ) {
      const text = before + next;
      const count = readSync(file, buffer);
      isLast = count === 0;
      next = decoder.write(buffer.subarray(0, count));
      yield { text: isLast ? text + decoder.end() : text, isFirst: before === '', isLast };
      before = text.slice(-shared);
    }
  } finally {
    closeSync(file);
  }
}

/** A place in a file: line and column, both from 1. */
interface Place {
  line: number;
  column: number;
}

const firstPlace: Place = { line: 1, column: 1 };

/** A position in a text, and the place that it has in a file. */
interface Known {
  text: string;
  at: number;
  place: Place;
}

/** The place of a later position. Looks at nothing but what lies between: a line may be as long as the file. */
function placeAt(position: number, { text, at, place }: Known): Place {
  const between = text.slice(at, position);
  let { line, column } = place;
  let from = 0;
  for (let end = between.indexOf('\n'); end !== -1; end = between.indexOf('\n', from)) {
    from = end + 1;
    line += 1;
    column = 1;
  }
  return { line, column: column + between.length - from };
}

function* namedPlaces(path: string, found: ReturnType<Redactor['find']>, begin: Known): Generator<UnmaskedSecret> {
  let known = begin;
  for (const { rule, start } of found) {
    known = { text: known.text, at: start, place: placeAt(start, known) };
    yield { path, rule, at: `${known.place.line}:${known.place.column}` };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The places at which a value and its masked copy differ, and the rules that masked there. */
function changes(value: unknown, masked: unknown, at: string): { rule: string; at: string }[] {
  if (value === masked) return [];
  if (typeof masked === 'string') {
    const known = typeof value === 'string' ? markers(value) : [];
    return markers(masked)
      .slice(known.length === 0 ? 0 : known.length)
      .map((rule) => ({ rule, at }));
  }
  if (typeof value !== 'object' || value === null || typeof masked !== 'object' || masked === null) return [];
  const maskedEntries = Object.entries(masked);
  return Object.entries(value).flatMap(([name, item], index) => {
    const [maskedName = name, maskedItem] = maskedEntries[index] ?? [];
    // A field name that is itself a secret is not shown.
    const step = `${at}/${maskedName.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const ofName = maskedName === name ? [] : markers(maskedName).map((rule) => ({ rule, at: step }));
    return [...ofName, ...changes(item, maskedItem, step)];
  });
}

function markers(text: string): string[] {
  return Array.from(text.matchAll(/\[REDACTED:([a-z0-9-]+)\]/g), ([, rule = '']) => rule);
}

/** Reads a file of rules; refuses an invalid one, with the reason, before anything is done. */
export function readRules(path: string | undefined, t: Terminal['t']): string | undefined {
  if (path === undefined) return undefined;
  try {
    const rules = readText(path, t);
    parseSecretRules(rules);
    return rules;
  } catch (error) {
    throw new UsageFailure(t(`The rules in ${path} cannot be used.`, `${path} 中的规则无法使用。`), errorText(error));
  }
}
