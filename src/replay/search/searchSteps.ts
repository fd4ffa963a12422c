import { pathsNamed, touchesOf } from '../../session/facts/callFiles.ts';
import { commandOf, paramText } from '../../session/facts/callTexts.ts';
import { commandPurpose } from '../../session/facts/commandPurpose.ts';
import { linesChanged } from '../../session/facts/fileChanges.ts';
import { callDuration, commandNamesAt } from '../callFigures.ts';
import { countBelow } from '../countUpTo.ts';
import { causeKey, causeOfCall, causeOfEvent } from '../failureCause.ts';
import { filePath } from '../filePath.ts';
import { type CallItem, isAnswer, isCommand, isError, isPrompt, outcomeOf, type ReplayItem } from '../replayItem.ts';
import { responsesOf, tokensOfItem } from '../responses.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { workOf } from '../work.ts';
import {
  type AmountName,
  asksNothing,
  exactly,
  foldCase,
  isWithin,
  readAmounts,
  type SearchQuery,
  type TermName,
} from './query.ts';
import type { SearchReading, SearchTexts } from './searchTexts.ts';

/**
 * What an item can be to a session, as the brief counts it: `change` is a successful call that changed a file, `check` a run of tests,
 * types or builds, `agent` a call that started a subagent, `error` all that went wrong.
 */
export const itemRoles = ['prompt', 'command', 'answer', 'change', 'check', 'agent', 'compaction', 'error'] as const;

type ItemRole = (typeof itemRoles)[number];

/** Whether an item has a role; it may have several. */
export function hasRole(item: ReplayItem, role: ItemRole): boolean {
  switch (role) {
    case 'prompt':
      return isPrompt(item) && !isCommand(item);
    case 'command':
      return isPrompt(item) && isCommand(item);
    case 'answer':
      return item.run === 0 && isAnswer(item);
    case 'error':
      return isError(item);
    case 'compaction':
      return item.is === 'event' && item.event.type === 'notice' && item.event.kind === 'compaction';
    case 'change':
      return item.is === 'call' && outcomeOf(item.call) === 'succeeded' && linesChanged(item.call).length > 0;
    case 'check':
      return item.is === 'call' && commandPurpose(commandOf(item.call) ?? '') === 'test';
    case 'agent':
      return item.is === 'call' && workOf(item.call) === 'delegated';
  }
}

type Predicate = (item: ReplayItem) => boolean;

/** Name of the session's own agent, whose run has none. */
const mainAgent = 'main';

/** Makes the predicate for a term of one name; the value is in lower case, and may be half typed. */
type MeetsValue = (texts: SearchTexts, value: string) => Predicate;

const meets: Readonly<Record<TermName, MeetsValue>> = {
  is: (_, value) => {
    const begins = hasValue(value, 'startsWith');
    const roles = itemRoles.filter(begins);
    return (item) => roles.some((role) => hasRole(item, role));
  },
  tool: (_, value) => {
    const has = hasValue(value);
    return (item) => item.is === 'call' && has(foldCase(item.call.tool_name));
  },
  command: ({ index }, value) => {
    const has = hasValue(value);
    return ({ index: item }) => commandNamesAt(index, item).some((name) => has(foldCase(name)));
  },
  file: ({ index, reading }, value) => {
    const has = hasValue(value);
    if (!value.startsWith(exactly))
      return (item) => item.is === 'call' && pathsNamed(reading.mask(item.call)).some((path) => has(foldCase(path)));
    // A search through a folder may name a file without reading it, so a query for exactly that file does not find it.
    const whole = foldCase(filePath(index, 0, value.slice(exactly.length)));
    return (item) =>
      item.is === 'call' &&
      reading.mask(pathsTouched(index, item)).some((path) => has(foldCase(path)) || foldCase(path) === whole);
  },
  status: (_, value) => {
    if (value === 'error') return isError;
    const meant = value.replace(/^=/, '');
    return (item) => {
      if (item.is !== 'call') return false;
      const outcome = outcomeOf(item.call);
      return outcome.startsWith(meant) || (outcome === 'succeeded' && (meant === 'ok' || 'success'.startsWith(meant)));
    };
  },
  cause: ({ index, reading }, value) => {
    const has = hasValue(value);
    return (item) => isError(item) && has(foldCase(causeKeyOf(index, item, reading.mask)));
  },
  phase: ({ index: { phases, phaseOf } }, value) => {
    const begins = hasValue(value, 'startsWith');
    return ({ index: item }) => begins(phases[phaseOf[item] as number]?.phase_type ?? 'unclassified');
  },
  agent: ({ index }, value) => {
    const begins = hasValue(value, 'startsWith');
    const has = hasValue(value);
    const runs = index.runs.map(({ agent, subSession }, run) => {
      if (run === 0) return begins(mainAgent);
      const names = [agent, subSession?.agent.agent_type, subSession?.agent.agent_id];
      return names.some((name) => name !== undefined && has(foldCase(name)));
    });
    return ({ run }) => runs[run] === true;
  },
  model: ({ index }, value) => {
    const { models, modelOf, ofItem } = responsesOf(index);
    const found = models.map((model) => hasValue(value)(foldCase(model)));
    // What a person or a program wrote has no model.
    return (item) => (item.is === 'call' || ofItem[item.index] !== -1) && found[modelOf[item.index] as number] === true;
  },
  duration: (_, value) => {
    const has = hasAmount('duration', value);
    return (item) => item.is === 'call' && has(callDuration(item.call));
  },
  tokens: ({ index }, value) => {
    const has = hasAmount('tokens', value);
    return ({ index: item }) => has(tokensOfItem(index, item));
  },
};

