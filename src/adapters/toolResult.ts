import { type ContributionType, type Outcome, type ToolFamily, toolFacts, toolFamily } from '../session/index.ts';
import type { CallResult } from './assembly.ts';
import { readCommandEnd } from './commandEnd.ts';

/** The kind of context that a tool's result is, by what the tool does. */
const contributions: Partial<Record<ToolFamily, ContributionType>> = {
  terminal: 'command_output',
  read: 'file_content',
  search: 'search_result',
  list: 'search_result',
  web: 'knowledge',
};

/** What a log says about a tool's result. */
export interface StatedResult extends Omit<CallResult, 'outcome' | 'contributes'> {
  /** As the log states it; for a command it may only say that the tool worked. */
  outcome: Outcome;
}

/**
 * Builds a tool's result by the tool's name: whether a command failed is read from its exit code, or from the known words around its
 * output; a failure without an error text uses its output as the error.
 */
export function toolResult(name: string, stated: StatedResult): CallResult {
  const isShell = toolFacts(name).shell === true;
  const worked = stated.outcome === 'succeeded' || stated.outcome === 'unknown' || stated.outcome === 'failed';
  const end = isShell && worked ? readCommandEnd(stated) : { inferred: [] };
  // That a command was interrupted says more than that it failed.
  const isSure = stated.outcome === 'failed' && end.outcome !== 'interrupted';
  const outcome = end.outcome === undefined || isSure ? stated.outcome : end.outcome;
  const code = end.exitCode === undefined || end.exitCode === 0 ? undefined : `Exit code ${end.exitCode}`;
  const failed = outcome !== 'succeeded' && outcome !== 'unknown';
  const error = stated.error ?? (failed ? (code ?? firstLine(stated.text)) : undefined);
  const inferred = [...(stated.inferred ?? []), ...end.inferred];
  return {
    ...stated,
    outcome,
    error,
    exitCode: end.exitCode ?? stated.exitCode,
    contributes: stated.text === undefined ? undefined : contributions[toolFamily(name)],
    ...(inferred.length === 0 ? {} : { inferred }),
  };
}

const MOST_ERROR = 500;

function firstLine(text: string | undefined): string | undefined {
  const line = text?.trimStart().split('\n', 1)[0]?.slice(0, MOST_ERROR);
  return line === '' ? undefined : line;
}
