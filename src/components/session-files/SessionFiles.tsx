'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  endOf,
  type FileHistory,
  type Position,
  positionOf,
  type SessionIndex,
  sessionPatch,
  startOf,
} from '../../replay/index.ts';
import { commandsOnFiles, countMissing, countUpTo, doubtedFiles } from '../../replay/internal.ts';
import { useWidth } from '../hooks/useSize.ts';
import { filesWords } from '../language/english/files.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ItemLink } from '../shared/ArgumentText.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { PathText, relativePath, splitPath } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { FileTree } from './FileTree.tsx';
import { type FileLine, type FileLook, FileView } from './FileView.tsx';
import { type FileAt, filesOf, isChanged, useFileHistories } from './useFiles.ts';

/** Props of {@link SessionFiles}. */
export interface SessionFilesProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Position at which to show the files; `endOf(index)` gives the whole session. */
  position: Position;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Called with the id of an item, as in `ReplayItem.id`; with it, calls and prompts are links to their items. */
  onSelect?: ((id: string) => void) | undefined;
  /** Called with the id of the item to go to; with it, buttons lead from one change of a file to the next. */
  onStep?: ((id: string) => void) | undefined;
  /** Lines with a note; they are marked. @default none */
  noted?: readonly FileLine[] | undefined;
  /** Called with the chosen line when the reader wants to write a note on it. */
  onNote?: ((line: FileLine) => void) | undefined;
  /** A line to open; opened whenever another is given. @default none */
  line?: FileLine | undefined;
  /** Level in the page's outline of the titles below a file: one below the title they stand under. @default 2 */
  headingLevel?: 2 | 3 | 4 | 5;
  /** Called when the reader opens a file, to give it more room. */
  onOpen?: (() => void) | undefined;
}

/** Width from which tree and file stand side by side, in pixels; the style sheet repeats it. */
const besideFromPx = 720;

/**
 * When to use it: as the pull request of a session, beside its transport bar: its edits are replayed as the position moves.
 *
 * The files that a session read and changed, as a tree with what was done to each. For the opened file it shows the net change from before
 * the session up to the position; for each line, who wrote it, on which prompt, using what. Whatever the log does not contain is shown as
 * unknown.
 */
export const SessionFiles = forwardRef<HTMLElement, SessionFilesProps>(function SessionFiles(
  {
    index,
    position: playhead,
    scope,
    onSelect,
    onStep,
    noted,
    onNote,
    line,
    headingLevel = 2,
    onOpen,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(filesWords);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const isWide = (useWidth(element) ?? 0) >= besideFromPx;
  const histories = useFileHistories(index);
  const position = useLastStep(index, histories, playhead);
  const all = useMemo(
    () => (histories === undefined ? [] : filesOf(index, histories, position)),
    [index, histories, position],
  );
  const files = useShown(all);
  const changed = files.filter(isChanged);
  const [withRead, setWithRead] = useState(false);
  // A file opened before its long texts were loaded is found again by its name.
  const [opened, setOpened] = useState<string | undefined>();
  useEffect(() => {
    if (line !== undefined) setOpened(line.path);
  }, [line]);
  const shown = withRead || changed.length === 0 ? files : changed;
  const chosen =
    files.find(({ history }) => history.path === opened) ?? (isWide ? (changed[0] ?? files[0]) : undefined);
  const { look, onLook } = useLook(chosen?.history.path);
  const open = ({ path }: FileHistory): void => {
    setOpened(path);
    onOpen?.();
  };
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-files', className)}
      aria-label={t('files.label')}
      aria-busy={histories === undefined}
      {...rest}
    >
      <div ref={setElement} className="ark-files__panes" data-beside={isWide ? '' : undefined}>
        {isWide || chosen === undefined ? (
          <div className="ark-files__list">
            <FilesHead {...{ index, histories, position, files, changed, withRead }} onWithRead={setWithRead} />
            {shown.length === 0 ? null : <FileTree files={shown} opened={chosen?.history} onOpen={open} />}
            {histories === undefined ? null : (
              <CommandedFiles position={playhead} {...{ index, histories, scope, onSelect }} />
            )}
          </div>
        ) : null}
        {chosen === undefined ? null : (
          <div className="ark-files__pane">
            {isWide ? null : (
              <div className="ark-files__head">
                <ActionButton label={t('files.back')} icon="chevronLeft" onClick={() => setOpened(undefined)} />
              </div>
            )}
            <FileView
              key={chosen.history.path}
              file={chosen}
              position={playhead}
              {...{ index, scope, onSelect, onStep, noted, onNote, line, look, onLook, headingLevel }}
            />
          </div>
        )}
      </div>
    </section>
  );
});

const firstLook: FileLook = { whole: false, line: undefined };

/** How the reader looks at the file at this path: kept while it is not there yet, as before its first step, until they look at another. */
function useLook(path: string | undefined): {
  readonly look: FileLook;
  readonly onLook: (change: (before: FileLook) => FileLook) => void;
} {
  const [kept, keep] = useState<{ readonly path: string | undefined; readonly look: FileLook }>();
  const onLook = useCallback(
    (change: (before: FileLook) => FileLook): void =>
      keep((before) => ({
        path,
        look: change(before !== undefined && before.path === path ? before.look : firstLook),
      })),
    [path],
  );
  return { look: kept !== undefined && kept.path === path ? kept.look : firstLook, onLook };
}

