import type { Outcome } from '../session/index.ts';

/** How a command ended, as far as anything tells it. */
export interface CommandEnd {
  exitCode?: number | undefined;
  /** Absent where nothing speaks for any. */
  outcome?: Outcome | undefined;
  /** Names of the fields that a text told, not a field of the log. */
  inferred: readonly ('outcome' | 'exit_code')[];
}

/** What a log says of a command: a field with the exit code, and the text that the tool gave the model. */
export interface CommandEvidence {
  exitCode?: number | undefined;
  text?: string | undefined;
}

/** Words that a tool puts before or behind what a command printed; who writes them, and what they tell. */
const phrases: readonly { by: string; where: 'first line' | 'last lines'; pattern: RegExp; outcome?: Outcome }[] = [
  { by: 'copilot', where: 'last lines', pattern: /^<(?:command )?exited with exit code (-?\d{1,10})>$/ },
  { by: 'copilot', where: 'last lines', pattern: /^<shellId: \S{1,80} completed with exit code (-?\d{1,10})>$/ },
  { by: 'pi', where: 'last lines', pattern: /^Command exited with code (-?\d{1,10})$/ },
  { by: 'pi', where: 'last lines', pattern: /^Command aborted$/, outcome: 'interrupted' },
  { by: 'pi', where: 'last lines', pattern: /^Command timed out after \d{1,9} seconds$/, outcome: 'failed' },
  { by: 'kimi', where: 'last lines', pattern: /^Command failed with exit code: (-?\d{1,10})\.?$/ },
  { by: 'kimi', where: 'last lines', pattern: /^Command killed by timeout \(\d{1,9}s\)$/, outcome: 'failed' },
  { by: 'gemini', where: 'last lines', pattern: /^Exit Code: (-?\d{1,10})$/ },
  { by: 'claude', where: 'first line', pattern: /^Exit code (-?\d{1,10})$/ },
  { by: 'codex', where: 'first line', pattern: /^Exit code: (-?\d{1,10})$/ },
  { by: 'opencode', where: 'last lines', pattern: /^User aborted the command$/, outcome: 'interrupted' },
];

/** How much of a text's end may hold the tool's own words, in characters, and in lines. */
const TAIL_LENGTH = 1000;
const TAIL_LINES = 8;

/**
 * What became of a command that its log calls done: by the exit code that the log states, else by the words that a tool is
 * known to put around the output. Logs call a command that exited with 1 a success, since the tool itself did its work.
 */
export function readCommandEnd({ exitCode, text }: CommandEvidence): CommandEnd {
  if (exitCode !== undefined) return { exitCode, outcome: exitCode === 0 ? 'succeeded' : 'failed', inferred: [] };
  if (text === undefined) return { inferred: [] };
  const found = findPhrase(text);
  if (found === undefined) return { inferred: [] };
  if (found.code === undefined) return { outcome: found.outcome, inferred: ['outcome'] };
  const code = Number(found.code);
  return { exitCode: code, outcome: code === 0 ? 'succeeded' : 'failed', inferred: ['outcome', 'exit_code'] };
}

function findPhrase(text: string): { code: string | undefined; outcome: Outcome | undefined } | undefined {
  const first = text.slice(0, TAIL_LENGTH).split('\n', 1);
  const last = text.slice(-TAIL_LENGTH).trimEnd().split('\n').slice(-TAIL_LINES).reverse();
  for (const { where, pattern, outcome } of phrases) {
    for (const line of where === 'first line' ? first : last) {
      const match = pattern.exec(line.trim());
      if (match !== null) return { code: match[1], outcome };
    }
  }
  return undefined;
}
