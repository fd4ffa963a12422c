import {
  chapterOfItems,
  chaptersOf,
  type EventItem,
  phaseBlocks,
  planOf,
  type ReplayItem,
  type ReplayState,
  type SessionIndex,
} from '../../replay/index.ts';
import { finish, memoize } from '../../replay/internal.ts';
import { failureText } from '../../session/facts/callTexts.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../session/index.ts';
import { clippedLines, foldsToLines, seenLines } from '../../session/text/lines.ts';
import { isAside, isTask } from '../message-card/MessageCard.tsx';
import { callState } from '../shared/call/callFacts.ts';
import { callRowHeight, fullExcerptPx } from '../shared/call/outputExcerpt.ts';
import { lineOf, rowSizes, rowSizesAt, textSizes } from '../theme/rowSizes.ts';
import { headings, triggersOf } from './rowFacts.ts';
import { type TimelineRows, timelineRows } from './timelineRows.ts';

const { metaLinePx, codeLinePx, proseLinePx, gapPx, smallGapPx, largeGapPx, measureCh } = textSizes;
const { authorGapPx, attachmentPx, asideLinePx, listIndentPx, codeEndPx, codeBorderPx, codeCopyPx } = textSizes;

/** Average advance in pixels of a letter in the kit's type, of a letter in code, and of an ideograph; and that of the digit 0. */
const letterPx = 6.9;
const codeLetterPx = 7.2;
const ideographPx = 14;
const zeroPx = 8.85;
/** Maximum width of a line of prose, in pixels. */
const measurePx = Math.round(measureCh * zeroPx);
/** Height of a block of code without its lines, half of it above them; and what is at their left and right. */
const codeEndsPx = 2 * (codeEndPx + codeBorderPx);
const codeSidesPx = largeGapPx + codeCopyPx + 2 * codeBorderPx;
/** Height of the button below a clipped text, with the gap above it. */
const moreButtonPx = metaLinePx + gapPx;

/** Number of characters sampled from a text to determine its script. */
const samples = 12;

function averageLetterPx(text: string): number {
  const step = Math.max(1, Math.floor(text.length / samples));
  let wide = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at += step) {
    const code = text.charCodeAt(at);
    if (code >= 0x2e80 && code < 0xfb00) wide += 1;
    seen += 1;
  }
  return seen === 0 ? letterPx : letterPx + (ideographPx - letterPx) * (wide / seen);
}

