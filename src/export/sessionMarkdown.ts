import type { Redactor } from '../redaction/index.ts';
import {
  type BriefFile,
  type BrokenEnd,
  briefOf,
  type Cost,
  type FailureCause,
  indexSession,
  phaseBlocks,
  type ReplayItem,
  type SessionBrief,
  type SessionIndex,
  sessionCost,
  timeHolders,
} from '../replay/index.ts';
import { type BriefPart, briefParts, isFailedCall } from '../replay/internal.ts';
import { hasLineNumbers } from '../session/facts/callFiles.ts';
import { commandOf, printedText } from '../session/facts/callTexts.ts';
import { eventText, leadOf, wordsOfPerson } from '../session/facts/eventText.ts';
import {
  type FilePatch,
  knownStart,
  type MainAndInner,
  modelOf,
  type PhaseAnnotation,
  type PlanEvent,
  type Prices,
  type Session,
  type SessionEvent,
  sumOf,
  type ToolCall,
  tokensOfKind,
  totalsOf,
  writeMainAndInner,
} from '../session/index.ts';
import { cutText } from '../session/text/lines.ts';
import { fence, harmlessMarkdown, inlineCode, quoteMarkdown } from '../session/text/markdown.ts';
import { cleanText } from './harmlessText.ts';

/** Options for writing the items of a report. */
export interface Page {
  /** Masks secrets and removes invisible characters. */
  clean: (text: string) => string;
  /** Maximum number of lines shown of each output. */
  outputLines: number;
  /** The host's prices, for a cost that the log does not state. */
  prices?: Prices | undefined;
}

/** A call or an event as Markdown, inner ones as quotes; empty where a report's reader misses nothing by it. */
function itemMarkdown(page: Page, item: ReplayItem): string {
  const text = item.is === 'call' ? callMarkdown(page, item.call, item.plan) : eventMarkdown(page, item.event);
  if (text === '' || item.depth === 0) return text;
  const margin = '> '.repeat(item.depth);
  return text
    .split('\n')
    .map((line) => `${margin}${line}`)
    .join('\n');
}

