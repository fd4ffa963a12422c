'use client';
import { type CSSProperties, type ReactElement, useContext, useMemo } from 'react';
import { List, type RowComponentProps } from 'react-window';
import type { ChangeHunk, FileChange } from '../../session/facts/fileChanges.ts';
import { detailWords } from '../language/english/detail.ts';
import type { CodeLines } from '../shared/code/codePart.ts';
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

/** Colours the lines of hunks. A line with a mask stays uncoloured, because colours would split the mask. */
function colouredHunks(hunks: readonly ChangeHunk[], before: CodeLines, after: CodeLines): readonly ChangeHunk[] {
  let old = 0;
  let now = 0;
  return hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line): DiffSide => {
      const code = line.sign === '-' ? before[old] : after[now];
      if (line.sign !== '+') old += 1;
      if (line.sign !== '-') now += 1;
      return textParts(line.text).every(({ kind }) => kind === 'text') ? { ...line, code } : line;
    }),
  }));
}

/** The hunks of a change, coloured by the language of their file once that has loaded; each side is read as a whole. */
function useColouredHunks({ path, movedTo, hunks }: FileChange): readonly ChangeHunk[] {
  const grammar = grammarOfPath(movedTo ?? path);
  const [old, now] = useMemo(() => [sideOf(hunks, '+'), sideOf(hunks, '-')], [hunks]);
  const before = useCodeLines(old, grammar);
  const after = useCodeLines(now, grammar);
  return useMemo(() => {
    if ((before === undefined && old !== '') || (after === undefined && now !== '')) return hunks;
    return colouredHunks(hunks, before ?? [], after ?? []);
  }, [hunks, old, now, before, after]);
}

/** The kit's own drawing of a change: immediate, also on a server, of any length; without comparing words. */
export function LightDiff({ change, layout }: LightDiffProps): ReactElement {
  const { t } = useKit(detailWords);
  const hunks = useColouredHunks(change);
  const rows = useMemo(() => (layout === 'split' ? splitRows(hunks) : unifiedRows(hunks)), [hunks, layout]);
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
  const height = { ...numberColumn(change), '--ark-diff-rows': `${rows.length * rowPx}px` } as CSSProperties;
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
      overscanCount={8}
      rowProps={{ rows }}
    />
  );
}
