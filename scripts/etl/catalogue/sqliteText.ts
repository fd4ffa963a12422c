import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { indexTextOf, matchLine, type QueryPart } from '../../../src/session/text/searchWords.ts';
import type { MatchingLine, Passage } from './contract.ts';
import type { Database } from './sqliteTables.ts';

const MOST_LINES = 3;

/** Length of the excerpt of a line, in UTF-16 units, and how much of it precedes the match. */
const LINE_LENGTH = 240;
const LEAD_LENGTH = 60;

/** Maximum number of lines with some part of the query that are looked at, where none has all of them. */
const MOST_CANDIDATES = 200;

/**
 * Full text: `words` indexes the words of each session, one row a session, without keeping the text; excerpts are cut out of passages,
 * which are stored compressed. The tokenizer `ascii` takes the words as `wordsOf` has cut them.
 */
export const textSchema = `
  CREATE VIRTUAL TABLE words USING fts5(
    title, text, humps, content='', contentless_delete=1, tokenize='ascii', prefix='2 3'
  );
  CREATE TABLE passages(doc INTEGER PRIMARY KEY, bytes BLOB NOT NULL);`;

/** The searchable text of each session, by its key. */
export interface TextIndex {
  put(doc: number, title: string, passages: Iterable<Passage>): void;
  remove(doc: number): void;
  /** The lines of a session that contain most parts of a query. */
  linesOf(doc: number, parts: readonly QueryPart[]): MatchingLine[];
}

export function createTextIndex(db: Pick<Database, 'run' | 'get'>): TextIndex {
  return {
    put(doc, title, passages) {
      const list = [...passages];
      const [own, all] = [indexTextOf([title]), indexTextOf(list.map(({ text }) => text))];
      db.run(
        'INSERT INTO words(rowid, title, text, humps) VALUES(?, ?, ?, ?)',
        ...[rowId(doc), own.words, all.words, `${own.humps} ${all.humps}`],
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

/** A key of `words` as an SQL literal: numbers are bound as floating point, which FTS5 does not accept as bounds. */
export function rowId(doc: number): bigint {
  return BigInt(doc);
}

/** A query in the language of FTS5; words contain only letters and digits. */
export function matchExpression(parts: readonly QueryPart[]): string {
  return parts.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`).join(' AND ');
}

interface Candidate {
  found: number;
  line: MatchingLine;
}

/** The lines of passages that contain most parts of a query. */
export function bestLines(passages: readonly Passage[], parts: readonly QueryPart[]): MatchingLine[] {
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

/** Lines that may contain a part of the query; splitting all lines into words would take too long. */
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

/** The excerpt of a line around its first match. */
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

/** Moves a position off the middle of a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