function callMarkdown(page: Page, call: ToolCall, plan: PlanEvent | undefined): string {
  const how = call.outcome ?? call.output.status;
  const parts = [
    `**${inlineCode(page.clean(call.tool_name))}** ${how}, ${call.duration_ms} ms`,
    plan === undefined ? inputOf(page, call) : checklist(page, plan),
    ...(call.output.result?.patches ?? []).map((patch) => patchMarkdown(page, patch)),
    outputOf(page, call),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function inputOf({ clean }: Page, call: ToolCall): string {
  const command = commandOf(call);
  if (command !== undefined) return fence(clean(command), 'sh');
  const text = JSON.stringify(call.input.params, undefined, 2);
  return text === '{}' ? '' : fence(clean(text), 'json');
}

function outputOf(page: Page, call: ToolCall): string {
  return [printedText(call), call.output.result?.stderr ?? '']
    .flatMap((each) => (each.trim() === '' ? [] : [fence(head(page, each))]))
    .join('\n\n');
}

function head({ clean, outputLines }: Page, text: string): string {
  const lines = clean(text).trimEnd().split('\n');
  if (lines.length <= outputLines) return lines.join('\n');
  return [...lines.slice(0, outputLines), `… ${lines.length - outputLines} more lines`].join('\n');
}

const signs: Readonly<Record<FilePatch['change'], string>> = {
  added: 'Added',
  modified: 'Changed',
  deleted: 'Deleted',
  renamed: 'Renamed',
};

function patchMarkdown({ clean }: Page, { path, change, moved_to, hunks = [] }: FilePatch): string {
  const to = moved_to === undefined ? '' : ` to ${inlineCode(clean(moved_to))}`;
  const lines = hunks.flatMap((hunk) => [
    hasLineNumbers(hunk) ? `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@` : '@@ @@',
    ...hunk.lines,
  ]);
  const title = `${signs[change]} ${inlineCode(clean(path))}${to}`;
  return lines.length === 0 ? title : `${title}\n\n${fence(clean(lines.join('\n')), 'diff')}`;
}

const boxes: Readonly<Record<PlanEvent['items'][number]['status'], string>> = {
  pending: '⬜',
  in_progress: '▶',
  completed: '✓',
};

function checklist(page: Page, { items }: PlanEvent): string {
  return items
    .map(({ text, status }) => `- ${boxes[status]} ${harmlessMarkdown(page.clean(text)).replace(/\s+/g, ' ')}`)
    .join('\n');
}

function eventMarkdown(page: Page, event: SessionEvent): string {
  switch (event.type) {
    case 'message':
      return `### ${event.role === 'user' ? 'User' : event.role === 'system' ? 'System' : 'Agent'}\n\n${quoteMarkdown(page.clean(event.text))}`;
    case 'thinking':
      return event.text === undefined ? '' : `_Thinking_\n\n${quoteMarkdown(page.clean(event.text))}`;
    case 'plan':
      return checklist(page, event);
    case 'review':
      return `**Review ${event.attempt}** ${event.action}\n\n${quoteMarkdown(page.clean(event.feedback))}`;
    case 'notice':
      return `_${event.kind.replaceAll('_', ' ')}_ ${harmlessMarkdown(page.clean(event.text)).replace(/\s+/g, ' ')}`;
    // Token counts and records of unknown types: both are in the session.
    case 'usage':
    case 'unknown':
      return '';
  }
}

/** Options of {@link sessionMarkdown}. */
export interface SessionMarkdownOptions {
  /** Masks secrets in everything that is written. Default: masks nothing, because `pnpm etl` masked the session before writing it. */
  redactor?: Redactor | undefined;
  /** Maximum number of lines shown of each output; the report says how many it leaves out. Default: 20. */
  outputLines?: number;
  /** Prices for a cost that the log does not state. Default: none. */
  prices?: Prices | undefined;
}

/**
 * Writes all of a session as Markdown, in pieces: its facts, its brief, its phases, then everything that was said and done in reading
 * order, with each subagent inside the call that started it. Texts from the log stay texts: messages are quotes, none of their markup
 * becomes HTML or a heading, and nothing remote is shown.
 */
export function* sessionMarkdown(session: Session, options: SessionMarkdownOptions = {}): Generator<string> {
  const { redactor, outputLines = 20, prices } = options;
  const page: Page = { clean: (text) => cleanText(redactor?.mask(text) ?? text), outputLines, prices };
  const index = indexSession(session);
  yield `# ${markdownLine(page, session.task_title)}\n\n`;
  yield factTable(page, index);
  yield briefList(page, index);
  yield phaseList(page, index);
  yield '## What happened\n\n';
  for (const at of index.outline) {
    const item = index.items[at];
    const text = item === undefined ? '' : itemMarkdown(page, item);
    if (text !== '') yield `${text}\n\n`;
  }
}

export function factTable(page: Page, index: SessionIndex): string {
  const { session } = index;
  const { durationMs, calls, failed, tokens } = totalsOf(session);
  const output = tokensOfKind(tokens, 'output');
  const { environment, provenance, summary, agent } = session;
  const nativeId = provenance?.native_id;
  const { files } = briefOf(index).changed;
  const filesOf = (access: (typeof files)[number]['access']): string =>
    files
      .filter((file) => file.access === access)
      .map(({ path }) => path)
      .join(', ');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Session id', session.session_id],
    ['Id in the source', typeof nativeId === 'string' && nativeId !== session.session_id ? nativeId : undefined],
    ['Description', session.task_description],
    ['Started', knownStart(session) ?? 'not in the log'],
    ['Duration', durationMs === undefined ? 'not in the log' : durationOf(durationMs)],
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
    ['Files created', filesOf('created') || summary.files_created.join(', ')],
    ['Files modified', filesOf('modified') || summary.files_modified.join(', ')],
    ['Files deleted', filesOf('deleted')],
    ['Tokens out', output && figure(output)],
    ['Source', provenance?.sources.map(({ name }) => name).join(', ')],
  ];
  const rows = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]));
  const lines = rows.map(([name, value]) => `| ${name} | ${markdownLine(page, value).replaceAll('|', '&#124;')} |`);
  return `| | |\n| --- | --- |\n${lines.join('\n')}\n\n`;
}

