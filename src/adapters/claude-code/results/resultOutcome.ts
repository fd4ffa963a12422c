import type { Outcome } from '../../../session/index.ts';
import { field, isJsonObject } from '../../read/jsonObject.ts';

/** How texts of results begin that were no error of the tool. */
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

/** What stands inside them. */
const denialMarks = [
  'was blocked. For security',
  'cannot determine the safety of',
  'hook blocking error',
  'denied this tool',
];
const cancellations = ['Sibling tool call errored', 'Cancelled: parallel tool call'];
const interruptions = [
  '[Request interrupted by user',
  'Command was aborted before completion',
  'The operation was aborted',
];
const INTERRUPTED = '[Request interrupted by user for tool use]';
/** Of an interrupted call some versions say nothing else. */
const INTERRUPTED_ALONE = 'Interrupted by user';

const HEAD = 400;

/** What became of a call, by the result's flag, its text and its structured copy. */
export function resultOutcome(isError: boolean, text: string, twin: unknown, denialKind: string | undefined): Outcome {
  const saysError = typeof twin === 'string' && twin.startsWith('Error');
  if (denialKind !== undefined) return 'denied';
  if (!isError && !saysError) return unflaggedOutcome(isJsonObject(twin) ? twin : undefined);
  return erroneousOutcome(text);
}

/** By the CLI's own words at the beginning of the text: what a tool printed may hold any words. */
function erroneousOutcome(text: string): Outcome {
  const head = withoutErrorTag(text.slice(0, HEAD)).trimStart();
  const bare = head.startsWith('Error: ') ? head.slice('Error: '.length) : head;
  const [exitLine = ''] = /^Exit code \d{1,9}(?:\n|$)/.exec(bare) ?? [];
  const said = bare.slice(exitLine.length);
  if (startsLike(said, interruptions) || said.trim() === INTERRUPTED_ALONE) return 'interrupted';
  if (text.trimEnd().endsWith(INTERRUPTED)) return 'interrupted';
  if (exitLine !== '') return 'failed';
  if (startsLike(said, cancellations)) return 'cancelled';
  return startsLike(said, denials) || denialMarks.some((mark) => said.includes(mark)) ? 'denied' : 'failed';
}

function startsLike(text: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => text.startsWith(beginning));
}

function unflaggedOutcome(twin: Readonly<Record<string, unknown>> | undefined): Outcome {
  if (twin === undefined) return 'succeeded';
  if (twin.interrupted === true || twin.wasInterrupted === true) return 'interrupted';
  if (isLaunched(twin)) return 'unknown';
  const exitCode = field.number(twin, 'exitCode');
  return exitCode === undefined || exitCode === 0 ? 'succeeded' : 'failed';
}

/** A task that goes on in the background: how it ends is told later, if at all. */
function isLaunched(twin: Readonly<Record<string, unknown>>): boolean {
  return twin.status === 'async_launched' || twin.isAsync === true || typeof twin.backgroundTaskId === 'string';
}

/** The text without the tag that marks an error to the model. */
export function withoutErrorTag(text: string): string {
  const bare = text.trim();
  if (!bare.startsWith('<tool_use_error>')) return text;
  const end = bare.endsWith('</tool_use_error>') ? bare.length - '</tool_use_error>'.length : bare.length;
  return bare.slice('<tool_use_error>'.length, end);
}
