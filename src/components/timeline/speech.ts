import {
  chaptersOf,
  type PhaseBlock,
  phaseBlocks,
  planOf,
  type ReplayItem,
  type SessionIndex,
} from '../../replay/index.ts';
import { replayedAt } from '../../replay/internal.ts';
import { failureReason, withoutOutcome } from '../../session/facts/callOutcome.ts';
import { toolLabel } from '../../session/facts/toolFacts.ts';
import type { MessageEvent, PlanEvent, SessionEvent, ToolCall } from '../../session/index.ts';
import { oneLine } from '../../session/text/lines.ts';
import { chaptersWords } from '../language/english/chapters.ts';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { coverRule } from '../masking/masking.ts';
import { authorOf } from '../message-card/MessageCard.tsx';
import { speakHousekeeping } from '../notice-row/NoticeRow.tsx';
import { chapterTitle } from '../session-outline/ChapterFigures.tsx';
import { type CallArgument, callArgument } from '../shared/call/callArgument.ts';
import { callState, isTrouble } from '../shared/call/callFacts.ts';
import { type ItemScope, scopeInRun } from '../shared/itemPlace.ts';
import { type TextPart, textParts } from '../shared/LogText.tsx';
import { relativePath } from '../shared/PathText.tsx';
import { elapsedMs } from '../shared/Row.tsx';
import type { Kit, KitOf } from '../theme/createKit.ts';
import type { SettledKit } from '../theme/useMasked.tsx';
import { usageParts } from '../usage-badge/UsageBadge.tsx';
import { speakLooks } from './LooksRow.tsx';
import type { TimelineRows } from './timelineRows.ts';

/** Maximum length of a text in a name, in characters. */
const longest = 160;

/** A text from a log, made fit for a name: on one line, cut, with secrets masked and invisible characters left out. */
export function plainText(kit: Kit, text: string): string {
  return textParts(oneLine(text, longest))
    .map((part) => speakPart(kit, part))
    .join('');
}

function speakPart({ t }: Kit, part: TextPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'mask':
      return part.rule === coverRule ? t('text.covered') : t('text.masked', { rule: part.rule });
    case 'hidden':
      return '';
  }
}

/** Texts that make up the name of a row. */
export const spokenWords = { ...eventsWords, ...phasesWords, ...chaptersWords };

type SpokenKit = KitOf<typeof spokenWords>;

/** A checklist in words: the task in progress, and how many are done. */
function speakPlan(kit: Kit, { items }: PlanEvent): string[] {
  const done = items.filter(({ status }) => status === 'completed').length;
  const now = items.find(({ status }) => status === 'in_progress')?.text;
  return [
    kit.t('plan'),
    ...(now === undefined ? [] : [plainText(kit, now)]),
    kit.t('plan.progress', { done, n: items.length }),
  ];
}

function speakAuthor(kit: SpokenKit, message: MessageEvent, scope: ItemScope | undefined): string {
  const { name, to } = authorOf(kit, message, scope);
  return to === undefined ? name : `${name}, ${kit.t('message.to')} ${to}`;
}

/** An event in words: its kind and its text. */
function speakEvent(kit: SpokenKit, event: SessionEvent, scope: ItemScope | undefined): string[] {
  const { t, formatters } = kit;
  switch (event.type) {
    case 'message':
      return [`${speakAuthor(kit, event, scope)}: ${plainText(kit, event.text)}`];
    case 'thinking':
      return [t('thinking'), event.text ? plainText(kit, event.text) : t('thinking.omitted')];
    case 'plan':
      return speakPlan(kit, event);
    case 'review':
      return [t(`review.${event.action}`), t('review.attempt', { n: event.attempt }), plainText(kit, event.feedback)];
    case 'notice':
      return [t(`notice.${event.kind}`), plainText(kit, event.text)];
    case 'usage':
      return usageParts(event.usage).map(
        ({ kind, name, tokens }) => `${formatters.tokens(tokens)} ${kind === 'other' ? name : t(`usage.${kind}`)}`,
      );
    case 'unknown':
      return [plainText(kit, event.record_type), t('notice.keptAsUnknown')];
  }
}

/** The play state of a row, for its name. */
interface Spoken {
  readonly scope: ItemScope | undefined;
  readonly playState: 'done' | 'running' | 'ahead';
  readonly current: boolean;
}

/** The accessible name of a row: what it is, what it says, what came of it, when it was. */
export function rowName(
  kit: SettledKit<typeof spokenWords>,
  rows: TimelineRows,
  row: number,
  { scope, playState, current }: Spoken,
): string {
  const { t } = kit;
  const parts = [...partsOf(kit, rows, row, scope, playState), ...(current ? [t('timeline.current')] : [])];
  return parts.filter((part) => part !== '').join(t('listSeparator'));
}

