'use client';
import { type ReactElement, useMemo } from 'react';
import { endOf, type FileHistory, type Position, type SessionIndex } from '../../replay/index.ts';
import { doubtedFiles } from '../../replay/internal.ts';
import { filesWords } from '../language/english/files.ts';
import { ItemLink } from '../shared/ArgumentText.tsx';
import { relativePath } from '../shared/call/relativePath.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { PathText } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';

/** Props of {@link CommandedFiles}. */
interface CommandedFilesProps {
  index: SessionIndex;
  histories: readonly FileHistory[];
  position: Position;
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

/** Files of which the log holds nothing but that shell commands seem to have changed them, each with the last such command so far. */
export function CommandedFiles({
  index,
  histories,
  position,
  scope,
  onSelect,
}: CommandedFilesProps): ReactElement | null {
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