/** `4.2 s`; from one minute on `5m 33s`, from one hour on `2h 41m 32s`. */
export function durationOf(ms: number): string {
  if (ms < 59_950) return `${Math.round(ms / 100) / 10} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours === 0 ? '' : `${hours}h `}${minutes}m ${seconds % 60}s`;
}

/** `131 +132`: the session's own agent, and its subagents. */
export function figure(counted: MainAndInner): string {
  return writeMainAndInner(counted, (value) => value.toLocaleString('en-US'));
}

/** Maximum number of changed files, failure causes and checks that the report names. */
const mostNamed = 8;

/** Maximum length of the prompt and the answer that the brief quotes, in characters; both follow in full below. */
const longestQuoted = 400;

/** The brief of the session: the facts of the kit's brief page in its order, each as far as it fits on one line. */
export function briefList(page: Page, index: SessionIndex): string {
  const brief = briefOf(index);
  return `## Brief\n\n${briefParts.flatMap((part) => briefLines[part](page, index, brief)).join('\n')}\n\n`;
}

const briefLines: Readonly<
  Record<BriefPart, (page: Page, index: SessionIndex, brief: SessionBrief) => readonly string[]>
> = {
  asked(page, index, { asked }) {
    const commands = asked.commands.length === 0 ? [] : [counted(asked.commands.length, 'command')];
    const prompts = asked.prompts.map((at) => quoteOf(page, index, at)).filter((text) => text !== '');
    return [
      line('Asked', [counted(asked.prompts.length, 'prompt'), ...commands]),
      ...prompts.slice(0, mostNamed).map((text, n) => `  ${n + 1}. ${text}`),
      ...(prompts.length > mostNamed ? [`  ${mostNamed + 1}. and ${prompts.length - mostNamed} more`] : []),
    ];
  },
  answered(page, index, { answered, end }) {
    const texts = [
      ['Answered', quoteOf(page, index, answered)],
      ['Summary in the log', markdownLine(page, page.clean(end.summary ?? ''))],
      ['Answered before the last prompt', quoteOf(page, index, end.before)],
    ] as const;
    const lines = texts.flatMap(([name, text]) => (text === '' ? [] : [line(name, [text])]));
    return lines.length === 0 ? [line('Answered', [end.silent ? 'not in the log' : 'no answer'])] : lines;
  },
  open(page, _, { open, end }) {
    const { brokeOff, prompt, unanswered, check, checklist, question } = open;
    const ends = [
      ...(brokeOff === undefined ? [] : [brokeOffWords[brokeOff.kind]]),
      ...(prompt === undefined ? [] : ['the last prompt has no answer']),
      ...(unanswered.length === 0 ? [] : [`${counted(unanswered.length, 'call')} without a result`]),
      ...(check === undefined ? [] : [`${markdownLine(page, check.name)} failed when it ran last`]),
      ...(checklist === undefined ? [] : [`${checklist.open} of ${checklist.all} items of the checklist are not done`]),
      ...(question === undefined ? [] : ['the answer ends with a question']),
    ];
    const none = end.kind === 'unknown' ? 'cannot tell: no answer is in the log' : 'nothing';
    return [listed('Left open', ends, true, none)];
  },
  changed(page, _, { changed, hasCalls }) {
    const stated = changed.stated.map((path) => markdownLine(page, path));
    const files = changed.files.map((file) => `${markdownLine(page, file.path)} +${file.added} ${removedWords(file)}`);
    const perhaps = changed.byCommands.map(({ path }) => markdownLine(page, path));
    return [
      listed('Changed', files, hasCalls, 'nothing'),
      ...(perhaps.length === 0 ? [] : [line('Perhaps changed by commands', perhaps)]),
      ...(stated.length === 0 ? [] : [line('Also named by the summary in the log', stated)]),
    ];
  },
  broke(page, _, { broke, fates, totals, hiddenChecks, hasCalls }) {
    const groups = broke.filter(({ cause }) => cause.kind !== 'repeated');
    const { mended, left, nothing } = fates;
    const none = nothing === 0 ? '' : `, ${nothing} only found nothing`;
    const sum = sumOf(totals.failed) === 0 ? [] : [`${mended} mended later, ${left} not${none}`];
    const causes = groups.map(({ cause, items, mended: later }) => {
      const fate = isFailedCall(cause) ? ` (${later} mended later)` : '';
      return `${items.length}\u00d7 ${markdownLine(page, causeOf(cause))}${fate}`;
    });
    const hidden = hiddenChecks === 0 ? [] : [`${counted(hiddenChecks, 'more check')} failed by what was printed`];
    const parts = [...(causes.length === 0 ? [] : [...sum, ...causes]), ...hidden];
    return [listed('Went wrong', parts, hasCalls, 'nothing')];
  },
  checks(page, _, { checks, hasCalls }) {
    const runs = checks.map(({ name, runs: all }) => {
      const passed = all.filter(({ outcome }) => outcome === 'succeeded').length;
      const unknown = all.filter(({ outcome }) => outcome === 'unknown').length;
      const known = all.length - unknown;
      const parts = [
        ...(known === 0 ? [] : [`${passed} of ${known} passed`]),
        ...(unknown === 0 ? [] : [`${counted(unknown, 'result')} not in the log`]),
      ];
      return `${markdownLine(page, name)}: ${parts.join(', ')}`;
    });
    return [listed('Checks', runs, hasCalls, 'no checks were run')];
  },
  time(_, __, { time }) {
    if (time.promptsAlone === true && time.total > 0)
      return [line('Time', [`at least ${durationOf(time.total)}; the log times prompts alone`])];
    const held = timeHolders.filter((holder) => time[holder] > 0);
    return [
      listed(
        'Time',
        held.map((holder) => `${holder} ${durationOf(time[holder])}`),
        true,
        'not in the log',
      ),
    ];
  },
  tokens({ prices }, index, { totals, agentTokens }) {
    const kinds = tokenWords.flatMap(([kind, word]) => {
      const count = tokensOfKind(totals.tokens, kind);
      if (count === undefined || sumOf(count) === 0) return [];
      const inner = count.inner === 0 ? '' : ` (${count.inner.toLocaleString('en-US')} of these by agents)`;
      return [`${sumOf(count).toLocaleString('en-US')} ${word}${inner}`];
    });
    const costs = costWords(sessionCost(index, prices), prices);
    const { uncounted } = agentTokens;
    const missing =
      uncounted === 0 ? [] : [`without those of ${counted(uncounted, 'agent')}, which the log does not give`];
    return [line('Tokens, cost', [...(kinds.length === 0 ? ['tokens not in the log'] : kinds), ...missing, costs])];
  },
  agents(page, _, { agents, participants, hasCalls }) {
    if (agents.length === 0 && participants.length > 0)
      return [
        line('Agents', [
          `the log names ${counted(participants.length, 'participant')}`,
          ...participants.map((name) => markdownLine(page, name)),
        ]),
      ];
    const started = agents.map(({ name, items, waits, calls }) => {
      const what =
        waits > 0
          ? `waited for agents ${counted(waits, 'time')}`
          : `${items.length}\u00d7 ${markdownLine(page, name ?? 'agent')}`;
      return calls === 0 ? what : `${what}, ${counted(calls, 'call')}`;
    });
    return [listed('Agents', started, hasCalls, 'none')];
  },
};

