'use client';
import { type CSSProperties, type ReactElement, useContext, useEffect, useMemo, useState } from 'react';
import { List, type RowComponentProps } from 'react-window';
import type { ChangeHunk, FileChange } from '../../session/facts/fileChanges.ts';
import { detailWords } from '../language/english/detail.ts';
import type { CodeLines, CodePart } from '../shared/code/codePart.ts';
import { grammarOfPath } from '../shared/code/grammars.ts';
import { useCodeLines } from '../shared/code/useCodeLines.ts';
import { inPlace } from '../shared/inPlace.ts';
import { textParts } from '../shared/text/textParts.ts';
import { useKit } from '../theme/useKit.ts';
import { DiffRow, LineChoiceContext } from './DiffRow.tsx';
import type { DiffLayout, DiffRowData, DiffSide } from './diffRows.ts';
import { splitRows, unifiedRows } from './diffRows.ts';

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

interface RowData {
  rows: readonly DiffRowData[];
}

function ListRow({ index, style, ariaAttributes, rows }: RowComponentProps<RowData>): ReactElement | null {
  const row = rows[index];
  if (row === undefined) return null;
  return (
    <div {...ariaAttributes} style={style} className="ark-diff__row">
      <DiffRow row={row} />
    </div>
  );
}

/** Room for the digits of the largest line number. */
function numberColumn({ hunks }: FileChange): CSSProperties {
  const last = hunks.at(-1);
  const largest = Math.max(last?.oldStart ?? 0, last?.newStart ?? 0) + (last?.lines.length ?? 0);
  return { '--ark-diff-number': `${Math.max(4, String(largest).length)}ch` } as CSSProperties;
}

/** The lines of one side of a change, as one text. */
function sideOf(hunks: readonly ChangeHunk[], without: '+' | '-'): string {
  return hunks.flatMap(({ lines }) => lines.flatMap(({ sign, text }) => (sign === without ? [] : [text]))).join('\n');
}

/** Colours of lines, by text. */
type LineColours = Map<string, readonly CodePart[]>;

/** The rows drawn last, and which of them were in sight. */
interface RowsInSight {
  rows: readonly DiffRowData[];
  first: number;
  last: number;
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
function recolouredHunks(hunks: readonly ChangeHunk[], { rows, first, last }: RowsInSight): readonly ChangeHunk[] {
  const known: LineColours = new Map();
  for (const row of rows.slice(first, last + 1)) {
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
function useColouredHunks({ path, movedTo, hunks }: FileChange, inSight: RowsInSight): readonly ChangeHunk[] {
  const grammar = grammarOfPath(movedTo ?? path);
  const [known] = useState((): LineColours => new Map());
  const [old, now] = useMemo(() => [sideOf(hunks, '+'), sideOf(hunks, '-')], [hunks]);
  const before = useCodeLines(old, grammar);
  const after = useCodeLines(now, grammar);
  return useMemo(() => {
    if ((before === undefined && old !== '') || (after === undefined && now !== ''))
      return recolouredHunks(hunks, inSight);
    return colouredHunks(hunks, { before: before ?? [], after: after ?? [] }, known);
  }, [hunks, old, now, before, after, known, inSight]);
}

/** The kit's own drawing of a change: immediate, also on a server, of any length; without comparing words. */
export function LightDiff({ change, layout }: LightDiffProps): ReactElement {
  const { t } = useKit(detailWords);
  const [inSight] = useState((): RowsInSight => ({ rows: [], first: 0, last: Number.POSITIVE_INFINITY }));
  const hunks = useColouredHunks(change, inSight);
  const rows = useMemo(() => (layout === 'split' ? splitRows(hunks) : unifiedRows(hunks)), [hunks, layout]);
  useEffect(() => {
    inSight.rows = rows;
  }, [inSight, rows]);
  const look = {
    className: 'ark-diff ark-mono',
    'data-layout': layout,
    'data-numbered': hunks.some(({ newStart }) => newStart !== undefined) ? '' : undefined,
    translate: 'no' as const,
  };
  const isScrubbed = useContext(LineChoiceContext) !== undefined;
  if (rows.length <= (isScrubbed ? drawnWhileScrubbed : drawnAtOnce)) {
    return (
      <div {...look} style={numberColumn(change)}>
        {inPlace(rows, (row) => (
          <DiffRow row={row} />
        ))}
      </div>
    );
  }
  // Not as a property of its own for the style sheet: every row would inherit it, and be styled anew at each frame of a scrub.
  const height = { ...numberColumn(change), height: `min(${rows.length * rowPx}px, var(--ark-diff-height, 480px))` };
  return (
    <List
      {...look}
      data-list=""
      style={height}
      aria-label={t('detail.changes')}
      tabIndex={0}
      defaultHeight={480}
      rowComponent={ListRow}
      rowCount={rows.length}
      rowHeight={rowPx}
      overscanCount={isScrubbed ? 3 : 8}
      onRowsRendered={(_, { startIndex, stopIndex }) => Object.assign(inSight, { first: startIndex, last: stopIndex })}
      rowProps={{ rows }}
    />
  );
}
