import { callDuration, commandNamesAt } from '../callFigures.ts';
import { memoize } from '../memoize.ts';
import { outcomeOf } from '../replayItem.ts';
import { responsesOf } from '../responses.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import {
  foldCase,
  isAmount,
  isWithin,
  readAmounts,
  readTokens,
  type TermName,
  termNameOf,
  termNames,
} from './query.ts';
import { hasRole, itemRoles } from './searchSteps.ts';

/** A suggestion for continuing a query. */
export interface TermSuggestion {
  /** What is shown: the name of a term with its colon, or a value of the term being typed. */
  readonly label: string;
  /** The whole query once the suggestion is taken. */
  readonly query: string;
}

/** Maximum number of suggestions. */
const most = 8;

/** Maximum number of items whose commands and roles are read; the frequent ones are among them. */
const mostRead = 4000;

/** Amounts that are suggested where something in the session exceeds them. */
const amounts = { duration: ['>10m', '>1m', '>10s', '>1s'], tokens: ['>100k', '>10k', '>1k'] } as const;

/**
 * Values of each term in a session, the most frequent first. Files and causes are left out, because there are too many: a reader types a
 * part of them.
 */
const valuesOf = memoize((index: SessionIndex): Readonly<Record<TermName, readonly string[]>> => {
  const { items, runs, phases, phaseOf, landmarks } = index;
  const tool = new Map<string, number>();
  const status = new Map<string, number>();
  const phase = new Map<string, number>();
  let longest = 0;
  for (const item of items) {
    count(phase, phases[phaseOf[item.index] as number]?.phase_type ?? 'unclassified');
    if (item.is !== 'call') continue;
    count(tool, item.call.tool_name);
    count(status, outcomeOf(item.call));
    longest = Math.max(longest, callDuration(item.call) ?? 0);
  }
  const agent = new Map<string, number>();
  for (const run of runs) count(agent, run.index === 0 ? 'main' : (run.agent ?? ''));
  agent.delete('');
  const command = new Map<string, number>();
  for (const at of landmarks.call.subarray(0, mostRead))
    for (const name of commandNamesAt(index, at)) count(command, name);
  const { all } = responsesOf(index);
  const model = new Map<string, number>();
  for (const response of all) count(model, response.model ?? '');
  model.delete('');
  const most = all.reduce((so, { tokens = 0 }) => Math.max(so, tokens), 0);
  const read = items.slice(0, mostRead);
  return {
    is: itemRoles.filter((role) => read.some((item) => hasRole(item, role))),
    tool: byFrequency(tool),
    command: byFrequency(command),
    file: [],
    status: byFrequency(status),
    cause: [],
    phase: byFrequency(phase),
    agent: byFrequency(agent),
    model: byFrequency(model),
    duration: amountsBelow('duration', longest),
    tokens: amountsBelow('tokens', most),
  };
});

function amountsBelow(name: keyof typeof amounts, most: number): readonly string[] {
  return amounts[name].filter((value) => {
    const range = readAmounts(name, value);
    return typeof range === 'object' && isWithin(range, most);
  });
}

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function byFrequency(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

/**
 * Suggestions for continuing a query at its end: values of the term being typed, else terms that it does not have yet. Leaves out terms
 * without a choice, such as phases in a session with one phase.
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
    .filter((term) => !used.has(term) && offersChoice(term, values))
    .map((term) => ({ label: `${term}:`, query: `${lead}${term}:` }));
}

function offersChoice(term: TermName, values: Readonly<Record<TermName, readonly string[]>>): boolean {
  if (term === 'file') return values.tool.length > 0;
  if (term === 'cause') return values.is.includes('error');
  return values[term].length > (isAmount(term) ? 0 : 1);
}

function quoted(value: string): string {
  return value.trim() === value && !/\s/.test(value) ? value : `"${value}"`;
}
