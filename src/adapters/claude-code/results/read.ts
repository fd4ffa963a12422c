import { type Outcome, toolFacts } from '../../../session/index.ts';
import type { CallResult } from '../../assembly.ts';
import { field, isJsonObject } from '../../read/jsonObject.ts';
import type { RawResult, ReadResult, ResultFields } from './fields.ts';
import { readEditResult, readFileResult } from './files.ts';
import {
  readAgentResult,
  readAnswers,
  readAnyResult,
  readChecklistResult,
  readFetchResult,
  readGlobResult,
  readGrepResult,
  readKnowledge,
  readListResult,
  readPlanApproval,
  readStopResult,
  readTaskUpdate,
  readToolSearchResult,
  readWebSearchResult,
} from './others.ts';
import { isPersisted, readBackgroundOutput, readShellResult } from './shell.ts';

/** Beginnings of result texts that are not an error of the tool. */
const denials = [
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action right now",
  'The user rejected',
  'User rejected tool use',
  'Claude requested permissions to',
  'This command requires approval',
  'This Bash command contains multiple operations',
  'Permission to use ',
  'Permission for this action has been denied',
];

/** Texts inside the markers. */
const denialMarks = [
  'was blocked. For security',
  'cannot determine the safety of',
  'hook blocking error',
  'denied this tool',
];
/** A hook that runs before a tool ended with an error, so that the tool did not run; its command stands in brackets. */
const blockedByHook = /^PreToolUse:\S{1,200} hook error: /;
const cancellations = ['Sibling tool call errored', 'Cancelled: parallel tool call'];
const interruptions = [
  '[Request interrupted by user',
  'Command was aborted before completion',
  'The operation was aborted',
];
const INTERRUPTED = '[Request interrupted by user for tool use]';
/** All that some versions say about an interrupted call. */
const INTERRUPTED_ALONE = 'Interrupted by user';

const HEAD = 400;

/** The outcome of a call, from the result's flag, its text and its structured result. */
export function resultOutcome(
  isError: boolean,
  text: string,
  structured: unknown,
  denialKind: string | undefined,
): Outcome {
  const saysError = typeof structured === 'string' && structured.startsWith('Error');
  if (denialKind !== undefined) return 'denied';
  if (!isError && !saysError) return unflaggedOutcome(isJsonObject(structured) ? structured : undefined);
  return erroneousOutcome(text);
}

/** Checks the CLI's own words at the beginning of the text, because a tool's output may contain any words. */
function erroneousOutcome(text: string): Outcome {
  const head = withoutErrorTag(text.slice(0, HEAD)).trimStart();
  const bare = head.startsWith('Error: ') ? head.slice('Error: '.length) : head;
  const [exitLine = ''] = /^Exit code \d{1,9}(?:\n|$)/.exec(bare) ?? [];
  const said = bare.slice(exitLine.length);
  if (startsLike(said, interruptions) || said.trim() === INTERRUPTED_ALONE) return 'interrupted';
  if (text.trimEnd().endsWith(INTERRUPTED)) return 'interrupted';
  if (exitLine !== '') return 'failed';
  if (startsLike(said, cancellations)) return 'cancelled';
  if (blockedByHook.test(said)) return 'denied';
  return startsLike(said, denials) || denialMarks.some((mark) => said.includes(mark)) ? 'denied' : 'failed';
}

function startsLike(text: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => text.startsWith(beginning));
}

function unflaggedOutcome(structured: Readonly<Record<string, unknown>> | undefined): Outcome {
  if (structured === undefined) return 'succeeded';
  if (structured.interrupted === true || structured.wasInterrupted === true) return 'interrupted';
  if (isLaunched(structured)) return 'unknown';
  const exitCode = field.number(structured, 'exitCode');
  return exitCode === undefined || exitCode === 0 ? 'succeeded' : 'failed';
}

/** A task that continues in the background: its end is reported later, if at all. */
function isLaunched(structured: Readonly<Record<string, unknown>>): boolean {
  return (
    structured.status === 'async_launched' ||
    structured.isAsync === true ||
    typeof structured.backgroundTaskId === 'string'
  );
}

/** The text without the tag that marks an error for the model. */
function withoutErrorTag(text: string): string {
  const bare = text.trim();
  if (!bare.startsWith('<tool_use_error>')) return text;
  const end = bare.endsWith('</tool_use_error>') ? bare.length - '</tool_use_error>'.length : bare.length;
  return bare.slice('<tool_use_error>'.length, end);
}

