'use client';
import { type CSSProperties, type ReactElement, useContext, useEffect, useMemo, useState } from 'react';
import type { ChangeHunk, FileChange } from '../../session/facts/fileChanges.ts';
import { useRowsInView } from '../hooks/useRowsInView.ts';
import { detailWords } from '../language/english/detail.ts';
import type { CodeLines, CodePart } from '../shared/code/codePart.ts';
import { grammarOfPath } from '../shared/code/grammars.ts';
import { useCodeLines } from '../shared/code/useCodeLines.ts';
import { inPlace } from '../shared/inPlace.ts';
import { textParts } from '../shared/text/textParts.ts';
import { useKit } from '../theme/useKit.ts';
import { DiffRow, LineChoiceContext } from './DiffRow.tsx';
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

/** Room for the line numbers. While a change is scrubbed it never shrinks: every row would be styled anew. */
function useNumberColumn(change: FileChange, isScrubbed: boolean): CSSProperties {
  const digits = numberDigits(change);
  const [most, setMost] = useState(digits);
  if (digits > most) setMost(digits);
  return { '--ark-diff-number': `${isScrubbed ? Math.max(digits, most) : digits}ch` } as CSSProperties;
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
  for (const row of rows) {
    const sides = row.kind === 'pair' ? [row.left, row.right] : row.kind === 'line' ? [row] : [];
    for (const side of sides) if (side?.code !== undefined) known.set(side.text, side.code);
  }
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
  const [old, now] = useMemo(() => [sideOf(hunks, '+'), sideOf(hunks, '-')], [hunks]);
  const before = useCodeLines(old, grammar);
  const after = useCodeLines(now, grammar);
  return useMemo(() => {
    if ((before === undefined && old !== '') || (after === undefined && now !== ''))
      return recolouredHunks(hunks, drawn);
    return colouredHunks(hunks, { before: before ?? [], after: after ?? [] }, known);
  }, [hunks, old, now, before, after, known, drawn]);
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
  const view = useRowsInView(isList ? element : null, placesOf(all.count));
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
  const column = useNumberColumn(change, isScrubbed);
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
  // Not as a property of its own for the style sheet: every row would inherit it, and be styled anew at each frame of a scrub.
  const height = { ...column, height: `min(${px}px, var(--ark-diff-height, 480px))` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: its rows are drawn in place, without the looks of a list
    <div {...look} data-list="" style={height} role="list" aria-label={t('detail.changes')} tabIndex={0}>
      {rows.map((row, n) => (
        <div key={slots[n]?.key} {...placeInList(from + n, all.count)}>
          <DiffRow row={row} />
        </div>
      ))}
      <div style={{ height: px }} aria-hidden="true" />
    </div>
  );
}

function placesOf(count: number): Parameters<typeof useRowsInView>[1] {
  return { count, rowAt: (y) => Math.min(count - 1, Math.max(0, Math.floor(y / rowPx))) };
}

/** A row of a list is moved rather than laid out anew when others come before it. */
function placeInList(at: number, count: number) {
  return {
    role: 'listitem',
    className: 'ark-diff__row',
    'aria-posinset': at + 1,
    'aria-setsize': count,
    style: { transform: `translateY(${at * rowPx}px)` },
  };
}