/** Whether a line opens its own block: a heading, a list item, a quotation, a table row. */
const opensBlock = /^\s{0,3}(?:[-*+>|#]|\d{1,3}[.)])/;

/**
 * Estimated height in pixels of a text set as prose of a given width, without drawing it. It goes from line break to line break, without
 * reading the lines.
 */
function proseHeight(text: string, widthPx: number): number {
  const room = Math.max(80, Math.min(widthPx, measurePx));
  const average = averageLetterPx(text);
  let height = 0;
  let lines = 0;
  let code = false;
  let parted = true;
  for (let from = 0; from <= text.length && lines < clippedLines.from; ) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    const length = end - from;
    lines += 1;
    if (text.startsWith('```', from)) {
      code = !code;
      height += code ? gapPx + codeEndsPx / 2 : codeEndsPx / 2;
    } else if (code) {
      height += codeLinePx * Math.max(1, Math.ceil((length * codeLetterPx) / (room - codeSidesPx)));
    } else if (length === 0 || text.charCodeAt(from) === 13) {
      if (!parted) height += gapPx;
      parted = true;
    } else {
      const indent = opensBlock.test(text.slice(from, from + 8)) ? listIndentPx : 0;
      height += proseLinePx * Math.max(1, Math.ceil((length * average * 1.04) / (room - indent)));
      parted = false;
    }
    if (found === -1) break;
    from = end + 1;
  }
  const clipped = lines >= clippedLines.from;
  const shown = clipped ? (height * clippedLines.to) / clippedLines.from + moreButtonPx : height;
  return Math.max(proseLinePx, Math.round(parted && height > proseLinePx && !clipped ? shown - gapPx : shown));
}

/** Room above and below a message, and the height of its author. */
const messageEndsPx = 2 * gapPx;
const authorPx = metaLinePx + authorGapPx;
const attachmentsPx = attachmentPx + gapPx;
const checklistItemPx = proseLinePx;
const belowPx = gapPx;
/** Height of the visible part of a task, and of the button that shows the rest. */
const foldedTextPx = seenLines * proseLinePx;
const buttonPx = 22 + smallGapPx;
/** Length in characters from which an output is taken to have an excerpt of the full height. */
const longOutput = 2000;

/** Width for prose in a row: all but gutter, time, icon and the end. */
function proseWidth(widthPx: number): number {
  const { gutterPx, timePx, iconPx, endPx } = rowSizesAt(widthPx);
  return widthPx - gutterPx - timePx - iconPx - endPx;
}

/** Width for a text that stands below its row, with a line at its left. */
function asideWidth(widthPx: number): number {
  return proseWidth(widthPx) - asideLinePx - largeGapPx;
}

function callHeight(call: ToolCall, widthPx: number, depth: number, line: number): number {
  if (callState(call) !== 'failed' || toolFamily(call.tool_name) !== 'terminal') return line;
  return failureText(call).length < longOutput ? callRowHeight(call, widthPx, depth) : line + fullExcerptPx;
}

function eventHeight({ event, depth }: EventItem, widthPx: number, line: number, open: boolean): number {
  switch (event.type) {
    case 'message':
      if (isAside(event)) return open ? line + belowPx + proseHeight(event.text, asideWidth(widthPx)) : line;
      if (isTask(event, depth) && foldsToLines(event.text)) {
        return (
          messageEndsPx + authorPx + buttonPx + (open ? proseHeight(event.text, proseWidth(widthPx)) : foldedTextPx)
        );
      }
      return (
        messageEndsPx +
        authorPx +
        (event.text === '' ? 0 : proseHeight(event.text, proseWidth(widthPx))) +
        (event.attachments === undefined ? 0 : attachmentsPx)
      );
    case 'thinking':
      return open && event.text ? line + belowPx + proseHeight(event.text, asideWidth(widthPx)) : line;
    case 'review':
      return open && event.feedback ? line + belowPx + proseHeight(event.feedback, asideWidth(widthPx)) : line;
    case 'notice':
      return open ? line + belowPx + proseHeight(event.text, asideWidth(widthPx)) : line;
    case 'plan':
    case 'usage':
    case 'unknown':
      return line;
  }
}

/** Height in pixels of the row of an item: exact for calls and notes, a good guess for prose. */
function itemHeight(item: ReplayItem, widthPx: number, open: boolean): number {
  const line = lineOf(rowSizesAt(widthPx), item.depth);
  const plan = planOf(item);
  if (plan !== undefined) return open ? line + plan.items.length * checklistItemPx + belowPx : line;
  return item.is === 'call' ? callHeight(item.call, widthPx, item.depth, line) : eventHeight(item, widthPx, line, open);
}

/**
 * Heights of all rows before any of them is drawn, in pixels. Only items that may be taller than one line are looked at: to look at each of
 * a hundred thousand calls takes longer than drawing a page of them. The result for the same rows is remembered for the last two widths; the caller gets
 * a copy that it may change.
 */
export function rowHeights(rows: TimelineRows, expanded: ReadonlySet<string>, widthPx: number): Float64Array {
  const { newLine } = rows;
  return newLine === undefined
    ? heightsOf(rows, expanded, widthPx).slice()
    : withLine(heightsOf(newLine.without, expanded, widthPx), newLine.row);
}

/** The remembered heights; must not be changed. */
function heightsOf(rows: TimelineRows, expanded: ReadonlySet<string>, widthPx: number): Float64Array {
  return heightsByWidth(rows, expanded).get(widthPx) ?? finish(heightSteps(rows, expanded, widthPx));
}

function withLine(heights: Float64Array, row: number): Float64Array {
  const all = new Float64Array(heights.length + 1);
  all.set(heights.subarray(0, row));
  all[row] = rowSizes.newLinePx;
  all.set(heights.subarray(row), row + 1);
  return all;
}

/** Computes what {@link rowHeights} gives, step by step; the result must not be changed. */
function* heightSteps(
  rows: TimelineRows,
  expanded: ReadonlySet<string>,
  widthPx: number,
): Generator<undefined, Float64Array> {
  const byWidth = heightsByWidth(rows, expanded);
  const known = byWidth.get(widthPx) ?? (yield* measureAll(rows, expanded, widthPx));
  byWidth.delete(widthPx);
  byWidth.set(widthPx, known);
  for (const oldest of [...byWidth.keys()].slice(0, -widthsKept)) byWidth.delete(oldest);
  return known;
}

/** A list that makes room for something beside it has a width before and one after; dragging an edge produces many. */
const widthsKept = 2;

const heightsByWidth = memoize(
  (_rows: TimelineRows, _expanded: ReadonlySet<string>) => new Map<number, Float64Array>(),
);

function* measureAll(
  rows: TimelineRows,
  expanded: ReadonlySet<string>,
  widthPx: number,
): Generator<undefined, Float64Array> {
  const { index, ranges, others } = rows;
  const { linePx, innerLinePx } = rowSizesAt(widthPx);
  const heights = new Float64Array(rows.count).fill(linePx);
  for (const { row, block } of ranges) if (block >= 0) heights[row] = rowSizes.phaseLinePx;
  const setHeight = (at: number, px: number): void => {
    const row = rows.rowOfItem(at);
    if (row >= 0 && rows.kind(row) === 'item' && rows.ref(row) === at) heights[row] = px;
  };

  if (innerLinePx !== linePx) {
    for (const { depth, items } of index.runs) {
      if (depth > 0) for (const at of items) setHeight(at, innerLinePx);
    }
    for (const row of others) {
      if (
        (rows.kind(row) === 'housekeeping' || rows.kind(row) === 'looks') &&
        (index.items[rows.ref(row)]?.depth ?? 0) > 0
      )
        heights[row] = innerLinePx;
    }
  }
  yield;
  for (const [at, px] of yield* foldedHeights(index, widthPx)) setHeight(at, px);
  yield;
  for (const row of rows.condensedRows)
    if (rows.kind(row) !== 'phase') heights[row] = condensedHeight(rows, row, widthPx, heights[row]);
  for (const id of expanded) {
    const item = index.itemById(id);
    if (item !== undefined) setHeight(item.index, itemHeight(item, widthPx, true));
  }
  return heights;
}

/** Summary below a prompt: one line for the outcome, the files, the failures. */
const workPx = 64;

/** Height in pixels of the prompt or answer of a condensed chapter: three lines of text, and the summary. */
function condensedHeight(rows: TimelineRows, row: number, widthPx: number, whole = 0): number {
  const work = rows.chapterAt(row) === undefined ? 0 : workPx;
  if (rows.kind(row) === 'chapter') return rowSizesAt(widthPx).linePx + work;
  return Math.min(whole, messageEndsPx + authorPx + buttonPx + foldedTextPx) + work;
}

/** Texts looked through between two pauses. */
const textsPerStep = 256;

const foldedByWidth = memoize((_index: SessionIndex) => new Map<number, ReadonlyMap<number, number>>());

/** Heights of the items that may be taller than one line while folded. Folds and filters do not change them. */
function* foldedHeights(index: SessionIndex, widthPx: number): Generator<undefined, ReadonlyMap<number, number>> {
  const byWidth = foldedByWidth(index);
  const known = byWidth.get(widthPx);
  if (known !== undefined) return known;
  const found = new Map<number, number>();
  for (const list of [index.landmarks.message, index.landmarks.error]) {
    for (const [n, at] of list.entries()) {
      if (n % textsPerStep === textsPerStep - 1) yield;
      found.set(at, itemHeight(index.items[at] as ReplayItem, widthPx, false));
    }
  }
  byWidth.clear();
  byWidth.set(widthPx, found);
  return found;
}

/** Computes, step by step, what a timeline of this width in pixels will ask of a session. */
export function* prepareTimeline(
  { index, filters, expanded }: ReplayState,
  widthPx: number | undefined,
): Generator<undefined, void> {
  yield* phaseBlocks.steps(index);
  yield* chaptersOf.steps(index);
  chapterOfItems(index);
  yield;
  const rows = yield* timelineRows.steps(index, filters, expanded);
  yield;
  headings(rows);
  yield;
  triggersOf(index);
  yield;
  if (widthPx !== undefined) yield* heightSteps(rows, expanded, widthPx);
}