const readers: ReadonlyMap<string, ReadResult> = new Map([
  ['read', readFileResult],
  ['notebookread', readFileResult],
  ['edit', readEditResult],
  ['multiedit', readEditResult],
  ['write', readEditResult],
  ['notebookedit', readEditResult],
  ['bash', readShellResult],
  ['powershell', readShellResult],
  ['bashoutput', readBackgroundOutput],
  ['taskoutput', readBackgroundOutput],
  ['agentoutputtool', readBackgroundOutput],
  ['grep', readGrepResult],
  ['glob', readGlobResult],
  ['ls', readListResult],
  ['webfetch', readFetchResult],
  ['websearch', readWebSearchResult],
  ['toolsearch', readToolSearchResult],
  ['task', readAgentResult],
  ['agent', readAgentResult],
  ['askuserquestion', readAnswers],
  ['exitplanmode', readPlanApproval],
  ['exit_plan_mode', readPlanApproval],
  ['todowrite', readChecklistResult],
  ['taskcreate', readChecklistResult],
  ['tasklist', readChecklistResult],
  ['taskget', readChecklistResult],
  ['taskupdate', readTaskUpdate],
  ['readmcpresourcetool', readKnowledge],
  ['killshell', readStopResult],
  ['killbash', readStopResult],
  ['taskstop', readStopResult],
]);

/** Verbs of MCP tools that bring something into the context. */
const readingTool = /(?:^|[_-])(?:get|list|read|search|find|fetch|query|resolve|describe)(?:[_-]|$)/;

/** How to read a tool's result, by the tool's name. */
function readerOf(name: string): ReadResult {
  const known = readers.get(name.toLowerCase());
  if (known !== undefined) return known;
  if (!name.startsWith('mcp__')) return readAnyResult;
  return readingTool.test(name.slice(name.lastIndexOf('__') + 2)) ? readKnowledge : readAnyResult;
}

/** Whether a tool runs a command line. */
export function isShell(name: string): boolean {
  return toolFacts(name).shell === true;
}

/** Whether a tool starts a subagent. */
export function isDelegation(name: string): boolean {
  return toolFacts(name).delegates === true;
}

/** Marks by which the CLI, or a tool, says that it left something out. */
const cutMark = /\.\.\. \[\d+ (?:characters|lines) truncated\] \.\.\./;

/** Tests for the plain words first: most results have none, and some are long. */
function isCut(text: string): boolean {
  return text.includes(' truncated] ...') && cutMark.test(text);
}

/** The fields of a call's result, according to its tool and its outcome. */
export function readResult(raw: RawResult, outcome: Outcome): Omit<CallResult, 'at' | 'ref'> {
  const fields = outcome === 'succeeded' || outcome === 'unknown' ? succeeded(raw) : failed(raw, outcome);
  const { call, attachments, text } = raw;
  return {
    outcome,
    ...(call?.measuredMs === undefined ? {} : { durationMs: call.measuredMs }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...fields,
    ...(fields.text === '' ? { text: undefined } : {}),
    ...(isPersisted(text) || isCut(text) ? { truncated: true } : {}),
  };
}

function succeeded(raw: RawResult): ResultFields {
  return readerOf(raw.call?.name ?? '')(raw);
}

/** A failed command has output nevertheless; most other failures have only an error text. */
function failed(raw: RawResult, outcome: Outcome): ResultFields {
  const { call, structured } = raw;
  if (call !== undefined && isShell(call.name) && outcome !== 'denied' && outcome !== 'cancelled') {
    return failedCommand(raw, outcome);
  }
  if (structured === undefined) return { error: withoutErrorTag(raw.text) };
  // A structured result next to a failure means that the tool did its work, which ended badly.
  const fields = succeeded(raw);
  const { exitCode } = fields;
  return { ...fields, error: exitCode === undefined ? firstLine(raw.text) || outcome : `Exit code ${exitCode}` };
}

const exitLine = /^Exit code (\d{1,9})(?:\n|$)/;

function failedCommand(raw: RawResult, outcome: Outcome): ResultFields {
  const bare = withoutErrorTag(raw.text);
  const [line, code] = exitLine.exec(bare) ?? [];
  const printed = line === undefined ? bare : bare.slice(line.length);
  const exitCode = code === undefined ? undefined : Number(code);
  const output = raw.structured === undefined ? { text: printed } : readerOf('bash')(raw);
  const said = line === undefined ? firstLine(printed) || 'Interrupted' : line.trim();
  return {
    ...output,
    contributes: 'command_output',
    error: outcome === 'interrupted' && line === undefined ? 'Interrupted' : said,
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).slice(0, 500);
}
