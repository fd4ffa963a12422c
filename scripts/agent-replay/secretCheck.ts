import { readFileSync } from 'node:fs';
import { createRedactor, parseSecretRules, type Redactor } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { exitCodes, Failure, UsageFailure } from './failure.ts';
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
  const secrets = files.flatMap(({ path }) => secretsIn(path, readFileSync(path, 'utf8'), redactor));
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

/** Finds what would be masked in a file: field by field for JSON, else line by line. */
export function secretsIn(path: string, text: string, redactor: Redactor): UnmaskedSecret[] {
  const value = /\.json$/i.test(path) ? parse(text) : undefined;
  if (typeof value === 'object' && value !== null) {
    return changes(value, redactor.maskJson(value), '').map(({ rule, at }) => ({ path, rule, at }));
  }
  return redactor.find(text).map(({ rule, start }) => {
    const before = text.slice(0, start);
    const line = before.split('\n').length;
    return { path, rule, at: `${line}:${start - before.lastIndexOf('\n')}` };
  });
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
    const rules = readFileSync(path, 'utf8');
    parseSecretRules(rules);
    return rules;
  } catch (error) {
    throw new UsageFailure(t(`The rules in ${path} cannot be used.`, `${path} 中的规则无法使用。`), errorText(error));
  }
}
