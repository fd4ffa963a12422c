import { outcomeOf } from '../judgeItem.ts';
import { memoize } from '../memoize.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { foldCase, readTokens, type TermName, termNameOf, termNames } from './query.ts';

/** A way in which a query may go on. */
export interface TermSuggestion {
  /** What is shown: the name of a term with its colon, or a value of the term that is being typed. */
  readonly label: string;
  /** The whole query once it is taken. */
  readonly query: string;
}

/** More are not looked at. */
const most = 8;

/** Values that terms have in a session, the frequent ones first. Files are too many: a reader types a part of the path. */
const valuesOf = memoize(
  ({ items, runs, phases, phaseOf }: SessionIndex): Readonly<Record<TermName, readonly string[]>> => {
    const tool = new Map<string, number>();
    const status = new Map<string, number>();
    const phase = new Map<string, number>();
    for (const item of items) {
      count(phase, phases[phaseOf[item.index] as number]?.phase_type ?? 'unclassified');
      if (item.is !== 'call') continue;
      count(tool, item.call.tool_name);
      count(status, outcomeOf(item.call));
    }
    const agent = new Map<string, number>();
    for (const run of runs) count(agent, run.index === 0 ? 'main' : (run.agent ?? ''));
    agent.delete('');
    const file: readonly string[] = [];
    return {
      tool: byFrequency(tool),
      file,
      status: byFrequency(status),
      phase: byFrequency(phase),
      agent: byFrequency(agent),
    };
  },
);

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function byFrequency(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

/**
 * How a query may go on where its end is: the values of a term that is being typed, else the terms that it has not yet. A
 * session of one phase or one agent offers no choice of them.
 */
export function suggestTerms(index: SessionIndex, query: string): TermSuggestion[] {
  const tokens = readTokens(query);
  const last = query.trimEnd() === query ? tokens.at(-1) : undefined;
  const name = last === undefined ? undefined : termNameOf(last);
  const values = valuesOf(index);
  if (last !== undefined && name !== undefined) {
    const typed = foldCase(last.value);
    return values[name]
      .filter((value) => foldCase(value).includes(typed) && foldCase(value) !== typed)
      .slice(0, most)
      .map((value) => ({ label: value, query: `${query.slice(0, last.from)}${name}:${quoted(value)} ` }));
  }
  const used = new Set(tokens.map(termNameOf));
  const lead = query === '' || last === undefined ? query : `${query} `;
  return termNames
    .filter((term) => !used.has(term) && (term === 'file' ? values.tool.length > 0 : values[term].length > 1))
    .map((term) => ({ label: `${term}:`, query: `${lead}${term}:` }));
}

function quoted(value: string): string {
  return value.trim() === value && !/\s/.test(value) ? value : `"${value}"`;
}
