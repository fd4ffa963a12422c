import { commandOf } from '../session/facts/callTexts.ts';
import { foundNothing } from '../session/facts/checkOutcome.ts';
import { failedPart } from '../session/facts/failedPart.ts';
import { failureReason } from '../session/facts/failureReason.ts';
import { toolFamily } from '../session/facts/toolFacts.ts';
import type { ToolCall } from '../session/index.ts';
import { oneLine } from '../session/text/lines.ts';
import { outcomeOf } from './judgeItem.ts';
import type { EventItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { reportsExit, toldTwice } from './toldTwice.ts';

/** The cause of a failure, as far as it can be told mechanically; failures with the same cause count together. */
export type FailureCause =
  /**
   * A command ended with an exit code other than 0; `name` is that of the part that failed, else the whole command, cut short. Undefined
   * where the agent's program reports it and the log does not hold the call.
   */
  | { readonly kind: 'exit'; readonly name: string | undefined }
  /** A person, a hook or a rule denied a call. */
  | { readonly kind: 'denied' }
  /** The model's API, or the agent itself, reported an error. */
  | { readonly kind: 'agent' }
  /** The agent's program reported once more that a call failed or was denied; the call itself is in the log too. */
  | { readonly kind: 'told' }
  /** A search or comparison found nothing, which its program reports by the exit code 1; `name` as `commandName` gives it. */
  | { readonly kind: 'nothing'; readonly name: string }
  /** Text of the first failure; the others begin alike, apart from numbers, paths and quoted names. */
  | { readonly kind: 'words'; readonly text: string }
  /** The log does not say. */
  | { readonly kind: 'silent'; readonly tool: string };

/** The change into a folder with which a command begins: it is seldom what failed, and leaves no room for what it is about. */
const entering = /^\s{0,20}cd\s{1,20}(?:"[^"]{1,4000}"|'[^']{1,4000}'|[^\s"';&|]{1,4000})\s{0,20}(?:&&|;)\s{0,20}/;

/** Length of a command that stands for the name of its part, in characters. */
const longestCommand = 60;

/** The cause of an error outside of calls. */
export function causeOfEvent(index: SessionIndex, { event, index: at }: EventItem): FailureCause {
  if (toldTwice(index).has(at)) return { kind: 'told' };
  const isExit = event.type === 'notice' && reportsExit(event.text);
  return isExit ? { kind: 'exit', name: undefined } : { kind: 'agent' };
}

/** The cause of a failed or denied call. */
export function causeOfCall(call: ToolCall): FailureCause {
  if (outcomeOf(call) === 'denied') return { kind: 'denied' };
  const command = commandOf(call);
  if (command !== undefined && foundNothing(call))
    return { kind: 'nothing', name: failedPart(call)?.name ?? call.tool_name };
  if (command !== undefined && toolFamily(call.tool_name) === 'terminal')
    return { kind: 'exit', name: failedPart(call)?.name ?? oneLine(command.replace(entering, ''), longestCommand) };
  const reason = failureReason(call);
  switch (reason.kind) {
    case 'exit':
      return { kind: 'exit', name: call.tool_name };
    case 'silent':
      return { kind: 'silent', tool: call.tool_name };
    case 'words':
      return { kind: 'words', text: reason.text };
  }
}

/** A name of a cause that other failures with the same cause share; the search `cause:` takes it. Has no quotes in it. */
export function causeKey(cause: FailureCause): string {
  switch (cause.kind) {
    case 'exit':
      return unquoted(`exit ${cause.name ?? ''}`);
    case 'denied':
    case 'agent':
    case 'told':
      return cause.kind;
    case 'nothing':
      return unquoted(`nothing ${cause.name}`);
    case 'silent':
      return unquoted(`silent ${cause.tool}`);
    case 'words':
      return alike(cause.text);
  }
}

/** A failure reason without what differs between calls: numbers, quoted names and paths. */
function alike(text: string): string {
  const same = text
    .toLowerCase()
    .replace(/"[^"]{0,80}"|'[^']{0,80}'|`[^`]{0,80}`/g, '…')
    .replace(/\S{0,200}[/\\]\S{0,200}/g, '…')
    .replace(/\d+/g, '#')
    .slice(0, 48);
  return unquoted(same);
}

function unquoted(text: string): string {
  return text.replace(/["\u201c\u201d\s]+/g, ' ').trim();
}
