import { isAbsolute, relative, resolve } from 'node:path';
import { styleText } from 'node:util';
import { createRedactor, type Redactor } from '../../src/redaction/index.ts';
import { stripAnsi } from '../../src/session/text/stripAnsi.ts';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
export type Style = Parameters<typeof styleText>[0];

/** Where and how a command writes to the user. */
export interface Terminal {
  language: Language;
  /** Whether errors show their stack. */
  debug: boolean;
  /** Picks the one of two texts that is in the user's language. */
  t(english: string, chinese: string): string;
  /** Formats a number for the user's language. */
  figure(value: number): string;
  /** Columns for a line of results; unlimited in a pipe, unless `COLUMNS` sets a limit. */
  width: number;
  /** Writes lines of results, to pipes too: control characters are replaced, but secrets are not looked for. */
  print(text: string): void;
  /** Writes a log's own text: as it is into a pipe; to a terminal, of control characters line breaks and tabs alone. */
  quote(text: string): void;
  /** Masks the secrets of a text. */
  mask(text: string): string;
  /** Writes lines about progress, which are not results: control characters are replaced and secrets masked. */
  say(text: string, style?: Style): void;
  /** Whether a user is there to be asked. */
  isInteractive: boolean;
  /** Colours a text or makes it bold, where the user reads results and wants colours. */
  paint(style: Style, text: string): string;
  /** Whether a stream may be coloured. */
  mayColor(stream: 'stdout' | 'stderr'): boolean;
}

export interface TerminalOptions {
  language: Language;
  debug?: boolean;
  process: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'stdin' | 'env'>;
}

/** As `toLocaleString('en-US')` does, which loads the tables of all languages: a thirtieth of a run without changes. */
function grouped(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 1000) / 1000).split('.');
  const groups = whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

export function createTerminal({ language, debug = false, process }: TerminalOptions): Terminal {
  const { stdout, stderr, stdin, env } = process;
  let redactor: Redactor | undefined;
  const mask = (text: string): string => {
    redactor ??= createRedactor();
    return redactor.mask(text);
  };
  const mayColor = (stream: 'stdout' | 'stderr'): boolean =>
    (env.NO_COLOR ?? '') === '' && process[stream].isTTY === true && process[stream].hasColors?.(env) !== false;
  return {
    language,
    debug,
    t: (english, chinese) => (language === 'zh' ? chinese : english),
    figure: grouped,
    width: stdout.columns || Number(env.COLUMNS) || Number.POSITIVE_INFINITY,
    print: (text) => void stdout.write(`${text.split('\n').map(plainStyled).join('\n')}\n`),
    quote: (text) => void stdout.write(`${stdout.isTTY ? plainLines(text) : text}\n`),
    mask,
    say: (text, style) => {
      const safe = mask(text).split('\n').map(plain).join('\n');
      stderr.write(`${style !== undefined && mayColor('stderr') ? painted(style, safe) : safe}\n`);
    },
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    paint: (style, text) => (mayColor('stdout') ? painted(style, text) : text),
    mayColor,
  };
}

/** Styles a text; the caller has looked at the stream, so Node does not check it again. */
function painted(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false });
}

/** Makes a text safe for a terminal: names from disks and logs cannot bring control sequences or line breaks into it. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}/gu, '\uFFFD');
}

/** Does the same, but keeps colours set by {@link Terminal.paint}: a log's text is made plain before it is painted. */
function plainStyled(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape of a colour is what it looks for.
  return text.replaceAll(/\u001b\[\d{1,2}m|\p{Cc}|\p{Cf}/gu, (found) => (found.length > 1 ? found : '\uFFFD'));
}

/** Makes a text of several lines safe for a terminal: its lines and tabs stay, and whole sequences are taken out. */
function plainLines(text: string): string {
  // What is left of a sequence that was cut off may begin another one.
  return stripAnsi(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, '\uFFFD');
}

/** Columns that a text takes: East Asian characters take two. */
export function columnsOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours take no columns.
  const shown = text.replaceAll(/\u001b\[\d{1,2}m/g, '');
  return [...shown].reduce((sum, char) => sum + (wide.test(char) ? 2 : 1), 0);
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** A path for display: relative if it lies below the current folder, else absolute. */
export function pathFromHere(path: string): string {
  const near = relative(process.cwd(), resolve(path));
  return near === '' ? '.' : near.startsWith('..') || isAbsolute(near) ? resolve(path) : near;
}

/** The user's language: from the command line, else from the environment, else English. */
export function languageOf(argv: readonly string[], env: NodeJS.ProcessEnv): Language {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  const at = options.lastIndexOf('--language');
  const named = at === -1 ? options.findLast((each) => each.startsWith('--language='))?.slice(11) : options[at + 1];
  const locale =
    named ?? ([env.LC_ALL, env.LC_MESSAGES, env.LANG].find((each) => (each ?? '') !== '') || systemLocale());
  return /^zh\b|^zh_/i.test(locale) ? 'zh' : 'en';
}

/** Windows has no environment variable for its language. */
function systemLocale(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
