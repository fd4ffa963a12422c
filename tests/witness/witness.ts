import type { Content } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';

/**
 * The witness is independent of the adapters: it takes the texts that a person could see in a raw log and looks for each, line by line, in
 * the output. White space and quoting may differ (a log quotes a command for the shell, a session does not); nothing else may.
 */
export interface Testimony {
  /** Lines looked for. */
  lines: number;
  /** Lines not found anywhere, the first ones. */
  missing: string[];
  missingCount: number;
}

/** Shorter lines prove nothing, because they are found everywhere. */
const MIN_LENGTH = 4;

const MAX_LISTED = 20;

export function testify(seen: Iterable<string>, told: Pool, redactor: Redactor | undefined): Testimony {
  const testimony: Testimony = { lines: 0, missing: [], missingCount: 0 };
  const known = new Set<string>();
  for (const text of seen) {
    const plain = text.toWellFormed().split('\n');
    const masked = redactor === undefined ? plain : redactor.mask(text.toWellFormed()).split('\n');
    for (const [index, line] of masked.entries()) {
      const wanted = squeeze(line);
      if (wanted.length < MIN_LENGTH || known.has(wanted)) continue;
      known.add(wanted);
      testimony.lines += 1;
      // What is masked depends on the text around it, and the witness may have cut the log into other texts than the session has.
      if (told(wanted) || (masked.length === plain.length && told(squeeze(plain[index] ?? '')))) continue;
      testimony.missingCount += 1;
      if (testimony.missing.length < MAX_LISTED) testimony.missing.push(wanted.slice(0, 300));
    }
  }
  return testimony;
}

/** White space is ignored. */
function squeeze(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/["'`\\\s]/g, '');
}

/** Whether a line is found anywhere in some sessions. */
export type Pool = (wanted: string) => boolean;

export function createPool(sessions: readonly unknown[], contents: readonly Content[]): Pool {
  const lines = new Set<string>();
  const texts: string[] = [];
  const add = (text: string): void => {
    const squeezed: string[] = [];
    for (const line of text.split('\n')) {
      const bare = squeeze(line);
      lines.add(bare);
      squeezed.push(bare);
    }
    texts.push(squeezed.join(' '));
  };
  for (const session of sessions) for (const text of leaves(session)) add(text);
  const decoder = new TextDecoder();
  for (const { name, bytes } of contents) if (name.endsWith('.txt')) add(decoder.decode(bytes));
  let whole: string | undefined;
  let unquoted: string | undefined;
  const isThere = (wanted: string): boolean => {
    if (wanted === '' || lines.has(wanted)) return true;
    whole ??= texts.join('\n');
    if (whole.includes(wanted)) return true;
    unquoted ??= withoutQuotes(whole);
    return unquoted.includes(withoutQuotes(wanted));
  };
  return (wanted) => {
    const numbered = /^\d+(?:→|\t| )(.*)$/.exec(wanted)?.[1]?.trim();
    return (numbered !== undefined && isThere(numbered)) || isThere(wanted);
  };
}

/** Every string in a JSON value, keys included; numbers and booleans as JSON writes them. */
export function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number' || typeof value === 'boolean') yield String(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* leaves(each);
    }
  }
}
