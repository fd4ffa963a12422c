'use client';
import { type CSSProperties, type ReactElement, useEffect, useMemo } from 'react';
import { List, type RowComponentProps, useListRef } from 'react-window';
import { useKit } from '../theme/useKit.ts';
import type { FoundRange } from './cutLine.ts';
import { foundInLine } from './foundInLine.ts';
import { layoutRows, type RowLayout } from './layoutRows.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { TerminalRow } from './TerminalRow.tsx';
import { useColumns } from './useColumns.ts';
import type { Terminal } from './useTerminal.ts';

/** Props of {@link VirtualLines}. */
export interface VirtualLinesProps {
  terminal: Terminal;
  lines: readonly TerminalLine[];
  cwd: string | undefined;
  label: string;
}

/** Height of a row, in pixels: `--ark-leading-code`. */
const rowPx = 18;

interface RowData {
  lines: readonly TerminalLine[];
  layout: RowLayout;
  foundIn: (line: number) => readonly FoundRange[];
  wrap: boolean;
  cwd: string | undefined;
}

/** Without wrapping, this many characters of a line; with it, all of them. */
const longestLine = 4000;

function VirtualRow({
  index,
  style,
  ariaAttributes,
  lines,
  layout,
  foundIn,
  wrap,
  cwd,
}: RowComponentProps<RowData>): ReactElement | null {
  const { t } = useKit();
  const { line: at, part } = layout.lineAt(index);
  const line = lines[at];
  if (line === undefined) return null;
  const cuts = layout.cutsOf(at);
  const end = cuts[part + 1] ?? line.text.length;
  const to = wrap ? end : Math.min(end, longestLine);
  return (
    <div {...ariaAttributes} style={style} className="ark-terminal__row">
      <TerminalRow line={line} part={{ from: cuts[part] ?? 0, to }} found={foundIn(at)} cwd={cwd} />
      {to === end ? null : (
        <span className="ark-terminal__rest">{t('text.moreCharacters', { n: line.text.length - to })}</span>
      )}
    </div>
  );
}

/** An output of any length: only the rows in view are drawn. */
export function VirtualLines({ terminal, lines, cwd, label }: VirtualLinesProps): ReactElement {
  const { wrap, search } = terminal;
  const { matches, at } = search;
  const list = useListRef(null);
  const { columns, onResize } = useColumns(list);
  const layout = useMemo(() => layoutRows(lines, wrap ? columns : Number.POSITIVE_INFINITY), [lines, wrap, columns]);
  const foundIn = useMemo(() => foundInLine(matches, at), [matches, at]);
  const current = matches[at];

  useEffect(() => {
    if (current === undefined) return;
    const row = layout.rowOf(current.line, current.from);
    list.current?.scrollToRow({ index: row, align: 'smart', behavior: 'instant' });
  }, [current, layout, list]);

  const height = { '--ark-terminal-rows': `${layout.rowCount * rowPx}px` } as CSSProperties;
  return (
    <List
      listRef={list}
      className="ark-terminal__list ark-mono"
      data-wrap={wrap ? '' : undefined}
      aria-label={label}
      tabIndex={0}
      translate="no"
      style={height}
      defaultHeight={480}
      rowComponent={VirtualRow}
      rowCount={layout.rowCount}
      rowHeight={rowPx}
      overscanCount={8}
      rowProps={{ lines, layout, foundIn, wrap, cwd }}
      onResize={onResize}
    />
  );
}
