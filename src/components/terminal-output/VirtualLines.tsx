import {
  type CSSProperties,
  type ReactElement,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { List, type ListImperativeAPI, type RowComponentProps, useListRef } from 'react-window';
import { countUpTo } from '../../replay/internal.ts';
import { useKit } from '../theme/useKit.ts';
import type { FoundRange } from './cutLine.ts';
import { cellWidth } from './screen/Cells.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { TerminalRow } from './TerminalRow.tsx';
import { foundInLine } from './useSearch.ts';
import type { Terminal } from './useTerminal.ts';

/** How lines wrap into rows. All rows have the same height, so the list can scroll to any of them at once. */
interface RowLayout {
  readonly rowCount: number;
  /** The line of a row, and the row's number within that line; both 0-based. */
  readonly lineAt: (row: number) => { readonly line: number; readonly part: number };
  /** The row of a line that contains one of its code units. */
  readonly rowOf: (line: number, at: number) => number;
  /** Where the rows of a line begin, in code units; the last entry is the end of the line. */
  readonly cutsOf: (line: number) => readonly number[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const narrow = /^[\u0000-\u0008\u000a-\u007f]*$/;
const tabStop = 8;

/** Wraps a text at the right edge. Characters are never split, and a tab advances to its tab stop. */
export function wrapCuts(text: string, columns: number): number[] {
  const cuts = [0];
  if (narrow.test(text)) {
    for (let at = columns; at < text.length; at += columns) cuts.push(at);
    return [...cuts, text.length];
  }
  let column = 0;
  let at = 0;
  for (const character of text) {
    const width = character === '\t' ? tabStop - (column % tabStop) : cellWidth(character);
    if (column + width > columns && column > 0) {
      cuts.push(at);
      column = 0;
    }
    column += width;
    at += character.length;
  }
  return [...cuts, text.length];
}

function lastNotAbove(ends: Float64Array | readonly number[], value: number): number {
  return Math.max(0, countUpTo(ends, value) - 1);
}

/** Wraps lines into rows of the given number of columns; with `Infinity`, every line is one row. */
export function layoutRows(lines: readonly TerminalLine[], columns: number): RowLayout {
  const cuts = new Map<number, readonly number[]>();
  const cutsOf = (line: number): readonly number[] => {
    const known = cuts.get(line);
    if (known !== undefined) return known;
    const made = wrapCuts(lines[line]?.text ?? '', columns);
    cuts.set(line, made);
    return made;
  };
  const starts = new Float64Array(lines.length + 1);
  for (const [at, { text }] of lines.entries()) {
    // Every character takes at most two columns, so a text this short needs no counting.
    const one = (text.length * 2 <= columns && !text.includes('\t')) || (text.length <= columns && narrow.test(text));
    starts[at + 1] = (starts[at] ?? 0) + (one ? 1 : Math.max(1, cutsOf(at).length - 1));
  }
  return {
    rowCount: starts[lines.length] ?? 0,
    lineAt: (row) => {
      const line = Math.min(lastNotAbove(starts, row), Math.max(0, lines.length - 1));
      return { line, part: row - (starts[line] ?? 0) };
    },
    rowOf: (line, at) => {
      const own = cutsOf(line);
      return (starts[line] ?? 0) + Math.min(lastNotAbove(own, at), Math.max(0, own.length - 2));
    },
    cutsOf,
  };
}

/** Columns assumed until the list is measured, and the minimum afterwards. */
const fewest = 40;
/** Sum of the list's paddings at both sides, in pixels. */
const insetPx = 32;

/** Width of one column in the element's font, in pixels. */
function columnWidth(element: HTMLElement): number {
  const probe = document.createElement('span');
  probe.textContent = '0'.repeat(100);
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre';
  element.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width;
}

/** The number of columns that fit into a list, updated when its width or its font changes. */
function useColumns(list: RefObject<ListImperativeAPI | null>): { columns: number; onResize: () => void } {
  const [columns, setColumns] = useState(fewest);
  const measure = useCallback(() => {
    const element = list.current?.element;
    if (element === null || element === undefined) return;
    const room = element.clientWidth - insetPx;
    const width = columnWidth(element);
    if (width > 0) setColumns(Math.max(8, Math.floor(room / width)));
  }, [list]);

  useEffect(() => {
    measure();
    // The font may still be loading, and its glyphs may have another width.
    void document.fonts?.ready.then(measure);
  }, [measure]);

  return { columns, onResize: measure };
}

interface VirtualLinesProps {
  terminal: Terminal;
  lines: readonly TerminalLine[];
  cwd: string | undefined;
  label: string;
  said: ReadonlySet<string> | undefined;
}

/** Height of a row, in pixels: `--ark-leading-code`. */
const rowPx = 18;

interface RowData {
  lines: readonly TerminalLine[];
  layout: RowLayout;
  foundIn: (line: number) => readonly FoundRange[];
  wrap: boolean;
  cwd: string | undefined;
  said: ReadonlySet<string> | undefined;
}

/** Number of characters drawn of an unwrapped line; a wrapped line is drawn whole. */
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
  said,
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
      <TerminalRow
        line={line}
        part={{ from: cuts[part] ?? 0, to }}
        found={foundIn(at)}
        cwd={cwd}
        said={said?.has(line.text.trim()) ?? false}
      />
      {to === end ? null : (
        <span className="ark-terminal__rest">{t('text.moreCharacters', { n: line.text.length - to })}</span>
      )}
    </div>
  );
}

/** An output of any length; only the visible rows are drawn. */
export function VirtualLines({ terminal, lines, cwd, label, said }: VirtualLinesProps): ReactElement {
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
      rowProps={{ lines, layout, foundIn, wrap, cwd, said }}
      onResize={onResize}
    />
  );
}
