import { leavesOf } from '../session/facts/callTexts.ts';
import { toolFacts } from '../session/facts/toolFacts.ts';
import type { Session } from '../session/index.ts';
import { isJsonObject } from '../session/internal.ts';
import { memoize } from './memoize.ts';
import { housekeepingOf, isAnswer, isCommand, isPrompt, outcomeOf, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** How a session's own agent stopped, as far as its log says. Items are positions in `SessionIndex.items`. */
export interface SessionEnd {
  /**
   * `answered`: it spoke last. `interrupted`: a person stopped it. `error`: an error or a usage limit stopped it. `working`: the log breaks
   * off after a call or a thought. `unanswered`: a prompt came last. `unknown`: the log has no messages of the agent.
   */
  readonly kind: 'answered' | 'interrupted' | 'error' | 'working' | 'unanswered' | 'unknown';
  /** The item that shows it. */
  readonly item: number | undefined;
  /** The agent's last message after the last prompt. */
  readonly answer: number | undefined;
  /** The log has no messages of the agent, so nobody knows what it answered. */
  readonly silent: boolean;
  /** Its last message before that prompt, where it said nothing after it. */
  readonly before: number | undefined;
  /** The last prompt, where the agent said nothing after it. Commands do not count: they are for the program. */
  readonly prompt: number | undefined;
  /** The answer declines what was asked: the log says that the model refused, or the answer begins with it and nothing was done. */
  readonly refused: boolean;
  /** The summary that the log itself holds, where it holds no answer. */
  readonly summary: string | undefined;
}

/** Where a session stopped before its agent was done. */
export interface BrokenEnd {
  readonly kind: 'interrupted' | 'error' | 'working';
  /** The item that shows it. */
  readonly item: number | undefined;
}

/** Where a session broke off; undefined where it did not, or nobody can tell. */
export function brokenEnd({ kind, item }: SessionEnd): BrokenEnd | undefined {
  return kind === 'interrupted' || kind === 'error' || kind === 'working' ? { kind, item } : undefined;
}

/** The end of a session: the one answer to whether it was finished, for the brief and everything that says so. */
export const sessionEnd = memoize((index: SessionIndex): SessionEnd => {
  const { items, runs, session } = index;
  const own = runs[0]?.landmarks;
  const answer = own?.message.findLast((at) => isAnswer(items[at]));
  const asked = own?.prompt.findLast((at) => !isCommand(items[at]));
  const late = asked !== undefined && (answer === undefined || answer < asked);
  const done = answer === undefined && !spokeEver(index) ? noAnswerEver(index) : lastDone(index);
  const stated = session.outcome;
  const stopped = done.kind === 'answered' || done.kind === 'unknown';
  const kind =
    stopped && stated === 'failed'
      ? 'error'
      : stopped && (stated === 'interrupted' || stated === 'cancelled')
        ? 'interrupted'
        : done.kind;
  return {
    kind,
    item: done.item,
    answer: late ? undefined : answer,
    silent: done.kind === 'unknown',
    before: late ? answer : undefined,
    prompt: late && done.kind !== 'unknown' ? asked : undefined,
    refused: !late && answer !== undefined && isRefused(index, answer, asked),
    summary: answer === undefined ? loggedSummary(session) : undefined,
  };
});

/** An answer that declines begins like this. */
const declining =
  /^(?:(?:I['\u2019]m |I am )?(?:very )?sorry,? ?(?:but )?|I apologi[sz]e,? ?(?:but )?|unfortunately,? )?I(?:['\u2019]m (?:not able|unable) to| am (?:not able|unable) to| (?:can|won)['\u2019]t| cannot| will not) (?:help|assist|comply|do that|continue|engage|support|fulfill?|provide|create|generate|write) |^(?:很?抱歉|对不起)[，,]?我(?:无法|不能)(?:帮|协助|提供|满足|继续)/i;
/** Items beside an answer among which the count of its tokens stands, with the reason why the model stopped. */
const beside = 3;

function isRefused({ items, runs }: SessionIndex, answer: number, asked: number | undefined): boolean {
  const own = runs[0]?.items ?? new Uint32Array();
  const n = own.indexOf(answer);
  const states = [...own.subarray(Math.max(0, n - beside), n + beside + 1)].some((at) => {
    const item = items[at];
    return item?.is === 'event' && item.event.type === 'usage' && leavesOf(item.event.extensions).includes('refusal');
  });
  if (states) return true;
  const item = items[answer];
  const hasWorked = runs[0]?.landmarks.call.some((at) => at > (asked ?? -1)) === true;
  return (
    !hasWorked && item?.is === 'event' && item.event.type === 'message' && declining.test(item.event.text.trimStart())
  );
}

/**
 * `summary.description` or a sentence in `summary.outcome`, which STD-001 does not define but sessions written by hand have; the adapter
 * keeps them among the extensions.
 */
function loggedSummary({ summary, extensions }: Session): string | undefined {
  const kept = isJsonObject(extensions?.std001) ? extensions.std001.summary : undefined;
  const reports = [summary, kept].filter(isJsonObject);
  const texts = [...reports.map(({ description }) => description), ...reports.map(({ outcome }) => outcome)];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '' && !isWord.test(text));
}

/** A word such as `succeeded`, which is no summary. */
const isWord = /^\s*[\w-]{1,40}\s*$/;

/** Whether the agent said or thought anything: a log that holds only calls has no answers to miss. */
function spokeEver({ runs, items }: SessionIndex): boolean {
  const own = runs[0]?.items ?? new Uint32Array();
  const calls = runs[0]?.landmarks.call.length ?? 0;
  return calls === 0 || own.some((at) => judgeLast(items[at] as ReplayItem) === 'answered');
}

function noAnswerEver(index: SessionIndex): Pick<SessionEnd, 'kind' | 'item'> {
  const last = lastDone(index);
  return last.kind === 'working' ? { kind: 'unknown', item: undefined } : last;
}

/** What was said or done last; what programs note after it does not count. */
function lastDone({ items, runs }: SessionIndex): Pick<SessionEnd, 'kind' | 'item'> {
  const own = runs[0]?.items ?? new Uint32Array();
  for (let n = own.length - 1; n >= 0; n -= 1) {
    const at = own[n] as number;
    const kind = judgeLast(items[at] as ReplayItem);
    if (kind !== undefined) return { kind, item: at };
  }
  return { kind: 'unknown', item: undefined };
}

function judgeLast(item: ReplayItem): SessionEnd['kind'] | undefined {
  if (item.is === 'call') {
    if (toolFacts(item.call.tool_name).finishes === true) return 'answered';
    const outcome = outcomeOf(item.call);
    return outcome === 'interrupted' || outcome === 'cancelled' ? 'interrupted' : 'working';
  }
  const { event } = item;
  if (isPrompt(item)) return isCommand(item) ? undefined : 'unanswered';
  switch (event.type) {
    case 'thinking':
      return 'working';
    case 'message':
      if (isAnswer(item) && /^\[?API Error\b/.test(event.text)) return 'error';
      return isAnswer(item) && event.origin === undefined && housekeepingOf(item) === undefined
        ? 'answered'
        : undefined;
    case 'notice':
      if (event.kind === 'interruption') return 'interrupted';
      return event.kind === 'api_error' || event.kind === 'error' ? 'error' : undefined;
    default:
      return undefined;
  }
}
