import type { Redactor } from '../redaction/index.ts';
import { indexSession, phaseBlocks, type SessionIndex } from '../replay/index.ts';
import {
  knownStart,
  type MainAndInner,
  modelOf,
  type PhaseAnnotation,
  type Session,
  tokensOfKind,
  totalsOf,
  writeMainAndInner,
} from '../session/index.ts';
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
 * subagents inside the call that started them. A log's own texts stay texts: messages are quotes, none of their markup becomes
 * HTML or a heading, and nothing remote is shown.
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
  const { durationMs, calls, failed, tokens } = totalsOf(session);
  const output = tokensOfKind(tokens, 'output');
  const { environment, provenance, summary, agent } = session;
  const nativeId = provenance?.native_id;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Session id', session.session_id],
    ['Id in the source', typeof nativeId === 'string' && nativeId !== session.session_id ? nativeId : undefined],
    ['Description', session.task_description],
    ['Started', knownStart(session) ?? 'not in the log'],
    ['Duration', `${Math.round(durationMs / 100) / 10} s`],
    ['Outcome', session.outcome ?? session.status],
    ['Model', modelOf(session)],
    ['Capabilities', agent.capability_snapshot],
    ['Provider', environment?.provider],
    ['Sandbox', environment?.sandbox],
    ['Approval', environment?.approval],
    ['Locale', environment?.locale],
    ['Folder', environment?.cwd],
    ['Branch', environment?.git_branch],
    ['Calls', figure(calls)],
    ['Failed calls', figure(failed)],
    ['Errors, by its summary', summary.errors_encountered?.toString()],
    ['Files created', summary.files_created.join(', ')],
    ['Files modified', summary.files_modified.join(', ')],
    ['Tokens out', output && figure(output)],
    ['Source', provenance?.sources.map(({ name }) => name).join(', ')],
  ];
  const rows = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
  const lines = rows.map(([name, value]) => `| ${name} | ${oneLine(page, value).replaceAll('|', '&#124;')} |`);
  return `| | |\n| --- | --- |\n${lines.join('\n')}\n\n`;
}

/** `131 +132`: the session's own agent, and its subagents. */
function figure(counted: MainAndInner): string {
  return writeMainAndInner(counted, (value) => value.toLocaleString('en-US'));
}

function phaseList(page: Page, index: SessionIndex): string {
  const lines = phaseBlocks(index).flatMap(({ annotation, type, calls }) =>
    annotation === undefined
      ? []
      : [
          `1. **${type}**, ${calls} calls, ${authorOf(annotation)}${descriptionOf(page, annotation)}${decisionsOf(page, annotation)}${contextOf(page, annotation)}`,
        ],
  );
  return lines.length === 0 ? '' : `## Phases\n\n${lines.join('\n')}\n\n`;
}

function authorOf({ confidence, annotated_by, annotated_at, inferred }: PhaseAnnotation): string {
  if (annotated_by === 'auto') return `inferred, ${confidence} confidence`;
  const at = inferred?.includes('annotated_at') === true ? '' : ` at ${annotated_at}`;
  return `by ${annotated_by}${at}, ${confidence} confidence`;
}

function descriptionOf(page: Page, { description = '' }: PhaseAnnotation): string {
  return description === '' ? '' : `: ${oneLine(page, description)}`;
}

function contextOf(page: Page, { context_used = [] }: PhaseAnnotation): string {
  if (context_used.length === 0) return '';
  const used = context_used.map(({ source, usage_mode }) => {
    return `${oneLine(page, source)}${usage_mode === undefined ? '' : ` (${usage_mode.replaceAll('_', ' ')})`}`;
  });
  return `. Context used: ${used.join(', ')}`;
}

function decisionsOf(page: Page, { decisions = [] }: PhaseAnnotation): string {
  return decisions.length === 0
    ? ''
    : `. Decisions: ${decisions.map((each) => oneLine(page, each.description)).join('; ')}`;
}

function oneLine({ clean }: Page, text: string): string {
  return harmlessMarkdown(clean(text).replace(/\s+/g, ' ').trim());
}
