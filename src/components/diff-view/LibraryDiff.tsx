'use client';
import { type ReactElement, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react';
import ReactDiffViewer, { DiffMethod } from 'react-diff-viewer-continued';
import type { ChangeHunk } from '../shared/call/fileChanges.ts';
import { grammarOfPath } from '../shared/code/grammarOf.ts';
import { inPlace } from '../shared/inPlace.ts';
import { DiffRow } from './DiffRow.tsx';
import type { DiffLayout } from './diffRowData.ts';
import { dropDuplicateStyles } from './dropDuplicateStyles.ts';
import { hunkRow } from './hunkRow.ts';
import { LightDiff, type LightDiffProps } from './LightDiff.tsx';
import { libraryColours, libraryStyles } from './libraryStyles.ts';

/** Props of {@link LibraryDiff}. */
export interface LibraryDiffProps extends LightDiffProps {
  /** For a content security policy that wants one on style sheets. */
  nonce: string | undefined;
}

interface HunkProps {
  path: string;
  hunk: ChangeHunk;
  layout: DiffLayout;
  nonce: string | undefined;
}

/** The viewer's number for a line that stayed. */
const unchanged = 0;

function sideOf({ lines }: ChangeHunk, without: '+' | '-'): string {
  return lines
    .filter(({ sign }) => sign !== without)
    .map(({ text }) => text)
    .join('\n');
}

function Hunk({ path, hunk, layout, nonce }: HunkProps): ReactElement {
  const { oldStart, newStart } = hunk;
  const [before, after] = useMemo(() => [sideOf(hunk, '+'), sideOf(hunk, '-')], [hunk]);
  const at = (start: number | undefined, line: number | undefined): number | undefined =>
    start === undefined || line === undefined || line === 0 ? undefined : start + line - 1;
  return (
    <ReactDiffViewer
      oldValue={before}
      newValue={after}
      splitView={layout === 'split'}
      showDiffOnly={false}
      hideSummary
      // Its own numbers begin at 1; those of a hunk do not.
      hideLineNumbers
      renderGutter={({ lineNumber, additionalLineNumber, prefix, type }) => {
        const left = prefix === 'L';
        const first = at(left ? oldStart : newStart, lineNumber);
        const sign = type === unchanged ? undefined : left ? 'removed' : 'added';
        return (
          <td className="ark-diff__gutter" data-sign={sign}>
            <span className="ark-diff__numbers">
              {layout === 'split' ? (
                <span className="ark-diff__number">{first}</span>
              ) : (
                <>
                  <span className="ark-diff__number">{left ? first : undefined}</span>
                  <span className="ark-diff__number">{at(newStart, additionalLineNumber)}</span>
                </>
              )}
            </span>
          </td>
        );
      }}
      highlightLanguage={grammarOfPath(path) ?? ''}
      highlightTheme={libraryColours}
      compareMethod={DiffMethod.WORDS_WITH_SPACE}
      // Its worker is a blob, which many policies forbid; a hunk this short is compared faster than one starts.
      disableWorker
      styles={libraryStyles}
      {...(nonce === undefined ? {} : { nonce })}
    />
  );
}

/** The viewer marks every element of the page whose class is `left` or `right`, the host's too, when it is pressed. */
const keepToItself = (event: SyntheticEvent): void => event.stopPropagation();

/**
 * A change with its words compared, by react-diff-viewer-continued. It draws late, so the light drawing stays until its
 * rows are there. `DiffBody` loads it, and decides which changes it is given.
 */
export function LibraryDiff({ change, layout, nonce }: LibraryDiffProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const numbered = change.hunks.some(({ newStart }) => newStart !== undefined);

  useEffect(() => {
    const root = box.current;
    if (root === null) return undefined;
    const tidy = (): void => {
      dropDuplicateStyles(document.head);
      // Tooltips in English, whatever the language; the sign says the same.
      for (const cell of root.querySelectorAll('td[title]')) cell.removeAttribute('title');
      const tables = [...root.querySelectorAll('tbody')];
      if (tables.length > 0 && tables.every((table) => table.rows.length > 0)) setDrawn(true);
    };
    const observer = new MutationObserver(tidy);
    observer.observe(root, { childList: true, subtree: true });
    tidy();
    return () => observer.disconnect();
  }, []);

  return (
    <>
      {drawn ? null : <LightDiff change={change} layout={layout} />}
      <div
        ref={box}
        className="ark-diff ark-diff--library ark-mono"
        data-layout={layout}
        data-numbered={numbered ? '' : undefined}
        hidden={!drawn}
        translate="no"
        onMouseDownCapture={keepToItself}
      >
        {inPlace(change.hunks, (hunk, at) => {
          const head = hunkRow(hunk, at);
          return (
            <>
              {head === undefined ? null : <DiffRow row={head} />}
              <Hunk path={change.movedTo ?? change.path} hunk={hunk} layout={layout} nonce={nonce} />
            </>
          );
        })}
      </div>
    </>
  );
}
