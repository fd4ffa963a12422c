import { type Construction, idOf, type Pattern, type Place } from './findPatterns.ts';
import type { Verdict } from './judgePattern.ts';
import type { Noted } from './notePatterns.ts';

/** A pattern that a person has judged, because what judges cannot, or knows too little of where the pattern is used. */
export interface Exception {
  file: string;
  /** Its id, as the check prints it. */
  id: string;
  /** What bounds the time that it takes. */
  reason: string;
}

/** All patterns of the project. */
interface Found extends Noted {
  literals: readonly Pattern[];
  constructions: readonly Construction[];
}

interface Knowledge {
  judge: (source: string, flags: string) => Verdict;
  /** Ids of patterns that were judged safe before. */
  safe: ReadonlySet<string>;
  exceptions: readonly Exception[];
}

interface Findings {
  /** What is wrong, and what to do about it. */
  faults: string[];
  /** Ids of safe patterns that need not be judged again, because that would take long. */
  safe: string[];
  /** How many patterns there are. */
  count: number;
}

/** Judging one that takes longer is remembered. */
const quickMs = 25;

/** Says which patterns may be made slow, which nobody can judge, and which exceptions are for none. */
export function faultsOf({ literals, constructions, built, parts }: Found, knowledge: Knowledge): Findings {
  // What is only a part of others is judged with them. One that is sticky is used itself as well.
  const isWhole = ({ source, flags }: Pattern): boolean => !parts.has(source) || flags.includes('y');
  const isSeen = ({ file, line }: Place): boolean => built.some((each) => each.file === file && each.line === line);
  const unseen = constructions.filter((each) => !isSeen(each));
  const patterns = new Map([...literals, ...built].filter(isWhole).map((pattern) => [idOf(pattern), pattern]));
  const excused = new Set(knowledge.exceptions.map(({ id }) => id));

  const faults: string[] = [];
  const safe: string[] = [];
  for (const [id, pattern] of patterns) {
    if (excused.has(id)) continue;
    if (knowledge.safe.has(id)) {
      safe.push(id);
      continue;
    }
    const startedAt = performance.now();
    const verdict = knowledge.judge(pattern.source, pattern.flags);
    if (verdict.status !== 'safe') faults.push(describe(pattern, verdict, id));
    else if (performance.now() - startedAt >= quickMs) safe.push(id);
  }
  for (const each of unseen) if (!excused.has(idOf(each))) faults.push(describeUnseen(each));
  const there = new Set([...patterns.keys(), ...unseen.map(idOf)]);
  for (const { file, id } of knowledge.exceptions) {
    if (!there.has(id)) faults.push(`${file}: the exception ${id} is for no pattern. Take it out of exceptions.ts.`);
  }
  return { faults, safe, count: patterns.size + unseen.length };
}

const most = 300;
const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function describe(
  { file, line, source, flags }: Pattern,
  verdict: Exclude<Verdict, { status: 'safe' }>,
  id: string,
): string {
  const why =
    verdict.status === 'slow'
      ? `takes ${verdict.complexity} time for the text ${shortened(verdict.attack)}`
      : `could not be judged: ${verdict.reason}`;
  return [
    `${file}:${line} ${shortened(`/${source}/${flags}`)} ${why}.`,
    `  Bound its repetitions, let none be followed by what it could match itself, and make it begin at one place (^, or sticky).`,
    `  Where what calls it bounds its text, say so in scripts/patterns/exceptions.ts: { file: '${file}', id: '${id}', reason: … }`,
  ].join('\n');
}

function describeUnseen(each: Construction): string {
  return [
    `${each.file}:${each.line} ${shortened(each.text)} is not built when its module is loaded, so it was not judged.`,
    `  Build it of constants when the module is loaded, or say in scripts/patterns/exceptions.ts what it can be: { file: '${each.file}', id: '${idOf(each)}', reason: … }`,
  ].join('\n');
}
