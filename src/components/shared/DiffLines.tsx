'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { useKit } from '../theme/useKit.ts';
import type { FileChange } from './call/fileChanges.ts';
import { DiffRow } from './DiffRow.tsx';
import { type DiffRowData, diffRows } from './diffRows.ts';
import { inPlace } from './inPlace.ts';

/** Props of {@link DiffLines}. */
export interface DiffLinesProps {
  change: FileChange;
}

/** Lines shown at first, and that one press adds. */
const shownAtFirst = 120;
const shownMore = 1000;

/** A change of one file as a unified diff. Lines have numbers where the log has them. */
export function DiffLines({ change }: DiffLinesProps): ReactElement {
  const { t } = useKit();
  const [limit, setLimit] = useState(shownAtFirst);
  const rows = useMemo(() => diffRows(change.hunks), [change.hunks]);
  const numbered = change.hunks.some(({ newStart }) => newStart !== undefined);
  const hidden = rows.length - limit;
  // A rest of a few lines is shown rather than announced.
  const shown: readonly DiffRowData[] = hidden > 8 ? rows.slice(0, limit) : rows;
  return (
    <div className="ark-diff ark-mono" data-numbered={numbered ? '' : undefined} translate="no">
      {inPlace(shown, (row) => (
        <DiffRow row={row} />
      ))}
      {hidden > 8 ? (
        <button
          type="button"
          className="ark-long-text__fold ark-diff__more"
          onClick={() => setLimit(limit + shownMore)}
        >
          {t('text.linesHidden', { n: hidden })}
        </button>
      ) : null}
    </div>
  );
}
