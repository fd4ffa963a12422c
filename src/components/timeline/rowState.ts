import {
  chaptersOf,
  isRunning,
  type PhaseBlock,
  type Position,
  phaseBlocks,
  planOf,
  type ReplayItem,
} from '../../replay/index.ts';
import { foldsToLines } from '../../session/text/lines.ts';
import { isAside, isTask } from '../message-card/MessageCard.tsx';
import { noticeText } from '../notice-row/NoticeRow.tsx';
import { hasPhaseDetails } from '../phase-block/PhaseBlock.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { foldOfRow, triggersOf } from './rowIdentity.ts';
import type { TimelineRows } from './timelineRows.ts';

/**
 * Whether a row unfolds: into the rows of a chapter or a phase, the run of a subagent, a run of housekeeping, the items of a checklist, or
 * the rest of its text.
 */
export function isFoldable(rows: TimelineRows, row: number, scope?: ItemScope): boolean {
  const { index, kind, ref } = rows;
  if (foldOfRow(rows, row) !== undefined) return true;
  switch (kind(row)) {
    case 'idle':
      return false;
    case 'phase':
      return hasPhaseDetails(phaseBlocks(index)[ref(row)] as PhaseBlock);
    case 'housekeeping':
    case 'looks':
    case 'chapter':
      return true;
    case 'item':
      return isFoldableItem(rows, index.items[ref(row)] as ReplayItem, scope);
  }
}

function isFoldableItem({ index }: TimelineRows, item: ReplayItem, scope: ItemScope | undefined): boolean {
  if (planOf(item) !== undefined) return true;
  if (item.is === 'call') return triggersOf(index).has(item.id);
  const { event } = item;
  switch (event.type) {
    case 'message':
      return isAside(event) || (isTask(event, item.depth, scope) && foldsToLines(event.text));
    case 'thinking':
      return event.omitted !== true && event.text !== undefined && event.text !== '';
    case 'notice':
      return noticeText(event).whole !== undefined;
    case 'review':
      return event.feedback !== '';
    case 'plan':
    case 'unknown':
      return true;
    case 'usage':
      return false;
  }
}

/** Whether a row lies before, at or after the playhead; without a playhead every row is done. */
export function playStateOf(
  { index, kind, ref }: TimelineRows,
  row: number,
  position: Position | undefined,
): 'done' | 'running' | 'ahead' {
  if (position === undefined) return 'done';
  const at = ref(row);
  switch (kind(row)) {
    case 'phase':
      return (phaseBlocks(index)[at] as PhaseBlock).head <= position.item ? 'done' : 'ahead';
    case 'idle':
      return (index.axes.squeezed.gaps[at]?.start ?? 0) < position.at ? 'done' : 'ahead';
    case 'housekeeping':
    case 'looks':
      return at > position.item ? 'ahead' : 'done';
    case 'chapter':
      return (chaptersOf(index)[at]?.first ?? 0) > position.item ? 'ahead' : 'done';
    case 'item':
      if (at > position.item) return 'ahead';
      return isRunning(index, at, position) ? 'running' : 'done';
  }
}
