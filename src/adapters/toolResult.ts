import { type ContributionType, type Outcome, type ToolFamily, toolFacts, toolFamily } from '../session/index.ts';
import type { CallResult } from './assembly.ts';

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
  const { shell, family, continues } = toolFacts(name);
  // A tool that waits for a command, or writes to it, reports its end as well.
  const isShell = shell === true || (family === 'terminal' && continues === true);
  const worked = stated.outcome === 'succeeded' || stated.outcome === 'unknown' || stated.outcome === 'failed';
  const end = isShell && worked ? readCommandEnd(stated) : { inferred: [] };
  // That a command was interrupted says more than that it failed.
  const isSure = stated.outcome === 'failed' && end.outcome !== 'interrupted';
  const outcome = end.outcome === undefined || isSure ? stated.outcome : end.outcome;
  const code = end.exitCode === undefined || end.exitCode === 0 ? undefined : `Exit code ${end.exitCode}`;
  const failed = outcome !== 'succeeded' && outcome !== 'unknown';
  const error = stated.error ?? (failed ? (code ?? end.said ?? firstLine(stated.text)) : undefined);
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

/** How a command ended, as far as the log says. */
interface CommandEnd {
  exitCode?: number | undefined;
  /** Absent if nothing indicates one. */
  outcome?: Outcome | undefined;
  /** The tool's own words, where they state no exit code. */
  said?: string | undefined;
  /** Names of the fields that were read from a text, not from a field of the log. */
  inferred: readonly ('outcome' | 'exit_code')[];
}

/** What a log says about a command: its exit code, if a field has it, and the text that the tool returned to the model. */
interface CommandEvidence {
  exitCode?: number | undefined;
  text?: string | undefined;
}

/** Words that a tool puts before or after a command's output, with the tool that writes them and what they mean. */
const phrases: readonly { by: string; where: 'first line' | 'last lines'; pattern: RegExp; outcome?: Outcome }[] = [
  { by: 'copilot', where: 'last lines', pattern: /^<(?:command )?exited with exit code (-?\d{1,10})>$/ },
  {
    by: 'copilot',
    where: 'last lines',
    pattern: /^<(?:command with )?shellId: \S{1,80} completed with exit code (-?\d{1,10})>$/,
  },
  { by: 'pi', where: 'last lines', pattern: /^Command exited with code (-?\d{1,10})$/ },
  { by: 'pi', where: 'last lines', pattern: /^Command aborted$/, outcome: 'interrupted' },
  { by: 'pi', where: 'last lines', pattern: /^Command timed out after \d{1,9} seconds$/, outcome: 'failed' },
  { by: 'kimi', where: 'last lines', pattern: /^Command failed with exit code: (-?\d{1,10})\.?$/ },
  { by: 'kimi', where: 'last lines', pattern: /^Command killed by timeout \(\d{1,9}s\)$/, outcome: 'failed' },
  { by: 'gemini', where: 'last lines', pattern: /^Exit Code: (-?\d{1,10})$/ },
  { by: 'gemini', where: 'last lines', pattern: /^Signal: (?!\(none\)$|0$)\w{1,20}$/, outcome: 'failed' },
  { by: 'claude', where: 'first line', pattern: /^Exit code (-?\d{1,10})$/ },
  { by: 'codex', where: 'first line', pattern: /^Exit code: (-?\d{1,10})$/ },
  { by: 'opencode', where: 'last lines', pattern: /^User aborted the command$/, outcome: 'interrupted' },
  {
    by: 'opencode',
    where: 'last lines',
    pattern:
      /^(?:bash tool terminated command after exceeding|Command terminated after exceeding|Command timed out after) (?:timeout )?\d{1,12} ?ms\b/,
    outcome: 'failed',
  },
];

/** How far from the end of a text the tool's own words may be, in characters and in lines. */
const TAIL_LENGTH = 1000;
const TAIL_LINES = 8;

/**
 * The outcome of a command that its log calls done: by the exit code in the log, otherwise by the words that known tools put around the
 * output. Logs call a command that exited with 1 a success, because the tool itself worked.
 */
export function readCommandEnd({ exitCode, text }: CommandEvidence): CommandEnd {
  if (exitCode !== undefined) return { exitCode, outcome: exitCode === 0 ? 'succeeded' : 'failed', inferred: [] };
  if (text === undefined) return { inferred: [] };
  const found = findPhrase(text);
  if (found === undefined) return { inferred: [] };
  if (found.code === undefined) return { outcome: found.outcome, said: found.line, inferred: ['outcome'] };
  const code = Number(found.code);
  return { exitCode: code, outcome: code === 0 ? 'succeeded' : 'failed', inferred: ['outcome', 'exit_code'] };
}

function findPhrase(
  text: string,
): { line: string; code: string | undefined; outcome: Outcome | undefined } | undefined {
  const first = linesOf(text.slice(0, TAIL_LENGTH)).slice(0, 1);
  const last = linesOf(text.slice(-TAIL_LENGTH).trimEnd()).slice(-TAIL_LINES).reverse();
  for (const { where, pattern, outcome } of phrases) {
    for (const line of where === 'first line' ? first : last) {
      const match = pattern.exec(line.trim());
      if (match !== null) return { line: match[0], code: match[1], outcome };
    }
  }
  return undefined;
}

/** Some logs of Gemini have a backslash and an n for each line break: such a text has no other. */
const linesOf = (text: string): string[] => text.split(text.includes('\n') ? '\n' : '\\n');
