import { type CSSProperties, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import type { FileHistory, FileStep } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { filesWords } from '../language/english/files.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { pagesOf, rowAfterKey } from '../shared/keyTable.ts';
import { OneLine } from '../shared/LogText.tsx';
import { PathText } from '../shared/PathText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import type { FileAt } from './useFiles.ts';

interface FileTreeProps {
  files: readonly FileAt[];
  opened: FileHistory | undefined;
  onOpen: (history: FileHistory) => void;
}

type Row =
  | { readonly is: 'folder'; readonly folder: string; readonly count: number; readonly isOpen: boolean }
  | { readonly is: 'file'; readonly file: FileAt };

function rowsOf(files: readonly FileAt[], folded: ReadonlySet<string>): Row[] {
  const counts = new Map<string, number>();
  for (const { folder } of files) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]): Row[] => {
    const isOpen = !folded.has(folder);
    const own = isOpen ? files.filter((file) => file.folder === folder) : [];
    return [{ is: 'folder', folder, count, isOpen }, ...own.map((file): Row => ({ is: 'file', file }))];
  });
}

const pageRows = 12;

/** A tree of files in their folders, each with what happened to it. */
export function FileTree({ files, opened, onOpen }: FileTreeProps): ReactElement {
  const { t } = useKit(filesWords);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const rows = rowsOf(files, folded);
  const most = files.reduce((lines, { net }) => Math.max(lines, (net?.added ?? 0) + (net?.removed ?? 0)), 1);
  const at = Math.min(active, rows.length - 1);
  const fold = (folder: string, isFolded: boolean): void => {
    const next = new Set(folded);
    if (isFolded) next.add(folder);
    else next.delete(folder);
    setFolded(next);
  };
  const go = (row: number): void => {
    setActive(row);
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[row]?.focus();
  };
  const choose = (row: Row | undefined): void => {
    if (row?.is === 'folder') fold(row.folder, row.isOpen);
    if (row?.is === 'file') onOpen(row.file.history);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const row = rows[at];
    const next = rowAfterKey(key, at, { last: rows.length - 1, pageFrom: pagesOf(pageRows) });
    if (next !== undefined) go(next);
    else if (key === 'Enter' || key === ' ') choose(row);
    else if (row?.is === 'folder' && key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight')) fold(row.folder, row.isOpen);
    else if (row?.is === 'file' && key === 'ArrowLeft') {
      go(rows.findIndex((each) => each.is === 'folder' && each.folder === row.file.folder));
    } else if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    // Keeps the key from stepping the surrounding replay.
    event.preventDefault();
  };
  return (
    <div ref={list} className="ark-files__tree" role="tree" aria-label={t('files.label')} onKeyDown={onKeyDown}>
      {rows.map((row, n) => {
        const item = {
          onFocus: () => setActive(n),
          onClick: () => choose(row),
        } as const;
        if (row.is === 'folder') {
          return (
            <div
              key={`folder ${row.folder}`}
              role="treeitem"
              tabIndex={n === at ? 0 : -1}
              {...item}
              aria-level={1}
              aria-expanded={row.isOpen}
              className="ark-files__folder"
            >
              <Icon name={row.isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
              <PathText path={row.folder === '' ? './' : row.folder} />
              <span className="ark-files__count ark-figures">{row.count}</span>
            </div>
          );
        }
        const { history } = row.file;
        return (
          <div
            key={`file ${history.path}`}
            role="treeitem"
            tabIndex={n === at ? 0 : -1}
            {...item}
            aria-level={2}
            aria-selected={history === opened}
            className="ark-files__file"
            data-change={row.file.net?.change}
          >
            <FileLine file={row.file} most={most} />
          </div>
        );
      })}
    </div>
  );
}

function FileLine({ file: { name, net, reached, history }, most }: { file: FileAt; most: number }): ReactElement {
  const { t } = useKit();
  const count = net === undefined ? 0 : net.added + net.removed;
  // No lines in the log are not the same as no lines.
  const counted = count === 0 && net?.isPartial === true ? undefined : net;
  return (
    <>
      <OneLine text={name} face="mono" />
      {net === undefined || net.change === 'modified' ? null : <Tag>{t(`change.${net.change}`)}</Tag>}
      <span className="ark-files__figures">
        {counted === undefined ? null : <ChangeCount added={counted.added} removed={counted.removed} />}
      </span>
      <span className="ark-files__bar" aria-hidden="true">
        {counted === undefined ? null : (
          <span
            style={
              {
                '--ark-files-share': count / most,
                '--ark-files-added': count === 0 ? 0 : counted.added / count,
              } as CSSProperties
            }
          />
        )}
      </span>
      <HistoryStrip steps={history.steps} reached={reached.length} />
    </>
  );
}

/** Number of marks that fit into 40 px. */
const mostMarks = 10;

type Mark = 'read' | 'change' | 'outside' | 'failed';
const strength: Readonly<Record<Mark, number>> = { read: 0, change: 1, outside: 2, failed: 3 };

/** Kind of mark for a step. */
export function markOf({ access, isDone, outside }: FileStep): Mark {
  if (!isDone) return 'failed';
  if (outside !== undefined) return 'outside';
  return access;
}

/** The steps of a file in order: reads, changes, failures; steps after the playhead are dim. */
function HistoryStrip({ steps, reached }: { steps: readonly FileStep[]; reached: number }): ReactElement {
  const { t } = useKit(filesWords);
  const size = Math.max(1, steps.length / mostMarks);
  const marks = Array.from({ length: Math.min(steps.length, mostMarks) }, (_, n) => {
    const first = Math.floor(n * size);
    const part = steps.slice(first, Math.max(first + 1, Math.floor((n + 1) * size))).map(markOf);
    const mark = part.reduce((most, each) => (strength[each] > strength[most] ? each : most));
    return { first, mark };
  });
  const count = (mark: Mark): number => steps.slice(0, reached).filter((step) => markOf(step) === mark).length;
  const label = t('files.strip', {
    reads: count('read'),
    changes: count('change') + count('outside'),
    failed: count('failed'),
  });
  return (
    <span className="ark-files__strip" role="img" aria-label={label} title={label}>
      {marks.map(({ first, mark }) => (
        <span key={first} className="ark-files__mark" data-mark={mark} data-ahead={first < reached ? undefined : ''} />
      ))}
    </span>
  );
}
