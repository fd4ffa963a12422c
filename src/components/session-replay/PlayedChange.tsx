'use client';
import { lazy, type ReactElement, Suspense, useMemo } from 'react';
import { type Beat, paceOf, type ReplayState } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { fileChanges } from '../../session/facts/fileChanges.ts';
import type { ToolCall } from '../../session/index.ts';
import { type DrawnChange, toChange } from '../diff-view/diffSource.ts';
import { replayWords } from '../language/english/replay.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { beatShown } from './ReplayCaption.tsx';

/** Loaded with the first change that is played, because most readers do not play. */
const LightDiff = lazy(() => import('../diff-view/LightDiff.tsx').then((module) => ({ default: module.LightDiff })));

/** Lines of a change that can be read while it is shown. */
const mostLines = 10;
/** Lines shown above the first changed one. */
const linesBefore = 2;
/** Least time that a change is shown for, in milliseconds: below it the rows would only flicker. */
const leastMs = 700;

/** The change that the replay shows at its position; undefined unless it plays by content, and slowly enough to read. */
function changePlayed(state: ReplayState): Beat | undefined {
  const beat = beatShown(state);
  return beat?.kind === 'change' && paceOf(state.index).lengthOf(beat) >= leastMs ? beat : undefined;
}

/** What opens below the row of a change while a replay by content shows it. */
export function usePlayedChange(): { item: number; content: ReactElement } | undefined {
  const [item] = useReplay(changePlayed)?.items ?? [];
  const index = useReplay((state) => state.index);
  return useMemo(() => {
    const played = item === undefined ? undefined : index.items[item];
    if (item === undefined || played?.is !== 'call') return undefined;
    return { item, content: <PlayedChange call={played.call} /> };
  }, [index, item]);
}

/** The first lines of what a call changes in a file. */
function PlayedChange({ call: logged }: { call: ToolCall }): ReactElement | null {
  const { t } = useKit(replayWords);
  const call = useMasked(logged);
  const [shown, left] = useMemo(() => firstLines(fileChanges(call).map(toChange)), [call]);
  if (shown === undefined) return null;
  return (
    <Suspense fallback={null}>
      <div className="ark-replay__played">
        <div className="ark-replay__played-change">
          <LightDiff change={shown} layout="unified" />
          {left > 0 ? <p className="ark-replay__played-more">{t('replay.moreLines', { n: left })}</p> : null}
        </div>
      </div>
    </Suspense>
  );
}

/** A change cut to its first lines, and how many changed lines were left out. */
function firstLines([change, ...others]: readonly DrawnChange[]): [shown: DrawnChange | undefined, left: number] {
  const [hunk, ...more] = change?.hunks ?? [];
  if (change === undefined || hunk === undefined) return [undefined, 0];
  const first = hunk.lines.findIndex(({ sign }) => sign !== ' ');
  const from = Math.max(0, first - linesBefore);
  const cut = {
    lines: hunk.lines.slice(from, from + mostLines),
    ...(hunk.oldStart === undefined ? {} : { oldStart: hunk.oldStart + from }),
    ...(hunk.newStart === undefined ? {} : { newStart: hunk.newStart + from }),
  };
  const rest = [
    hunk.lines.slice(from + mostLines),
    ...[...more, ...others.flatMap(({ hunks }) => hunks)].map(({ lines }) => lines),
  ];
  const left = rest.flat().filter(({ sign }) => sign !== ' ').length;
  return [{ ...change, hunks: [cut] }, left];
}
