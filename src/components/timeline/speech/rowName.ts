import { type PhaseBlock, phaseBlocks, planOf, type ReplayItem } from '../../../replay/index.ts';
import type { SettledKit } from '../../masking/useMasked.ts';
import { speakHousekeeping } from '../../notice-row/HousekeepingRow.tsx';
import { elapsedMs } from '../../shared/elapsedMs.ts';
import { type ItemScope, scopeInRun } from '../../shared/itemPlace.ts';
import type { Kit } from '../../theme/kit.ts';
import type { TimelineRows } from '../timelineRows.ts';
import { plainText } from './plainText.ts';
import { speakCall } from './speakCall.ts';
import { speakEvent, speakPlan, type spokenWords } from './speakEvent.ts';

/** Where a row stands, as its name tells it. */
export interface Spoken {
  readonly scope: ItemScope | undefined;
  readonly standing: 'done' | 'running' | 'ahead';
  readonly current: boolean;
}

/** What a row is called by assistive technology: what it is, what it says, what came of it, when it was. */
export function rowName(
  kit: SettledKit<typeof spokenWords>,
  rows: TimelineRows,
  row: number,
  { scope, standing, current }: Spoken,
): string {
  const { t } = kit;
  const parts = [...partsOf(kit, rows, row, scope, standing), ...(current ? [t('timeline.current')] : [])];
  return parts.filter((part) => part !== '').join(t('listSeparator'));
}

function partsOf(
  kit: SettledKit<typeof spokenWords>,
  rows: TimelineRows,
  row: number,
  scope: Spoken['scope'],
  standing: Spoken['standing'],
): string[] {
  const { index, kind, ref } = rows;
  switch (kind(row)) {
    case 'idle': {
      const gap = index.axes.squeezed.gaps[ref(row)];
      return gap === undefined ? [] : [kit.t('idle', { duration: kit.formatters.duration(gap.end - gap.start) })];
    }
    case 'phase':
      return speakPhase(kit, phaseBlocks(index)[ref(row)] as PhaseBlock);
    case 'housekeeping': {
      const first = index.items[ref(row)] as ReplayItem;
      return [speakHousekeeping(kit, rows.housekeeping(row)), clockOf(kit, first, scope)];
    }
    case 'item': {
      const item = index.items[ref(row)] as ReplayItem;
      return [...speakItem(kit, item, scopeInRun(index, item.run, scope), standing), clockOf(kit, item, scope)];
    }
  }
}

function speakItem(
  kit: SettledKit<typeof spokenWords>,
  item: ReplayItem,
  scope: Spoken['scope'],
  standing: Spoken['standing'],
): string[] {
  // What is said is as little secret as what is seen.
  const { mask } = kit.masking;
  if (item.is === 'event') return speakEvent(kit, mask(item.event), scope);
  const plan = planOf(item);
  return plan === undefined ? speakCall(kit, mask(item.call), scope?.cwd, standing) : speakPlan(kit, mask(plan));
}

function clockOf({ formatters }: Kit, item: ReplayItem, scope: Spoken['scope']): string {
  const elapsed = elapsedMs(scope?.startedAt, item.is === 'call' ? item.call.started_at : item.event.at);
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
