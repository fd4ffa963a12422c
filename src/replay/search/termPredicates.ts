import { pathsNamed } from '../../session/facts/callFiles.ts';
import { isError, outcomeOf } from '../judgeItem.ts';
import type { ReplayItem } from '../replayItem.ts';
import { foldCase } from './foldCase.ts';
import type { SearchQuery, TermName } from './searchQuery.ts';
import type { SearchTexts } from './searchTexts.ts';

type Predicate = (item: ReplayItem) => boolean;

/** What one value of a term is met by; the value is without cases, and may be half typed. */
type Meets = (item: ReplayItem, value: string, texts: SearchTexts) => boolean;

/** What the session's own agent is called: its run has no name. */
const mainAgent = 'main';

const meets: Readonly<Record<TermName, Meets>> = {
  tool: (item, value) => item.is === 'call' && foldCase(item.call.tool_name).includes(value),
  file: (item, value, { reading }) =>
    item.is === 'call' && pathsNamed(reading.mask(item.call)).some((path) => foldCase(path).includes(value)),
  status: (item, value) => {
    if (value === 'error') return isError(item);
    if (item.is !== 'call') return false;
    const outcome = outcomeOf(item.call);
    return outcome.startsWith(value) || (outcome === 'succeeded' && (value === 'ok' || 'success'.startsWith(value)));
  },
  phase: ({ index: item }, value, { index: { phases, phaseOf } }) =>
    (phases[phaseOf[item] as number]?.phase_type ?? 'unclassified').startsWith(value),
  agent: ({ run }, value, { index }) => {
    if (run === 0) return mainAgent.startsWith(value);
    const { agent, subSession } = index.runs[run] ?? {};
    const names = [agent, subSession?.agent.agent_type, subSession?.agent.agent_id];
    return names.some((name) => name !== undefined && foldCase(name).includes(value));
  },
};

/** One predicate for each name that terms have: an item meets it when it meets any value of that name. */
export function termPredicates({ terms }: SearchQuery, texts: SearchTexts): Predicate[] {
  const names = new Set(terms.map(({ name }) => name));
  return [...names].map((name) => {
    const values = terms.filter((term) => term.name === name).map(({ value }) => value);
    return (item) => values.some((value) => meets[name](item, value, texts));
  });
}