function costWords(cost: Cost | undefined, prices: Prices | undefined): string {
  if (cost === undefined) return `cost not in the log${prices === undefined ? '' : ', no price for its models'}`;
  const { amount, currency, date, unpriced } = cost;
  const by = date === undefined ? '' : ` by the prices of ${date}`;
  const least = unpriced === 0 ? '' : `, ${counted(unpriced, 'response')} without a price`;
  return `cost ${amount.toFixed(2)} ${currency}${by}${least}`;
}

const tokenWords = [
  ['input', 'in'],
  ['output', 'out'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache written'],
] as const;

function line(name: string, parts: readonly string[]): string {
  return `- **${name}**: ${parts.slice(0, mostNamed).join('; ')}${moreOf(parts)}`;
}

/** A line of what there is; where there is none that it is so, or that the log has no calls. */
function listed(name: string, parts: readonly string[], hasCalls: boolean, none: string): string {
  if (parts.length > 0) return line(name, parts);
  return line(name, [hasCalls ? none : 'no tool calls in the log']);
}

/** The beginning of a message, on one line; empty where there is none. */
function quoteOf(page: Page, index: SessionIndex, at: number | undefined): string {
  const item = at === undefined ? undefined : index.items[at];
  // Masks before cutting: half a secret would match no rule.
  const text = item?.is === 'event' ? leadOf(page.clean(wordsOfPerson(eventText(item.event)))) : '';
  const cut = cutText(text, longestQuoted);
  return markdownLine(page, cut.length < text.length ? `${cut}…` : cut);
}

const brokeOffWords: Readonly<Record<BrokenEnd['kind'], string>> = {
  interrupted: 'interrupted before it was done',
  error: 'stopped by an error',
  working: 'the log breaks off in mid-work',
};

function moreOf(parts: readonly string[]): string {
  return parts.length > mostNamed ? `; and ${parts.length - mostNamed} more` : '';
}

/** Lines removed by the changes of files; where some wrote over a content that the log does not hold, their number is unknown. */
export function removedWords({ removed, moreRemoved }: Pick<BriefFile, 'removed' | 'moreRemoved'>): string {
  if (!moreRemoved) return `\u2212${removed}`;
  return removed === 0 ? '\u2212?' : `\u2212${removed}+?`;
}

export function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

export function causeOf(cause: FailureCause): string {
  switch (cause.kind) {
    case 'words':
      return cause.text;
    case 'exit':
      return `${cause.name ?? 'a command'} failed`;
    case 'silent':
      return `${cause.tool} failed, reason not in log`;
    case 'denied':
      return 'not allowed to run';
    case 'agent':
      return 'errors of the model or the agent';
    case 'repeated':
      return 'reports of failed commands, not counted again';
    case 'nothing':
      return `${cause.name} found nothing: no failure`;
  }
}

function phaseList(page: Page, index: SessionIndex): string {
  const lines = phaseBlocks(index).flatMap(({ annotation, type, calls }) =>
    annotation === undefined
      ? []
      : [
          `1. **${type}**, ${counted(calls, 'call')}, ${authorOf(annotation)}${descriptionOf(page, annotation)}${decisionsOf(page, annotation)}${contextOf(page, annotation)}`,
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
  return description === '' ? '' : `: ${markdownLine(page, description)}`;
}

function contextOf(page: Page, { context_used = [] }: PhaseAnnotation): string {
  if (context_used.length === 0) return '';
  const used = context_used.map(({ source, usage_mode }) => {
    return `${markdownLine(page, source)}${usage_mode === undefined ? '' : ` (${usage_mode.replaceAll('_', ' ')})`}`;
  });
  return `. Context used: ${used.join(', ')}`;
}

function decisionsOf(page: Page, { decisions = [] }: PhaseAnnotation): string {
  return decisions.length === 0
    ? ''
    : `. Decisions: ${decisions.map((each) => markdownLine(page, each.description)).join('; ')}`;
}

export function markdownLine({ clean }: Page, text: string): string {
  return harmlessMarkdown(clean(text).replace(/\s+/g, ' ').trim());
}
