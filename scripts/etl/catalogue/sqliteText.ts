import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { MatchingLine, Passage } from './contract.ts';
import { humpsOf, matchLine, type QueryPart, wordsOf } from './searchWords.ts';
import type { Database } from './sqliteTables.ts';

/** Stands between lines, so that no row of words goes from one into the next. No text has it as a word. */
const LINE_END = '¶';

const MOST_LINES = 3;

/** So much of a line is shown, in UTF-16 units, and so much of it before what was found. */
const LINE_LENGTH = 240;
const LEAD_LENGTH = 60;

/** Lines that hold some part of the query are looked at until so many were, where none holds all. */
const MOST_CANDIDATES = 200;

/**
 * The words of a session stand in `words` without their text, one row a session; what is shown of them is cut out of its
 * passages, which are kept compressed. The tokenizer `ascii` takes words as they come: they are cut by `wordsOf`.
 */
export const textSchema = `
  CREATE VIRTUAL TABLE words USING fts5(
    title, text, humps, content='', contentless_delete=1, tokenize='ascii', prefix='2 3'
  );
  CREATE TABLE passages(doc INTEGER PRIMARY KEY, bytes BLOB NOT NULL);`;

/** What can be searched of each session, by its key. */
export interface TextIndex {
  put(doc: number, title: string, passages: Iterable<Passage>): void;
  remove(doc: number): void;
  /** The lines of a session that hold most of a query's parts. */
  linesOf(doc: number, parts: readonly QueryPart[]): MatchingLine[];
}

export function createTextIndex(db: Database): TextIndex {
  return {
    put(doc, title, passages) {
      const list = [...passages];
      const texts = list.map(({ text }) => text);
      const humps = [title, ...texts].flatMap((text) => linesOf(text, humpsOf));
      db.run(
        'INSERT INTO words(rowid, title, text, humps) VALUES(?, ?, ?, ?)',
        ...[
          rowId(doc),
          linesOf(title, wordsOf).join(' '),
          texts.flatMap((text) => linesOf(text, wordsOf)).join(' '),
          humps.join(' '),
        ],
      );
      if (list.length > 0)
        db.run('INSERT INTO passages VALUES(?, ?)', doc, deflateRawSync(JSON.stringify(list), { level: 3 }));
    },
    remove(doc) {
      db.run('DELETE FROM words WHERE rowid = ?', rowId(doc));
      db.run('DELETE FROM passages WHERE doc = ?', doc);
    },
    linesOf(doc, parts) {
      const bytes = db.get<{ bytes: Uint8Array }>('SELECT bytes FROM passages WHERE doc = ?', doc)?.bytes;
      return bytes === undefined ? [] : bestLines(JSON.parse(inflateRawSync(bytes).toString()) as Passage[], parts);
    },
  };
}

/** A key of `words`: numbers are handed over as floating point, and FTS5 takes no bounds of such. */
export function rowId(doc: number): bigint {
  return BigInt(doc);
}

/** The query language of FTS5; words hold nothing but letters and digits. */
export function matchExpression(parts: readonly QueryPart[]): string {
  return parts.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`).join(' AND ');
}

function linesOf(text: string, cut: (line: string) => readonly { word: string }[]): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const words = cut(line);
    if (words.length > 0) lines.push(words.map(({ word }) => word).join(' '), LINE_END);
  }
  return lines;
}

interface Candidate {
  found: number;
  line: MatchingLine;
}

function bestLines(passages: readonly Passage[], parts: readonly QueryPart[]): MatchingLine[] {
  const candidates: Candidate[] = [];
  let whole = 0;
  for (const { line, passage } of linesWith(passages, parts)) {
    const { found, ranges } = matchLine(line, parts);
    if (found === 0) continue;
    candidates.push({ found, line: { ...passage, ...shorten(line, ranges) } });
    if (found === parts.length) whole += 1;
    if (whole === MOST_LINES || candidates.length === MOST_CANDIDATES) break;
  }
  candidates.sort((a, b) => b.found - a.found);
  return candidates.slice(0, MOST_LINES).map(({ line }) => line);
}

/** Lines in which a part of the query may stand; looking at the words of all of them would take too long. */
function* linesWith(
  passages: readonly Passage[],
  parts: readonly QueryPart[],
): Generator<{ line: string; passage: Omit<Passage, 'text'> }> {
  const firsts = parts.map(({ words }) => words[0] ?? '');
  const holds = (text: string): boolean => {
    const lower = text.toLowerCase().normalize('NFC');
    return firsts.some((word) => lower.includes(word));
  };
  for (const { text, ...passage } of passages) {
    if (!holds(text)) continue;
    for (const line of text.split('\n')) if (holds(line)) yield { line, passage };
  }
}

/** The part of a line around what was first found in it. */
function shorten(line: string, ranges: MatchingLine['ranges']): Pick<MatchingLine, 'text' | 'ranges'> {
  const lead = (ranges[0]?.[0] ?? 0) - LEAD_LENGTH;
  const start = line.length <= LINE_LENGTH || lead <= 0 ? line.length - line.trimStart().length : whole(line, lead);
  const end = line.length - start <= LINE_LENGTH ? line.length : whole(line, start + LINE_LENGTH);
  const [before, after] = [start > 0 && line.slice(0, start).trim() !== '' ? '…' : '', end < line.length ? '…' : ''];
  const shift = before.length - start;
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    ranges: ranges.filter(([from]) => from < end).map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

/** No place between the halves of a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
