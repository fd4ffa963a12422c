import { type CSSProperties, type ReactElement, useContext, useEffect, useMemo, useState } from 'react';
import type { ChangeHunk, FileChange } from '../../session/facts/fileChanges.ts';
import { useRowsInView } from '../hooks/useRowsInView.ts';
import { detailWords } from '../language/english/detail.ts';
import type { CodeLines, CodePart } from '../shared/code/codePart.ts';
import { grammarOfPath } from '../shared/code/grammars.ts';
import { mostCodeLines, useCodeLines } from '../shared/code/useCodeLines.ts';
import { inPlace } from '../shared/inPlace.ts';
import { textParts } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { DiffRow, LineChoiceContext, longestLine } from './DiffRow.tsx';
import type { DiffLayout, DiffRowData, DiffSide } from './diffRows.ts';
import { DiffRows, type RowSlot, rowNames, slotsFor } from './diffRows.ts';

/** Props of {@link LightDiff}. */
export interface LightDiffProps {
  change: FileChange;
  layout: DiffLayout;
}

/** A diff of more rows than this is a list that draws only the visible ones. */
const drawnAtOnce = 400;
/** The same where lines can be chosen: such a diff changes with the playhead, at every frame of a scrub. */
const drawnWhileScrubbed = 120;
/** Height of a row, in pixels: `--ark-leading-code`. */
const rowPx = 18;

/** Number of digits of the largest line number. */
function numberDigits({ hunks }: FileChange): number {
  const last = hunks.at(-1);
  const largest = Math.max(last?.oldStart ?? 0, last?.newStart ?? 0) + (last?.lines.length ?? 0);
  return Math.max(4, String(largest).length);
}

/** The largest value so far. */
function useLargest(value: number): number {
  const [largest, setLargest] = useState(value);
  if (value > largest) setLargest(value);
  return Math.max(value, largest);
}

/** Digits that line numbers have room for. While a change is scrubbed they never become fewer: every row would be styled again. */
function useNumberDigits(change: FileChange, isScrubbed: boolean): number {
  const digits = numberDigits(change);
  const largest = useLargest(digits);
  return isScrubbed ? largest : digits;
}

function sidesOf(row: DiffRowData): readonly (DiffSide | undefined)[] {
  return row.kind === 'pair' ? [row.left, row.right] : row.kind === 'line' ? [row] : [];
}

/** Columns that a line takes in a font of one width, of what is drawn of it: a tab takes up to four, a letter of East Asian scripts two. */
function columnsOf(text: string): number {
  let columns = 0;
  for (let at = 0; at < Math.min(text.length, longestLine); at += 1) {
    const code = text.charCodeAt(at);
    columns += code === 9 ? 4 - (columns % 4) : code < 0x1100 ? 1 : 2;
  }
  return columns;
}

/** Columns of the longest line seen so far. Only lines in sight count, because thousands change in one frame of a scrub. */
function useLongestSeen(rows: readonly DiffRowData[]): number {
  const widths = rows.flatMap(sidesOf).map((side) => columnsOf(side?.text ?? ''));
  return useLargest(Math.max(0, ...widths));
}

/** Width of a list in which the end of its longest line can be scrolled into sight: beside it stand numbers and signs, in a split list twice. */
function widthOfList(layout: DiffLayout, digits: number, columns: number): string {
  return layout === 'split'
    ? `calc(100% + max(0px, ${columns + digits + 1}ch + 33px - 50%))`
    : `max(100%, ${columns + 2 * digits + 1}ch + 40px)`;
}

/** The lines of one side of a change, as one text. */
function sideOf(hunks: readonly ChangeHunk[], without: '+' | '-'): string {
  return hunks.flatMap(({ lines }) => lines.flatMap(({ sign, text }) => (sign === without ? [] : [text]))).join('\n');
}

/** Colours of lines, by text. */
type LineColours = Map<string, readonly CodePart[]>;

/** The rows drawn last. */
interface Drawn {
  rows: readonly DiffRowData[];
  slots: readonly RowSlot[];
}

function areSameParts(one: readonly CodePart[], other: readonly CodePart[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ text, kind }, at) => other[at]?.text === text && other[at].kind === kind)
  );
}

/** Colours the lines of hunks. A line with a mask stays uncoloured, because colours would split the mask. */
function colouredHunks(
  hunks: readonly ChangeHunk[],
  { before, after }: { readonly before: CodeLines; readonly after: CodeLines },
  known: LineColours,
): readonly ChangeHunk[] {
  const earlier = new Map(known);
  known.clear();
  let old = 0;
  let now = 0;
  return hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line): DiffSide => {
      const read = line.sign === '-' ? before[old] : after[now];
      if (line.sign !== '+') old += 1;
      if (line.sign !== '-') now += 1;
      if (read === undefined || !textParts(line.text).every(({ kind }) => kind === 'text')) return line;
      const same = earlier.get(line.text);
      const code = same !== undefined && areSameParts(same, read) ? same : read;
      known.set(line.text, code);
      return { ...line, code };
    }),
  }));
}

/**
 * Gives lines the colours that the same text has in sight. Lines that come into sight are plain until the change is read: a jump would
 * otherwise put thousands of coloured pieces into one frame.
 */
