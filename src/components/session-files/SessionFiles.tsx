'use client';
import { type ComponentPropsWithoutRef, forwardRef, useMemo, useState } from 'react';
import { type FileHistory, type Position, type SessionIndex, sessionPatch } from '../../replay/index.ts';
import { useWidth } from '../hooks/useWidth.ts';
import { filesWords } from '../language/english/files.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { splitPath } from '../shared/call/relativePath.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { FileTree } from './FileTree.tsx';
import { FileView } from './FileView.tsx';
import { type FileAt, filesOf, isChanged, useFileHistories } from './useFiles.ts';

/** Props of {@link SessionFiles}. */
export interface SessionFilesProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Up to where; `endOf(index)` is the whole session. */
  position: Position;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** With it, calls and prompts lead to where they stand: takes the id of an item, as in `ReplayItem.id`. */
  onSelect?: ((id: string) => void) | undefined;
  /** With it, buttons lead from one change of a file to the next: takes the id of the item to which the position is to go. */
  onStep?: ((id: string) => void) | undefined;
  /** Called when the reader opens a file, to give it more room. */
  onOpen?: (() => void) | undefined;
}

/** From this width tree and file stand side by side, in pixels; the style sheet has it too. */
const besideFromPx = 720;

/**
 * When to use it: as the pull request of a session, beside its transport: as the position moves, its edits are replayed.
 *
 * The files that a session read and changed, as a tree with what was done to each; of the one that is opened the net change from
 * before the session up to the position, and of each line who wrote it, on which prompt, drawing on what. What the log does not
 * hold is said to be unknown.
 */
export const SessionFiles = forwardRef<HTMLElement, SessionFilesProps>(function SessionFiles(
  { index, position, scope, onSelect, onStep, onOpen, className, ...rest },
  ref,
) {
  const { t } = useKit(filesWords);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const isWide = (useWidth(element) ?? 0) >= besideFromPx;
  const histories = useFileHistories(index);
  const all = useMemo(
    () => (histories === undefined ? [] : filesOf(index, histories, position)),
    [index, histories, position],
  );
  const files = useShown(all);
  const changed = files.filter(isChanged);
  const [withRead, setWithRead] = useState(false);
  // What was opened before its long texts came is found again by its name.
  const [opened, setOpened] = useState<string | undefined>();
  const shown = withRead || changed.length === 0 ? files : changed;
  const chosen =
    files.find(({ history }) => history.path === opened) ?? (isWide ? (changed[0] ?? files[0]) : undefined);
  const open = ({ path }: FileHistory): void => {
    setOpened(path);
    onOpen?.();
  };
  const head = (
    <div className="ark-files__head">
      <div className="ark-files__line">
        <span className="ark-files__sum">
          {t('files.changed', { n: changed.filter(({ net }) => net !== undefined).length })}{' '}
          <ChangeCount added={sum(changed, 'added')} removed={sum(changed, 'removed')} />
        </span>
        {files.length === changed.length || changed.length === 0 ? null : (
          <label className="ark-files__option">
            <input type="checkbox" checked={withRead} onChange={() => setWithRead(!withRead)} />
            {t('files.all')}
          </label>
        )}
        {histories === undefined || changed.length === 0 ? null : <PatchButton {...{ index, histories, position }} />}
      </div>
    </div>
  );
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
            {head}
            {shown.length === 0 && histories !== undefined ? (
              <p className="ark-files__note">{t('files.none')}</p>
            ) : (
              <FileTree files={shown} opened={chosen?.history} onOpen={open} />
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
            <FileView key={chosen.history.path} file={chosen} {...{ index, position, scope, onSelect, onStep }} />
          </div>
        )}
      </div>
    </section>
  );
});

/** The names of files as they may be shown; what they hold is masked where it is drawn. */
function useShown(files: readonly FileAt[]): FileAt[] {
  const paths = useMasked(useMemo(() => files.map(({ path }) => path), [files]));
  return useMemo(
    () => files.map((file, at) => ({ ...file, path: paths[at] ?? '', ...splitPath(paths[at] ?? '') })),
    [files, paths],
  );
}

function sum(files: readonly FileAt[], what: 'added' | 'removed'): number {
  return files.reduce((all, { net }) => all + (net?.[what] ?? 0), 0);
}

/** Copies all net changes as a patch, and says of how many files it does not have all. */
function PatchButton({
  index,
  histories,
  position,
}: Pick<SessionFilesProps, 'index' | 'position'> & { histories: readonly FileHistory[] }) {
  const { t } = useKit(filesWords);
  const { partial, left } = useMemo(() => sessionPatch(index, histories, position), [index, histories, position]);
  const missing = partial.length + left.length;
  return (
    <CopyButton
      text={() => sessionPatch(index, histories, position).text}
      label={missing === 0 ? t('files.copy') : t('files.copyPart', { n: missing })}
    />
  );
}