function partsOf(
  kit: SettledKit<typeof spokenWords>,
  rows: TimelineRows,
  row: number,
  scope: Spoken['scope'],
  playState: Spoken['playState'],
): string[] {
  const { index, kind, ref } = rows;
  switch (kind(row)) {
    case 'new':
      // Its own text says it.
      return [];
    case 'idle': {
      const gap = index.axes.squeezed.gaps[ref(row)];
      return gap === undefined ? [] : [kit.t('idle', { duration: kit.formatters.duration(gap.end - gap.start) })];
    }
    case 'phase':
      return speakPhase(kit, phaseBlocks(index)[ref(row)] as PhaseBlock);
    case 'housekeeping': {
      const first = index.items[ref(row)] as ReplayItem;
      return [speakHousekeeping(kit, rows.housekeeping(row)), clockOf(kit, index, first, scope)];
    }
    case 'looks': {
      const run = rows.looks(row);
      const first = index.items[ref(row)] as ReplayItem;
      return run === undefined
        ? []
        : [speakLooks(kit, index, run, kit.t('listSeparator')), clockOf(kit, index, first, scope)];
    }
    case 'chapter': {
      const chapter = chaptersOf(index)[ref(row)];
      return chapter === undefined ? [] : [plainText(kit, kit.masking.mask(chapterTitle(kit, index, chapter)))];
    }
    case 'item': {
      const item = index.items[ref(row)] as ReplayItem;
      return [...speakItem(kit, item, scopeInRun(index, item.run, scope), playState), clockOf(kit, index, item, scope)];
    }
  }
}

/** An item in words: what it is, what it says, what came of it. It masks the same secrets as the visible row. */
export function speakItem(
  kit: SettledKit<typeof spokenWords>,
  item: ReplayItem,
  scope: Spoken['scope'],
  playState: Spoken['playState'],
): string[] {
  // Speech masks the same secrets as the visible text.
  const { mask } = kit.masking;
  if (item.is === 'event') return speakEvent(kit, mask(item.event), scope);
  const plan = planOf(item);
  return plan === undefined ? speakCall(kit, mask(item.call), scope?.cwd, playState) : speakPlan(kit, mask(plan));
}

function clockOf({ formatters }: Kit, index: SessionIndex, item: ReplayItem, scope: Spoken['scope']): string {
  const elapsed = elapsedMs(scope?.startedAt, replayedAt(index, item));
  return elapsed === undefined ? '' : formatters.clock(elapsed);
}

function speakPhase(
  kit: SettledKit<typeof spokenWords>,
  { type, calls, activeMs, attempt, annotation }: PhaseBlock,
): string[] {
  const { t, formatters } = kit;
  return [
    t('phase.spoken', { phase: t(`phase.${type}`) }),
    attempt.number > 1 ? t('phase.retry', { n: attempt.number - 1 }) : '',
    t('call.uses', { n: calls }),
    formatters.duration(activeMs),
    plainText(kit, kit.masking.mask(annotation?.description ?? '')),
  ];
}

type Trouble = 'failed' | 'denied' | 'interrupted' | 'cancelled';

/** A call in words: the tool and its argument, what went wrong, how long it took. */
export function speakCall(
  kit: Kit,
  call: ToolCall,
  cwd: string | undefined,
  playState: 'done' | 'running' | 'ahead',
): string[] {
  const { t, formatters } = kit;
  const { server, name } = toolLabel(call.tool_name);
  const state = callState(call, playState);
  const words = [server ?? '', name, argumentText(callArgument(call), cwd)].filter((word) => word !== '');
  return [
    plainText(kit, words.join(' ')),
    ...(isTrouble(state) ? [speakTrouble(kit, call, state)] : []),
    state === 'unanswered' || state === 'running' ? t(`call.${state}`) : formatters.duration(call.duration_ms),
  ];
}

function argumentText(argument: CallArgument, cwd: string | undefined): string {
  switch (argument.kind) {
    case 'path':
      return `${relativePath(argument.path, cwd)} ${argument.lines ?? ''}`.trim();
    case 'code':
      return `${argument.text} ${argument.where ?? ''}`.trim();
    case 'words':
      return `${argument.lead ?? ''} ${argument.text}`.trim();
    case 'none':
      return '';
  }
}

function speakTrouble(kit: Kit, call: ToolCall, state: Trouble): string {
  const { t } = kit;
  const outcome = t(`outcome.${state}`);
  const reason = failureReason(call);
  switch (reason.kind) {
    case 'words': {
      const rest = withoutOutcome(reason.text, state);
      return rest === '' ? outcome : t('call.reason', { outcome, reason: plainText(kit, rest) });
    }
    case 'exit':
      return t('call.reason', { outcome, reason: t('call.exit', { code: String(reason.code) }) });
    case 'silent':
      return outcome;
  }
}