function recolouredHunks(hunks: readonly ChangeHunk[], { rows }: Drawn): readonly ChangeHunk[] {
  const known: LineColours = new Map();
  for (const side of rows.flatMap(sidesOf)) if (side?.code !== undefined) known.set(side.text, side.code);
  if (known.size === 0) return hunks;
  return hunks.map((hunk) => {
    const lines = hunk.lines.map((line): DiffSide => {
      const code = known.get(line.text);
      return code === undefined ? line : { ...line, code };
    });
    return lines.every((line, at) => line === hunk.lines[at]) ? hunk : { ...hunk, lines };
  });
}

/**
 * The hunks of a change, coloured by the language of their file once that has loaded; each side is read as a whole. Until a change is read,
 * its lines keep the colours that they have in sight.
 */
function useColouredHunks({ path, movedTo, hunks }: FileChange, drawn: Drawn): readonly ChangeHunk[] {
  const grammar = grammarOfPath(movedTo ?? path);
  const [known] = useState((): LineColours => new Map());
  const isShort = hunks.reduce((count, { lines }) => count + lines.length, 0) <= 2 * mostCodeLines;
  const [old, now] = useMemo(() => (isShort ? [sideOf(hunks, '+'), sideOf(hunks, '-')] : ['', '']), [hunks, isShort]);
  const before = useCodeLines(old, grammar);
  const after = useCodeLines(now, grammar);
  return useMemo(() => {
    if (!isShort || (before === undefined && old !== '') || (after === undefined && now !== ''))
      return recolouredHunks(hunks, drawn);
    return colouredHunks(hunks, { before: before ?? [], after: after ?? [] }, known);
  }, [hunks, isShort, old, now, before, after, known, drawn]);
}

/** The kit's own drawing of a change: immediate, also on a server, of any length; without comparing words. */
export function LightDiff({ change, layout }: LightDiffProps): ReactElement {
  const { t } = useKit(detailWords);
  const [last] = useState((): Drawn => ({ rows: [], slots: [] }));
  const hunks = useColouredHunks(change, last);
  const all = useMemo(() => new DiffRows(hunks, layout), [hunks, layout]);
  const isScrubbed = useContext(LineChoiceContext) !== undefined;
  const isList = all.count > (isScrubbed ? drawnWhileScrubbed : drawnAtOnce);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const view = useRowsInView(isList ? element : null, placesOf(all.count), {
    onScroll: () => shiftLines(element),
  });
  const from = isList ? view.first : 0;
  const to = isList ? view.last : all.count - 1;
  const rows = Array.from({ length: to - from + 1 }, (_, n) => all.at(from + n) as DiffRowData);
  const nameRows = (): string[] => rowNames((at) => all.at(at), from, to);
  const slots = isList || isScrubbed ? slotsFor(nameRows(), last.slots) : [];
  useEffect(() => {
    Object.assign(last, { rows, slots });
  });
  const look = {
    ref: setElement,
    className: 'ark-diff ark-mono',
    'data-layout': layout,
    'data-numbered': hunks.some(({ newStart }) => newStart !== undefined) ? '' : undefined,
    translate: 'no' as const,
  };
  const longest = useLongestSeen(isList ? rows : []);
  const digits = useNumberDigits(change, isScrubbed);
  const column = { '--ark-diff-number': `${digits}ch` } as CSSProperties;
  if (!isList) {
    return (
      <div {...look} style={column}>
        {isScrubbed
          ? rows.map((row, n) => (
              <div key={slots[n]?.key} className="ark-diff__still">
                <DiffRow row={row} />
              </div>
            ))
          : inPlace(rows, (row) => <DiffRow row={row} />)}
      </div>
    );
  }
  const px = all.count * rowPx;
  // Not as a property of its own for the style sheet: every row would inherit it, and be styled again at each frame of a scrub.
  const height = { ...column, height: `min(${px}px, var(--ark-diff-height, 480px))` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: its rows are drawn in place, without the looks of a list
    <div {...look} data-list="" style={height} role="list" aria-label={t('detail.changes')} tabIndex={0}>
      <div className="ark-diff__window">
        {rows.map((row, n) => (
          <div key={slots[n]?.key} {...listPosition(from + n, all.count)}>
            <DiffRow row={row} />
          </div>
        ))}
      </div>
      <div style={{ height: px, width: widthOfList(layout, digits, longest) }} aria-hidden="true" />
    </div>
  );
}

function placesOf(count: number): Parameters<typeof useRowsInView>[1] {
  return { count, rowAt: (y) => Math.min(count - 1, Math.max(0, Math.floor(y / rowPx))) };
}

const shiftProperty = '--ark-diff-shift';

/** Rows stay where they are when a list is scrolled sideways, with numbers and signs in sight; their texts go along. */
function shiftLines(list: HTMLElement | null): void {
  const style = list?.style;
  const shift = `${list?.scrollLeft ?? 0}px`;
  if ((style?.getPropertyValue(shiftProperty) || '0px') !== shift) style?.setProperty(shiftProperty, shift);
}

/** A row of a list is moved rather than laid out again when others come before it. */
function listPosition(at: number, count: number) {
  return {
    role: 'listitem',
    className: 'ark-diff__row',
    'aria-posinset': at + 1,
    'aria-setsize': count,
    style: { transform: `translateY(${at * rowPx}px)` },
  };
}
