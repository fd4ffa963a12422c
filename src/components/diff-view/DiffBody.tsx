import { lazy, type ReactElement, Suspense, useContext, useMemo } from 'react';
import type { ChangeHunk } from '../../session/facts/fileChanges.ts';
import { PassingContext } from '../hooks/passing.ts';
import { viewersWords } from '../language/english/viewers.ts';
import type { MessageKey } from '../language/messages.ts';
import { textParts } from '../shared/LogText.tsx';
import { WhenBroken } from '../shared/WhenBroken.tsx';
import { useKit } from '../theme/useKit.ts';
import { type DiffLayout, DiffRows } from './diffRows.ts';
import type { DrawnChange } from './diffSource.ts';
import { LightDiff } from './LightDiff.tsx';

/** Maximum number of rows for the library's viewer, which draws these without a noticeable delay. */
const mostRows = 400;
/** Maximum number of hunks: each is a viewer of its own. */
const mostHunks = 12;
/** Maximum length of a line for comparing words. */
const longestLine = 500;

/** Smallest share of their letters that lines and those in their places have in words that stay: below it nearly every word would be marked. */
const leastKept = 0.25;

/**
 * Whether a change is given to the library, which compares words. Not if that would take long; not for a text that was rewritten, only
 * added, or whose lines were replaced by unlike ones; and not for text with masks or with characters that hide or reorder others, which the
 * library would draw unchanged.
 */
export function suitsLibrary({ hunks, rewritten }: DrawnChange): boolean {
  if (rewritten || hunks.length === 0 || hunks.length > mostHunks) return false;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.length > mostRows || lines.some(({ text }) => text.length > longestLine)) return false;
  if (!lines.some(({ sign }) => sign === '-') || !lines.some(({ sign }) => sign === '+')) return false;
  if (textParts(lines.map(({ text }) => text).join('\n')).some(({ kind }) => kind !== 'text')) return false;
  return keepsWords(hunks);
}

function keepsWords(hunks: readonly ChangeHunk[]): boolean {
  const rows = new DiffRows(hunks, 'split');
  let [kept, all] = [0, 0];
  for (let at = 0; at < rows.count; at += 1) {
    const row = rows.at(at);
    if (row?.kind !== 'pair' || row.left?.sign !== '-' || row.right?.sign !== '+') continue;
    const [before, after] = [wordsOf(row.left.text), wordsOf(row.right.text)];
    all += Math.max(lettersOf(before), lettersOf(after));
    kept += lettersOf(inBoth(before, after));
  }
  return all === 0 || kept >= all * leastKept;
}

const wordsOf = (line: string): string[] => line.match(/\w+|[^\w\s]/g) ?? [];

const lettersOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

/** The words of one line that the other has as well, each as often as it stands in both. */
function inBoth(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
}

const LibraryDiff = lazy(() => import('./LibraryDiff.tsx').then((module) => ({ default: module.LibraryDiff })));

interface DiffBodyProps {
  change: DrawnChange;
  layout: DiffLayout;
  nonce?: string | undefined;
  /** Without comparing words, so that rows can be pressed and appear at once. @default false */
  isLight?: boolean;
}

function isBinary({ hunks }: DrawnChange): boolean {
  const first = hunks[0]?.lines[0]?.text ?? '';
  if (/^(?:Binary files .{0,600} differ|GIT binary patch)$/.test(first)) return true;
  return hunks.some(({ lines }) => lines.some(({ text }) => text.includes('\u0000')));
}

/** Why there are no lines to show, in words. */
function absence(change: DrawnChange): MessageKey | undefined {
  if (isBinary(change)) return 'diff.binary';
  if (change.hunks.some(({ lines }) => lines.length > 0)) return undefined;
  if (change.change === 'renamed' || change.movedTo !== undefined) return 'diff.renamed';
  return change.change === 'modified' && change.path === '' ? 'diff.none' : 'diff.noLines';
}

/** The lines of a change, or the reason why there are none. */
export function DiffBody({ change, layout, nonce, isLight = false }: DiffBodyProps): ReactElement {
  const { t } = useKit(viewersWords);
  const isPassing = useContext(PassingContext);
  const suits = useMemo(() => !isLight && !isPassing && suitsLibrary(change), [change, isLight, isPassing]);
  const absent = absence(change);
  if (absent !== undefined) return <p className="ark-diff-view__note">{t(absent as 'diff.binary')}</p>;
  const light = <LightDiff change={change} layout={layout} />;
  return (
    <>
      {change.rewritten ? <p className="ark-diff-view__note">{t('diff.rewritten')}</p> : null}
      {suits ? (
        <WhenBroken instead={light} on={change}>
          <Suspense fallback={<div data-pending="">{light}</div>}>
            {/* Remounted for another change: otherwise its old lines would stay visible until the new ones are drawn. */}
            <LibraryDiff change={change} layout={layout} nonce={nonce} />
          </Suspense>
        </WhenBroken>
      ) : (
        light
      )}
    </>
  );
}
