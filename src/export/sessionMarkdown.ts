import type { Redactor } from '../redaction/index.ts';
import { indexSession, phaseBlocks, type SessionIndex } from '../replay/index.ts';
import { type PhaseAnnotation, type Session, summarize } from '../session/index.ts';
import { cleanText } from './cleanText.ts';
import { harmlessMarkdown } from './harmlessMarkdown.ts';
import { itemMarkdown, type Page } from './itemMarkdown.ts';

/** Options of {@link sessionMarkdown}. */
export interface SessionMarkdownOptions {
  /** Masks secrets in whatever is written. Default: nothing is masked again; `pnpm etl` did so before it wrote the session. */
  redactor?: Redactor | undefined;
  /** Lines shown of each output; how many more there were is said. Default: 20. */
  outputLines?: number;
}

/**
 * A session as a Markdown report, in pieces: its facts, its phases, then everything that was said and done in reading order,
 * subagents inside the call that started them. A log's own texts stay texts: none of their markup becomes HTML, and nothing
 * remote is shown.
 */
export function* sessionMarkdown(session: Session, options: SessionMarkdownOptions = {}): Generator<string> {
  const { redactor, outputLines = 20 } = options;
  const page: Page = { clean: (text) => cleanText(redactor?.mask(text) ?? text), outputLines };
  const index = indexSession(session);
  yield `# ${oneLine(page, session.task_title)}\n\n`;
  yield factTable(page, session);
  yield phaseList(page, index);
  yield '## What happened\n\n';
  for (const at of index.outline) {
    const item = index.items[at];
    const text = item === undefined ? '' : itemMarkdown(page, item);
    if (text !== '') yield `${text}\n\n`;
  }
}

function factTable(page: Page, session: Session): string {
  const { totalDurationMs, model, callCount, callsByOutcome } = summarize(session);
  const { environment, usage, provenance } = session;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Started', session.created_at],
    ['Duration', `${Math.round(totalDurationMs / 100) / 10} s`],
    ['Outcome', session.outcome ?? session.status],
    ['Model', model],
    ['Folder', environment?.cwd],
    ['Branch', environment?.git_branch],
    ['Calls', `${callCount}`],
    ['Failed calls', `${callsByOutcome.failed}`],
    ['Tokens out', usage?.output?.toString()],
    ['Source', provenance?.sources.map(({ name }) => name).join(', ')],
  ];
  const rows = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
  const lines = rows.map(([name, value]) => `| ${name} | ${oneLine(page, value).replaceAll('|', '\\|')} |`);
  return `| | |\n| --- | --- |\n${lines.join('\n')}\n\n`;
}

function phaseList(page: Page, index: SessionIndex): string {
  const lines = phaseBlocks(index).flatMap(({ annotation, type, calls }) =>
    annotation === undefined
      ? []
      : [`1. **${type}**, ${calls} calls, ${authorOf(annotation)}${decisionsOf(page, annotation)}`],
  );
  return lines.length === 0 ? '' : `## Phases\n\n${lines.join('\n')}\n\n`;
}

function authorOf({ confidence, annotated_by }: PhaseAnnotation): string {
  return `${annotated_by === 'auto' ? 'inferred' : `by ${annotated_by}`}, ${confidence} confidence`;
}

function decisionsOf(page: Page, { decisions = [] }: PhaseAnnotation): string {
  return decisions.length === 0 ? '' : `: ${decisions.map((each) => oneLine(page, each.description)).join('; ')}`;
}

function oneLine({ clean }: Page, text: string): string {
  return harmlessMarkdown(clean(text).replace(/\s+/g, ' ').trim());
}