/** The last step of any file, or command on one, that a position has reached: files, sums and patch stay the same from there to the next. */
function useLastStep(
  index: SessionIndex,
  histories: readonly FileHistory[] | undefined,
  { item: playhead }: Position,
): Position {
  const items = useMemo(
    () =>
      histories === undefined
        ? new Uint32Array()
        : Uint32Array.from([
            ...histories.flatMap(({ steps }) => steps.map(({ item }) => item)),
            ...commandsOnFiles(index),
          ]).sort(),
    [index, histories],
  );
  const item = items[countUpTo(items, playhead) - 1];
  return useMemo(() => (item === undefined ? { ...startOf(index), item: -1 } : positionOf(index, item)), [index, item]);
}

/** The names of files, masked; contents are masked where they are drawn. */
function useShown(files: readonly FileAt[]): FileAt[] {
  const paths = useMasked(useMemo(() => files.map(({ path }) => path), [files]));
  return useMemo(
    () => files.map((file, at) => ({ ...file, path: paths[at] ?? '', ...splitPath(paths[at] ?? '') })),
    [files, paths],
  );
}

interface FilesHeadProps extends Pick<SessionFilesProps, 'index' | 'position'> {
  /** Undefined while they are worked out. */
  histories: readonly FileHistory[] | undefined;
  files: readonly FileAt[];
  changed: readonly FileAt[];
  /** Whether files that were only read are listed too. */
  withRead: boolean;
  onWithRead: (withRead: boolean) => void;
}

/** What the list holds in sum, the choice of what it lists, and its changes as a patch. */
function FilesHead(props: FilesHeadProps): ReactElement {
  const { index, histories, position, files, changed, withRead, onWithRead } = props;
  const { t } = useKit(filesWords);
  return (
    <div className="ark-files__head">
      <div className="ark-files__line">
        <span className="ark-files__sum">
          {histories === undefined ? t('files.working') : <FilesSum files={files} />}
        </span>
        {files.length === changed.length || changed.length === 0 ? null : (
          <label className="ark-files__option">
            <input
              type="checkbox"
              className="ark-files__check"
              checked={withRead}
              onChange={() => onWithRead(!withRead)}
            />
            {t('files.all')}
          </label>
        )}
        {histories === undefined || changed.length === 0 ? null : <PatchButton {...{ index, histories, position }} />}
      </div>
      <OutsideNote files={changed} />
    </div>
  );
}

/** How many files were changed, and how many of their lines; or why there is nothing to count. */
function FilesSum({ files }: { files: readonly FileAt[] }): ReactElement {
  const { t } = useKit(filesWords);
  const nets = files.flatMap(({ net }) => net ?? []);
  const n = nets.length;
  const added = nets.reduce((sum, net) => sum + net.added, 0);
  const removed = nets.reduce((sum, net) => sum + net.removed, 0);
  if (n === 0) return <>{t(files.length === 0 ? 'files.none' : 'files.noChange')}</>;
  if (added === 0 && removed === 0)
    return <>{t(nets.some(({ isPartial }) => isPartial) ? 'files.changedUnknown' : 'files.changedSame', { n })}</>;
  return (
    <>
      {t('files.changed', { n })} <ChangeCount added={added} removed={removed} />
    </>
  );
}

/** Of how many files the sum counts lines that no call of the session wrote: the brief, which counts calls, has fewer. */
function OutsideNote({ files }: { files: readonly FileAt[] }): ReactElement | null {
  const { t } = useKit(filesWords);
  const n = files.filter(({ net, reached }) => net !== undefined && reached.some(({ outside }) => outside)).length;
  return n === 0 ? null : <p className="ark-files__outside">{t('files.sumOutside', { n })}</p>;
}

/** Copies all net changes as a patch, and says for how many files the change is incomplete. */
function PatchButton({
  index,
  histories,
  position,
}: Pick<SessionFilesProps, 'index' | 'position'> & { histories: readonly FileHistory[] }) {
  const { t } = useKit(filesWords);
  const missing = useMemo(() => countMissing(index, histories, position), [index, histories, position]);
  return (
    <CopyButton
      text={() => sessionPatch(index, histories, position).text}
      label={missing === 0 ? t('files.copy') : t('files.copyPart', { n: missing })}
    />
  );
}

interface CommandedFilesProps {
  index: SessionIndex;
  histories: readonly FileHistory[];
  position: Position;
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

/** Files of which the log holds nothing but that shell commands seem to have changed them, each with the last such command so far. */
function CommandedFiles({ index, histories, position, scope, onSelect }: CommandedFilesProps): ReactElement | null {
  const { t } = useKit(filesWords);
  const all = useMemo(
    () => doubtedFiles(index, histories, endOf(index)).filter(({ history }) => history === undefined),
    [index, histories],
  );
  const { cwd } = index.session.environment ?? {};
  const paths = useMasked(useMemo(() => all.map(({ path }) => relativePath(path, cwd)), [all, cwd]));
  const reached = all.flatMap(({ items }, at) => {
    const last = items.findLast((item) => item <= position.item);
    return last === undefined ? [] : [{ path: paths[at] ?? '', item: last }];
  });
  if (reached.length === 0) return null;
  return (
    <>
      <p className="ark-files__note" data-unknown="">
        {t('files.byCommands')}
      </p>
      <ul className="ark-files__commanded" aria-label={t('files.byCommands')}>
        {reached.map(({ path, item }) => (
          <li key={`${path} ${item}`}>
            <PathText path={path} />
            <ItemLink {...{ index, item, scope, onSelect }} />
          </li>
        ))}
      </ul>
    </>
  );
}