function causeKeyOf(index: SessionIndex, item: ReplayItem, mask: SearchReading['mask']): string {
  return causeKey(item.is === 'event' ? causeOfEvent(index, item) : causeOfCall(mask(item.call)));
}

function pathsTouched(index: SessionIndex, { call, run }: CallItem): string[] {
  return touchesOf(call).map(({ path }) => filePath(index, run, path));
}

function hasValue(value: string, how: 'includes' | 'startsWith' = 'includes'): (text: string) => boolean {
  if (!value.startsWith(exactly)) return (text) => text[how](value);
  const wanted = value.slice(exactly.length);
  return (text) => text === wanted;
}

function hasAmount(name: AmountName, value: string): (amount: number | undefined) => boolean {
  const range = readAmounts(name, value);
  if (range === undefined || range === 'unreadable') return () => false;
  return (amount) => amount !== undefined && isWithin(range, amount);
}

/** One predicate for each name of a term: an item meets it when it meets any value with that name. */
function termPredicates({ terms }: SearchQuery, texts: SearchTexts): Predicate[] {
  const names = new Set(terms.map(({ name }) => name));
  return [...names].map((name) => {
    const any = terms.filter((term) => term.name === name).map(({ value }) => meets[name](texts, value));
    return (item) => any.some((predicate) => predicate(item));
  });
}

/** The matches up to some item. */
export interface Found {
  /** Positions in `SessionIndex.items`, ascending. */
  readonly items: Uint32Array;
  /** Items below this one have been searched. */
  readonly upTo: number;
}

/** Nothing has been searched. */
export const nothingFound: Found = { items: new Uint32Array(), upTo: 0 };

/** Items searched in one step if their texts have been made: some tenths of a millisecond. */
const stepItems = 256;

/**
 * Searches step by step, yielding the matches so far after each step. If this query narrows a known one, only the matches of that one are
 * searched again.
 */
export function* searchSteps(
  texts: SearchTexts,
  query: SearchQuery,
  known: Found = nothingFound,
): Generator<Found, Found> {
  const { index } = texts;
  const total = index.items.length;
  if (asksNothing(query)) return { items: nothingFound.items, upTo: total };
  const predicates = termPredicates(query, texts);
  const matches = (item: number): boolean => {
    const shown = index.items[item] as ReplayItem;
    return predicates.every((predicate) => predicate(shown)) && query.words.every((word) => texts.has(item, word));
  };
  const items = new Uint32Array(known.items.length + total - known.upTo);
  let count = 0;
  let sinceRest = 0;
  const rest = total - known.upTo;
  for (let n = 0; n < known.items.length + rest; n += 1) {
    const item = n < known.items.length ? (known.items[n] as number) : known.upTo + n - known.items.length;
    // Making a text takes thousands of times as long as searching it.
    sinceRest += texts.isReady(item) ? 1 : stepItems;
    if (matches(item)) {
      items[count] = item;
      count += 1;
    }
    if (sinceRest < stepItems) continue;
    sinceRest = 0;
    yield { items: items.subarray(0, count), upTo: item + 1 };
  }
  return { items: items.subarray(0, count), upTo: total };
}

/** Makes the texts that do not exist yet, one per step. */
export function* warmSteps(texts: SearchTexts): Generator<undefined, void> {
  for (let item = 0; item < texts.index.items.length; item += 1) {
    if (texts.isReady(item)) continue;
    texts.has(item, '');
    yield undefined;
  }
}

/**
 * Removes the task that begins a run from the matches if the call that gave it also matches: both have the same text, and a reader wants it
 * once. A query that the call does not meet, such as `agent:` with the run's name, keeps the task.
 *
 * @param items positions in `SessionIndex.items`, ascending.
 */
export function withoutRepeatedTasks(index: SessionIndex, items: Uint32Array): Uint32Array {
  if (index.runs.length < 2) return items;
  return items.filter((item) => {
    const giver = callOfTask(index, index.items[item] as ReplayItem);
    return giver === undefined || items[countBelow(items, giver.index)] !== giver.index;
  });
}

/** The call whose prompt a message repeats word for word and without additions. */
function callOfTask(index: SessionIndex, item: ReplayItem): CallItem | undefined {
  if (item.is === 'call' || item.run === 0 || item.event.type !== 'message') return undefined;
  const { role, origin, text, from, to, attachments = [] } = item.event;
  if (role !== 'user' || (origin ?? from ?? to) !== undefined || attachments.length > 0) return undefined;
  const giver = index.runs[item.run]?.trigger;
  return giver !== undefined && paramText(giver.call, 'prompt')?.trim() === text.trim() ? giver : undefined;
}
